import { expect, test } from 'vitest'
import { foldText } from '#discovery/document/fold-text.ts'
import { inCapitals } from '#testing/discovery/in-capitals.ts'
import { extract, metaJson, pageOf, storePage } from '#testing/discovery/store-page.ts'
import {
  CONTACT_LABEL_AT_END,
  CONTACT_LABELS,
  OTHER_NUMBER_AT_END,
  OTHER_NUMBERS,
  PHONE_LABEL,
  PHONE_LABELS,
} from './phone-words.ts'

const phonesIn = (body: string, country: string) =>
  extract(
    {
      home: pageOf(storePage({ host: 'lumen.test', body })),
      meta: pageOf(metaJson({ country, domain: 'lumen.example' })),
    },
    'lumen.example',
  ).phones.map(({ value }) => value.e164)

// Sources: pairs with any separator and labels after microsoft/Recognizers-Text#2165; other rows own.

test.each([
  // Pairs and groups with any separator.
  ['FR', 'Tél. : 04.65.71.12.34', '+33465711234'],
  ['FR', 'Tél : 03-03-10-12-34', '+33303101234'],
  ['FR', 'Téléphone 04/65/71/12/34', '+33465711234'],
  ['FR', 'Tél. 04 65 71 12 34', '+33465711234'],
  ['FR', 'TÉL. 04·65·71·12·34', '+33465711234'],
  ['DE', 'Tel. 030/2312 50 14', '+493023125014'],
  ['DE', 'Tel. 030 – 23 12 50 14', '+493023125014'],
  ['DE', 'Fon +49 (0)30/23125014', '+493023125014'],
  ['DK', 'Tlf. 32.12.34.56', '+4532123456'],
  ['BE', 'Tel: 02/511.22.33', '+3225112233'],
  ['CH', 'Tel. (0041) 31 331 12 12', '+41313311212'],
  ['BR', 'SAC 0800 123 4567', '+558001234567'],
  ['FR', 'N° Cristal 09 69 39 39 19', '+33969393919'],
  ['CL', 'Fono: 2 2345 6789', '+56223456789'],
  ['CO', 'Línea nacional 01 8000 123456', '+5718000123456'],
  // A bracket, a dot or nothing between label and number.
  ['DE', 'Tel.(030) 23125014', '+493023125014'],
  ['BR', 'Tel:(11)3000-4175', '+551130004175'],
  ['DE', 'Tel.030 23125014', '+493023125014'],
  ['ES', 'Tfno.910400175', '+34910400175'],
  // Digits of other scripts.
  ['JP', '電話番号：０３－３２０１－３３３１', '+81332013331'],
  ['AE', 'هاتف: ٠٤ ٣٣١ ٢٢١١', '+97143312211'],
  ['EG', 'الهاتف: ٠٢ ٢٧٩٤ ١٢٣٤', '+20227941234'],
  // Labels of the product's languages and of those most common beside them.
  ['GB', 'Ph 020 7946 0991', '+442079460991'],
  ['GB', 'Contact number: 020 7946 0991', '+442079460991'],
  ['DE', 'Sie erreichen uns unter 030 23125014', '+493023125014'],
  ['AT', 'Kundendienst: 01 5123456', '+4315123456'],
  ['ES', 'Atención al cliente: 910 400 175', '+34910400175'],
  ['MX', 'Llámenos 55 5123 4567', '+525551234567'],
  ['FR', 'Service clients : 04 65 71 12 34', '+33465711234'],
  ['TR', 'MÜŞTERİ HİZMETLERİ: 0216 400 10 75', '+902164001075'],
  ['TR', 'Sabit Hat 0216 400 10 75', '+902164001075'],
  ['TR', 'BİZE ULAŞIN: 0216 400 10 75', '+902164001075'],
  ['PT', 'Apoio ao cliente: 213 400 175', '+351213400175'],
  ['BR', 'Fale conosco: (11) 3000-4175', '+551130004175'],
  ['IT', 'Servizio clienti: 02 40004175', '+390240004175'],
  ['NL', 'Klantenservice: 020 794 0991', '+31207940991'],
  ['PL', 'Infolinia: 22 512 34 56', '+48225123456'],
  ['SE', 'Kundtjänst: 08-123 456 78', '+46812345678'],
  ['DK', 'Kundeservice: 32 12 34 56', '+4532123456'],
  ['NO', 'Sentralbord 22 12 34 56', '+4722123456'],
  ['FI', 'Asiakaspalvelu: 09 1234 5678', '+358912345678'],
  ['JP', 'お問い合わせ：03-3201-3331', '+81332013331'],
  ['BG', 'За връзка: 0888 400 175', '+359888400175'],
  ['CZ', 'Zákaznická linka 222 123 456', '+420222123456'],
  ['RO', 'Relații clienți: 021 312 34 56', '+40213123456'],
  ['GR', 'Τηλ.: 210 321 2345', '+302103212345'],
  ['GR', 'ΤΗΛΕΦΩΝΟ 210 321 2345', '+302103212345'],
  // Abbreviations, departments without a colon, compounds, numbers in letters.
  ['FR', 'T. 04 65 71 12 34', '+33465711234'],
  ['FR', 'Port. : 06 12 34 56 12', '+33612345612'],
  ['FR', 'N° vert 0 805 69 03 90', '+33805690390'],
  ['FR', 'Contact téléphonique : 04 65 71 12 34', '+33465711234'],
  ['DE', 'Bestelltelefon: 030 23125014', '+493023125014'],
  ['DE', 'Ruf: 030 23125014', '+493023125014'],
  ['BR', 'Televendas: (11) 3000-4175', '+551130004175'],
  ['TR', 'MÜŞTERİ HİZMETLERİ 0850 400 10 75', '+908504001075'],
  ['IT', 'Recapiti: 02 4000 4175', '+390240004175'],
  ['JP', '電話番号 03(3201)3331', '+81332013331'],
  ['US', '1-800-MY-APPLE', '+18006927753'],
  ['US', '1 (800) GOT-JUNK', '+18004685865'],
  ['US', 'Call 1-800-CONTACTS today', '+18002668228'],
])('in %s, %j has the telephone number %s', (country, text, number) => {
  expect(phonesIn(`<p>${text}</p>`, country)).toEqual([number])
})

