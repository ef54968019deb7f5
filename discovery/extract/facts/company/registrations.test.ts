import { expect, test } from 'vitest'
import { foldText } from '#discovery/document/fold-text.ts'
import { inCapitals } from '#testing/discovery/in-capitals.ts'
import { LABELLED, registrationsInText } from './registrations.ts'

// Sources: writings own; numbers are examples of arthurdejong/python-stdnum (at.uid, de.vat, dk.cvr,
// jp.cn, pl.nip, tr.vkn and others) or have a computed check digit.

test.each([
  ['DE', 'USt-IdNr.: DE 136 695 976', 'DE136695976'],
  ['DE', 'USt-IdNr.DE136695976', 'DE136695976'],
  ['DE', 'UST-IDNR. 136695976', '136695976'],
  ['DE', 'HRB148302B', 'HRB148302B'],
  ['DE', 'HRB Nr. 148 302 B', 'HRBNr148302B'],
  ['DE', 'Amtsgericht Kiel, HR B 20249 KI', 'HRB20249KI'],
  ['DE', 'HRB 20249 AG Kiel', 'HRB20249'],
  ['DE', 'Handelsregister Abteilung A Nr. 4711', '4711'],
  ['DE', 'Handelsregister: Amtsgericht Kiel, 20249', '20249'],
  ['DE', 'REGISTERNUMMER: 148302 B', '148302B'],
  ['DE', 'Steuer-Nr.: 5133/5081/0010', '513350810010'],
  ['DE', 'Wirtschafts-Identifikationsnummer: DE136695976-00001', 'DE13669597600001'],
  ['DE', 'Partnerschaftsregister PR 1234', 'PR1234'],
  ['DE', 'VR 12345 Amtsgericht Kiel', 'VR12345'],
  ['DE', 'GnR 123', 'GnR123'],
  ['CH', 'MWST-Nr. 116.281.710', '116281710'],
  ['FR', 'RM 732 829 320', '732829320'],
  ['NL', 'Ingeschreven bij de KvK onder nummer 12345678', '12345678'],
  ['PL', 'wpisana do rejestru przedsiębiorców KRS pod numerem 0000033416', '0000033416'],
  ['GB', 'Reg. No. 08209948', '08209948'],
  ['JP', '法人番号 ５８３５６７８２５６２４６', '5835678256246'],
  ['AT', 'UID: ATU13585627', 'ATU13585627'],
  ['AT', 'Firmenbuchnummer: FN 122119 m', 'FN122119m'],
  ['CH', 'CHE-100.155.212 MWST', 'CHE100155212'],
  ['FR', 'RCS Paris B 418 307 294', '418307294'],
  [
    'FR',
    'Immatriculée au Registre du Commerce et des Sociétés de Lyon sous le n° 418.307.294',
    '418307294',
  ],
  ['FR', 'SAS au capital de 10 000 €, 418 307 294 R.C.S. Paris', '418307294'],
  ['FR', 'SIRET 732-829-320-00074', '73282932000074'],
  ['FR', 'TVA : FR 40 303 265 045', 'FR40303265045'],
  ['ES', 'C.I.F.: B-58.304.171', 'B58304171'],
  ['ES', 'CIFB58304171', 'B58304171'],
  ['ES', 'Luz y Fieltro SLU – B58304171', 'B58304171'],
  ['ES', 'NIF-IVA: ESB58304171', 'ESB58304171'],
  ['IT', 'P.IVA e C.F. 04183070152', '04183070152'],
  ['IT', 'C.F./P. IVA IT04183070152', 'IT04183070152'],
  ['IT', 'Cod. Fisc. e iscrizione al Registro Imprese di Milano n. 04183070152', '04183070152'],
  ['IT', 'REA MI-1234567', 'MI1234567'],
  ['PT', 'NIPC: 518 304 728', '518304728'],
  ['PT', 'Número de pessoa coletiva PT518304728', 'PT518304728'],
  ['NL', 'K.v.K. 41830729', '41830729'],
  ['NL', 'BTW nr. NL004183071B01', 'NL004183071B01'],
  ['BE', 'Ondernemingsnummer 0428.759.497', '0428759497'],
  ['BE', 'TVA BE 0428 759 497', 'BE0428759497'],
  ['PL', 'NIP: 856-734-62-15', '8567346215'],
  ['PL', 'REGON 192598184', '192598184'],
  ['PL', 'KRS: 0000123456', '0000123456'],
  ['SE', 'Org.nr: 556016-0680', '5560160680'],
  ['SE', 'ORGANISATIONSNUMMER 5560160680', '5560160680'],
  ['SE', 'Momsreg.nr SE556016068001', 'SE556016068001'],
  ['DK', 'CVR-nr. 13 58 56 28', '13585628'],
  ['NO', 'Org.nr. 988 077 917 MVA', '988077917'],
  ['NO', 'Foretaksregisteret NO 988077917MVA', 'NO988077917'],
  ['FI', 'Y-tunnus: 2077474-0', '20774740'],
  ['FI', 'ALV-numero FI20774740', 'FI20774740'],
  ['GB', 'VAT Reg. No. 980 7806 84', '980780684'],
  ['GB', 'Registered in England & Wales under company number 01234567', '01234567'],
  ['GB', 'Company No. SC123456', 'SC123456'],
  ['IE', 'VAT number IE6433435F', 'IE6433435F'],
  ['IE', 'CRO number: 654321', '654321'],
  ['TR', 'VERGİ KİMLİK NO: 4540536920', '4540536920'],
  ['TR', 'Vergi Dairesi / No: Kadıköy / 4819032759', '4819032759'],
  ['TR', 'MERSİS NUMARASI: 0481903275900015', '0481903275900015'],
  ['JP', '登録番号：Ｔ７００００１２０５０００２', 'T7000012050002'],
  ['BG', 'ЕИК/БУЛСТАТ 175074752', '175074752'],
  ['BG', 'ИН по ЗДДС: BG175074752', 'BG175074752'],
  ['CZ', 'IČO: 25123891', '25123891'],
  ['RO', 'CUI: RO18547290', 'RO18547290'],
  ['GR', 'Α.Φ.Μ.: 094259216', '094259216'],
  ['AU', 'ABN 51 824 753 556', '51824753556'],
])('of %s, %j has the number %s', (_country, text, number) => {
  const [first, ...rest] = registrationsInText(text)
  expect(foldText(first?.number ?? '').replaceAll(/[^\p{L}\d]/gu, '')).toBe(foldText(number))
  expect(rest).toEqual([])
})

