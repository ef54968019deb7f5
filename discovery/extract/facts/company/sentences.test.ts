import { expect, test } from 'vitest'
import { readLegalLines } from './company.ts'

const read = (text: string) => {
  const { company, address } = readLegalLines({ kind: 'legal', lines: text.split('\n') })
  return { company: company?.value ?? null, address }
}

// Sources: all rows own, after wordings of legal notices in these countries.

test.each([
  ['Betreiber dieser Website ist die Lumen GmbH, Hafenweg 12, 24103 Kiel.', 'Lumen GmbH'],
  ['The owner of this website is Alder Mill Ltd.', 'Alder Mill Ltd.'],
  ['Alder Mill Ltd is a company registered in England and Wales.', 'Alder Mill Ltd'],
  ['La société Feutre & Lumière SAS au capital de 1 000 €', 'Feutre & Lumière SAS'],
  ['Bu internet sitesi Işık Keçe Ltd. Şti. tarafından işletilmektedir.', 'Işık Keçe Ltd. Şti.'],
  ['O titular deste site é a empresa Feltro e Luz, Lda.', 'Feltro e Luz, Lda.'],
  ['Il titolare del sito è Feltro e Luce S.r.l.', 'Feltro e Luce S.r.l.'],
  ['Le informamos que el titular de este sitio web es Luz y Fieltro, S.L., con CIF', 'Luz y Fieltro, S.L.'],
  ['De eigenaar van deze website is Vilt & Licht B.V.', 'Vilt & Licht B.V.'],
  [
    'Diese Website wird von der Lumen Filz GmbH, Hafenweg 12, 24103 Kiel betrieben.',
    'Lumen Filz GmbH',
  ],
  ['Właścicielem sklepu jest Filc i Światło sp. z o.o.', 'Filc i Światło sp. z o.o.'],
  ['Éditeur : Ivane Cuisine EURL', 'Ivane Cuisine EURL'],
  ['Raison sociale : Atelier Rea SARL, RCS Lyon', 'Atelier Rea SARL'],
  ['Firma: Ustinov Keramik', 'Ustinov Keramik'],
])('the sentence %j names %s', (line, company) => expect(read(line).company).toBe(company)) // prettier-ignore

test.each([
  'Wir sind eine kleine Manufaktur aus Kiel.',
  'Les présentes mentions légales sont soumises au droit français.',
  'La empresa no se hace responsable de los daños.',
  'The owner of this account is responsible for its use.',
  'Il titolare del trattamento è indicato sotto.',
])('the sentence %j names no company', (line) => expect(read(line).company).toBeNull())

test.each([
  ['Lumen GmbH, Hafenweg 12, 24103 Kiel', 'Hafenweg 12, 24103 Kiel'],
  ['Lumen GmbH | Hafenweg 12 | 24103 Kiel', 'Hafenweg 12, 24103 Kiel'],
  ['Feutre SAS – 5 rue de la Paix – 75002 Paris', '5 rue de la Paix, 75002 Paris'],
  ['Feltro S.r.l. - Via Roma 8 - 50123 Firenze (FI) - P.IVA 1', 'Via Roma 8, 50123 Firenze (FI)'],
  ['Alder Mill Ltd\n12 Harbour Road\nLeith\nEdinburgh EH6 6LA', '12 Harbour Road, Leith, Edinburgh EH6 6LA'],
  ['Filc sp. z o.o.\nul. Długa 5/3\n00-238 Warszawa', 'ul. Długa 5/3, 00-238 Warszawa'],
  ['Plst s. r. o.\nDlouhá 5\n110 00 Praha', 'Dlouhá 5, 110 00 Praha'],
  ['Plst s. r. o.\nDlouhá 5\n110 00 Praha 1', 'Dlouhá 5, 110 00 Praha 1'],
  ['Vilt & Licht\nKeizersgracht 5\n1015 CJ Amsterdam\nKvK 41830729', 'Keizersgracht 5, 1015 CJ Amsterdam'],
])('%j has the address %s', (lines, address) => expect(read(lines).address).toBe(address)) // prettier-ignore