test.each([
  ['DE', '<table><tr><td>Telefon</td><td>030 23125014</td></tr></table>', ['+493023125014']],
  ['TR', '<dl><dt>İLETİŞİM</dt><dd>0216 400 10 75</dd></dl>', ['+902164001075']],
  ['DE', '<p>Tel. 030 23125014 / 0171 2345678</p>', ['+493023125014', '+491712345678']],
  ['FR', '<p>Tél. 04 65 71 12 34 / 06 12 34 56 78</p>', ['+33465711234', '+33612345678']],
  ['DE', '<p>Tel.: 030 23125014<br>Fax: 030 23125015</p>', ['+493023125014']],
  ['DE', '<p>Telefon/Fax: 030 23125014</p>', ['+493023125014']],
])('in %s, %j has the telephone numbers %j', (country, body, numbers) => {
  expect(phonesIn(body, country)).toEqual(numbers)
})

test.each([
  ['FR', 'Tél. : lundi 04.05.2026'],
  ['FR', 'Télécopie : 04 65 71 12 35'],
  ['FR', 'Commande n° 0465711234'],
  ['DE', 'Fernkopie: 030 23125015'],
  ['DE', 'Kundennummer: 030 23125014'],
  ['DE', 'Kontakt und Fragen zur Bestellnummer 03023125014'],
  ['DE', 'Telefonisch vom 20.11.2025 – 24.12.2025'],
  ['DE', 'Unser Service besteht seit 1987, 030 23125014 Teile'],
  ['DE', 'Konto-Nr. 03023125014, BLZ 37040044'],
  ['ES', 'Pedido: 910400175'],
  ['ES', 'Registro Mercantil, hoja 910400175'],
  ['PT', 'NIPC 213400175'],
  ['TR', 'SİPARİŞ NO: 02164001075'],
  ['TR', 'FAKS: 0216 400 10 76'],
  ['TR', 'VERGİ NO: 2164001075'],
  ['NL', 'KvK-nummer 20794099, rekening 0207940991'],
  ['PL', 'REGON: 225123456'],
  ['SE', 'Org.nr 556016-0680'],
  ['SE', 'BANKGIRO: 0812-3456'],
  ['DK', 'CVR-nr. 32123456'],
  ['NO', 'Organisasjonsnummer: 22123456'],
  ['FI', 'Y-tunnus: 0912345-6'],
  ['JP', 'ＦＡＸ：０３－３２０１－３３３２'],
  ['JP', '法人番号 0332013331'],
  ['BG', 'ФАКС: 0888 400 176'],
  ['GR', 'ΦΑΞ: 210 321 2346'],
  ['AE', 'فاكس: ٠٤ ٣٣١ ٢٢١٢'],
  ['DE', 'Tel. 030'],
  ['NL', 'Bel ons 9.00–17.00'],
  ['NL', 'Telefonisch 09.00 - 17.00'],
  ['US', 'A bag of 1 800 grammes'],
  ['US', 'Shipped in 1-800-BOX-NO-1234567'],
  ['DE', 'Bestellung 03023125014'],
  ['FR', 'Sac 04 65 71 12 34 99'],
  ['GB', 'Call between 09.30-17.30 and 10.00-16.00'],
])('in %s, %j has no telephone number', (country, text) => {
  expect(phonesIn(`<p>${text}</p>`, country)).toEqual([])
})

test('each label is known in capitals of its language', () => {
  const unknown = [
    ...inCapitals(PHONE_LABELS).filter((label) => !PHONE_LABEL.test(foldText(`${label}: `))),
    ...inCapitals(CONTACT_LABELS).filter(
      (label) => !CONTACT_LABEL_AT_END.test(foldText(`${label}: `)),
    ),
    ...inCapitals(OTHER_NUMBERS).filter((label) => !OTHER_NUMBER_AT_END.test(foldText(label))),
  ]
  expect(unknown).toEqual([])
})
