import { expect, test } from 'vitest'
import { countryIn, hasPostcode, isOtherLine, isStreet } from './postcodes.ts'

test.each([
  ['DE', '24103 Kiel'],
  ['DE', 'D-24103 Kiel'],
  ['AT', 'A-1010 Wien'],
  ['CH', '3011 Bern'],
  ['FR', '5 rue de la Paix, 75002 Paris'],
  ['FR', '13100 Aix-en-Provence'],
  ['ES', 'Zaragoza, España – 50001'],
  ['IT', '20121 Milano (MI)'],
  ['PT', '1100-123 Lisboa'],
  ['NL', '1015 CJ Amsterdam'],
  ['BE', '1000 Bruxelles'],
  ['GB', 'Leeds LS1 4AP'],
  ['IE', 'Dublin 4, D04 X2K5'],
  ['PL', '00-950 Warszawa'],
  ['SE', '111 22 Stockholm'],
  ['DK', '2100 København Ø'],
  ['NO', '0150 Oslo'],
  ['FI', '00100 Helsinki'],
  ['CZ', '110 00 Praha'],
  ['BG', 'гр. София 1000, ул. Вълнена 12'],
  ['TR', '34710 Kadıköy/İstanbul'],
  ['JP', '〒150-0001 東京都渋谷区神宮前1-2-3'],
  ['BR', 'São Paulo - SP, 01002-000'],
  ['US', 'Denver, CO 80202'],
  ['CA', 'Toronto, ON M5V 2T6'],
  ['AU', 'Fremantle WA 6160'],
])('in %s, %j has a postcode', (country, line) => {
  expect(hasPostcode(line, country)).toBe(true)
})

test.each([
  ['SE', '556016-0680'],
  ['JP', '555-1234'],
  ['US', '020-794-0991'],
  ['DE', '1010 Wien'],
  ['DE', 'BLZ 370 400 44'],
  ['NL', '41830729'],
  ['GB', '20-00-00 12345678'],
  ['PT', '518304728 Lisboa'],
  ['PL', '856-734-62-15'],
  ['FR', '418 307 294 RCS Paris'],
  ['TR', '4819032759'],
  ['CH', '148302 Personen'],
])('in %s, %j has no postcode', (country, line) => {
  expect(hasPostcode(line, country)).toBe(false)
})

test.each([
  'HRB 20249 Kiel',
  'Org.nr 556016-0680',
  'BLZ 37040044 Köln',
  'Bankleitzahl 10010010 Berlin',
  'Kontonummer 12345 Sparkasse',
  'Tel. 555-1234 Denver',
  'KvK 41830729 Amsterdam',
  'Amtsgericht 10405 Berlin',
  'Vergi No 34710 Kadıköy',
  'NIP 85673 Warszawa',
  'Seit 1987 Handarbeit',
  'IBAN DE12 3456 Berlin',
])('%j is no part of an address', (line) => {
  expect(isOtherLine(line)).toBe(true)
})

test.each([
  'Hafenweg 12',
  '12a Quarry Lane',
  'Calle Mayor, s/n',
  'ul. Wełniana 5/7',
  'Bağdat Cad. No: 5',
])('%j is a street', (line) => expect(isStreet(line)).toBe(true))
test.each([
  'Mo–Fr 9:00 – 17:00',
  '9:00-17:00 Service',
  '12.05.2026 Kiel',
  'Hafenweg',
  'info@a1.de',
])('%j is no street', (line) => expect(isStreet(line)).toBe(false))

test.each([
  [['Hafenweg 12', '24103 Kiel', 'DEUTSCHLAND'], 'DE'],
  [['Calle Mayor 5', 'Zaragoza, España – 50001'], 'ES'],
  [['4 Quarry Lane', 'Leeds LS1 4AP', 'United Kingdom'], 'GB'],
  [['Bağdat Cad. 5', 'İSTANBUL, TÜRKİYE'], 'TR'],
  [['Vej 1', '2100 København', 'Danmark'], 'DK'],
  [['Hafenweg 12', '24103 Kiel'], null],
])('%j names the country %s', (parts, country) => {
  expect(countryIn(parts)).toBe(country)
})