test.each([
  ['a wrong check digit', 'USt-IdNr.: DE 136 695 977'],
  ['a wrong check digit', 'CIF: B58304172'],
  ['a wrong check digit', 'P.IVA 04183070153'],
  ['a wrong check digit', 'NIPC: 518304729'],
  ['a wrong check digit', 'SIREN 418 307 295'],
  ['a wrong check digit', 'CVR 13585629'],
  ['a wrong check digit', 'VERGİ NO: 4540536921'],
  ['a wrong check digit', 'ЕИК 175074753'],
  ['a wrong check digit', '法人番号 7000012050003'],
  ['a person', 'NIF: 12345678Z'],
  ['a person', 'Org.nr 800101-1234'],
  ['a person', 'NIF 123456789 (contribuinte)'],
  ['a person', 'ЕГН 7523169263'],
  ['a bank account', 'IBAN DE12 3456 7890 1234 5678 90'],
  ['a bank account', 'IBAN FR76 3000 6000 0112 3456 7890 189'],
  ['an order', 'P.IVA inclusa. Ordine 04183070152'],
  ['a telephone number', 'Registered in England. Tel 02079460991'],
  ['an amount', 'RCS Paris, capital 303265045'],
  ['a postcode', 'Handelsregister: 10405 Berlin'],
  ['a word', 'Unsere Firmen-ID 12345'],
  ['a part of a longer number', 'KvK 418307291234'],
  ['a part of a word', 'slippers 58304171, sale B58304172'],
])('%s: %j is no company number', (_what, text) => {
  expect(registrationsInText(text)).toEqual([])
})

test('each label is known in capitals of its language', () => {
  const unknown = LABELLED.flatMap(({ labels, label }) =>
    inCapitals(labels).filter((word) => !label.test(foldText(word))),
  )
  expect(unknown).toEqual([])
})
