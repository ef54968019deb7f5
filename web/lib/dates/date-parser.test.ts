import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '#contracts/dates.ts'
import { type Language, languages } from '#i18n/languages.ts'
import { createFormats } from '#web/lib/i18n/format.ts'
import { readDay } from './date-parser.ts'

const TODAY = '2026-11-21'
const words: Record<Language, { today: string; yesterday: string }> = {
  en: { today: 'Today', yesterday: 'Yesterday' },
  tr: { today: 'Bugün', yesterday: 'Dün' },
  es: { today: 'Hoy', yesterday: 'Ayer' },
  fr: { today: 'Aujourd’hui', yesterday: 'Hier' },
  de: { today: 'Heute', yesterday: 'Gestern' },
  pt: { today: 'Hoje', yesterday: 'Ontem' },
}
const read = (text: string, language: Language = 'en') =>
  readDay(text, { language, today: TODAY, words: words[language] })

test.each<[Language, string, string, boolean]>([
  ['en', '2026-11-21', '2026-11-21', true],
  ['en', '2026/1/5', '2026-01-05', true],
  ['en', ' 20261105 ', '2026-11-05', true],
  ['en', '11/05/2026', '2026-11-05', true],
  ['de', '05/11/2026', '2026-11-05', true],
  ['fr', '05/11/2026', '2026-11-05', true],
  ['en', '11052026', '2026-11-05', true],
  ['de', '05112026', '2026-11-05', true],
  // Dots put the day first in every language, and a number that cannot be a month is the day.
  ['en', '05.11.2026', '2026-11-05', true],
  ['de', '21.11.2026', '2026-11-21', true],
  ['en', '21/11/2026', '2026-11-21', true],
  ['de', '11/21/2026', '2026-11-21', true],
  // The user may still type more of the year.
  ['de', '21.11.26', '2026-11-21', false],
  ['de', '21.11.', '2026-11-21', false],
  ['de', '22.11.', '2025-11-22', false],
  ['en', '11/22', '2025-11-22', false],
  ['en', 'Nov 5', '2026-11-05', false],
  ['en', 'Nov 5, 2026', '2026-11-05', true],
  ['en', 'Thursday, November 5th 2026', '2026-11-05', true],
  ['en', '5 sept 2026', '2026-09-05', true],
  ['de', '5. März 2026', '2026-03-05', true],
  ['de', 'March 5, 2026', '2026-03-05', true],
  ['tr', '5 Şubat 2026', '2026-02-05', true],
  ['tr', '5 ŞUB 2026', '2026-02-05', true],
  ['tr', '5 KASIM 2026', '2026-11-05', true],
  ['fr', '1er août 2026', '2026-08-01', true],
  ['es', '5 de noviembre de 2026', '2026-11-05', true],
  ['pt', '5 de nov. de 2026', '2026-11-05', true],
  ['en', '2026 Nov 5', '2026-11-05', true],
  ['en', 'TODAY', '2026-11-21', true],
  ['de', 'heute', '2026-11-21', true],
  ['de', 'yesterday', '2026-11-20', true],
  ['tr', 'BUGÜN', '2026-11-21', true],
  ['tr', 'dun', '2026-11-20', true],
  ['fr', "aujourd'hui", '2026-11-21', true],
  ['pt', 'ontem', '2026-11-20', true],
  // Without umlauts, of other countries, contracted.
  ['de', '5. Maerz 2026', '2026-03-05', true],
  ['de', '5 MAERZ 2026', '2026-03-05', true],
  ['de', '5. Marz 2026', '2026-03-05', true],
  ['de', '5. Mrz. 2026', '2026-03-05', true],
  ['de', '5. Jänner 2026', '2026-01-05', true],
  ['de', '5. Jaenner 2026', '2026-01-05', true],
  ['de', '5. Jän. 2026', '2026-01-05', true],
  ['de', '5. Feber 2026', '2026-02-05', true],
  ['de', '5. Juno 2026', '2026-06-05', true],
  ['es', '5 de setiembre de 2026', '2026-09-05', true],
  ['es', '5 set. 2026', '2026-09-05', true],
  ['fr', '5 fevr. 2026', '2026-02-05', true],
  ['fr', '5 juill. 2026', '2026-07-05', true],
  ['fr', '5 jlt 2026', '2026-07-05', true],
  ['pt', '5 sept. 2026', '2026-09-05', true],
  ['pt', '5 Março 2026', '2026-03-05', true],
  ['tr', '5 Agustos 2026', '2026-08-05', true],
  ['tr', '5 Şbt 2026', '2026-02-05', true],
  ['tr', '5 HZR 2026', '2026-06-05', true],
  // The parser accepts future days; the caller refuses them.
  ['en', '2026-12-24', '2026-12-24', true],
])('in %s “%s” reads as %s', (language, text, day, isWhole) => {
  expect(read(text, language)).toEqual({ day, isWhole })
})

test.each([
  '',
  '   ',
  '21',
  '2026',
  '2026-11',
  '2026-02-30',
  '31.02.2026',
  '0202-11-01',
  '1.2.202',
  '2026-11-21-3',
  'ju 5 2026',
  'jan feb 2026',
  'tomorrow',
  '5 frimaire 2026',
  '5. Jänner 2026',
  '5. Maerz 2026',
  '31. Feber 2026',
  '5 setiembre 2026',
  '5 Hzr 2026',
  '5 jlt 2026',
  '5 juno 2026',
  '32 Mrz 2026',
  '5 jaenuar 2026',
  '-1',
])('“%s” is not a day', (text) => {
  expect(read(text)).toBeNull()
})

test.each<[Language, string]>([
  ['de', '29. Feber 2026'],
  ['de', '5. Maeez 2026'],
  ['de', '5. Jaennuar 2026'],
  ['de', 'Jänner 2026'],
  ['de', '5. Maerz März 2026'],
  ['fr', '5 jui 2026'],
  ['es', '5 setimbre 2026'],
  ['tr', '5 Hz 2026'],
  ['pt', '5 maerz 2026'],
  ['tr', '31 Ksm 2026'],
])('in %s “%s” is not a day', (language, text) => {
  expect(read(text, language)).toBeNull()
})

test('a formatted day reads back as the same day in every language', () => {
  const days = fc.integer({ min: 0, max: 9000 }).map((ago) => addDays(TODAY, -ago))
  fc.assert(
    fc.property(days, fc.constantFrom(...languages), (day, language) => {
      expect(read(createFormats(language).day(day), language)).toEqual({ day, isWhole: true })
    }),
  )
})

test('no text makes the date reader throw', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(...languages),
      (text, language) => {
        expect(() => read(text, language)).not.toThrow()
      },
    ),
  )
})
