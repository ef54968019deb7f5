import { expect, test } from 'vitest'
import { readTypedDays } from './use-research-items.ts'

const words = (language: 'en' | 'de' | 'tr') => ({
  language,
  today: '2026-11-22',
  words: {
    today: language === 'de' ? 'Heute' : 'Today',
    yesterday: language === 'de' ? 'Gestern' : 'Yesterday',
  },
})
const single = (date: string) => ({ kind: 'dates', dates: { kind: 'single', date } })
const range = (from: string, to: string) => ({ kind: 'dates', dates: { kind: 'range', from, to } })

test.each([
  ['en', '2026-11-21', single('2026-11-21')],
  ['en', 'nov 21', single('2026-11-21')],
  ['de', '21.11.', single('2026-11-21')],
  ['de', 'gestern', single('2026-11-21')],
  ['tr', '21 kasım 2026', single('2026-11-21')],
  ['en', '2026-11-01 - 2026-11-07', range('2026-11-01', '2026-11-07')],
  ['en', '2026-11-07..2026-11-01', range('2026-11-01', '2026-11-07')],
  ['de', '1.11.–7.11.', range('2026-11-01', '2026-11-07')],
  ['en', '2026-12-24', { kind: 'future', day: '2026-12-24' }],
  ['en', '2026-11-20 - 2026-12-24', { kind: 'future', day: '2026-12-24' }],
  ['en', '2025-11-22 - 2026-11-22', range('2025-11-22', '2026-11-22')],
  ['en', '2025-11-21 - 2026-11-22', { kind: 'tooLong' }],
  ['en', '1999-01-01', null],
  ['en', '1 - 2 - 3', null],
  ['en', 'lamp shop', null],
  ['en', 'shop 24', null],
  ['en', '', null],
] as const)('in %s the palette recognises days in “%s”, or none', (language, text, reading) => {
  expect(readTypedDays(text, words(language))).toEqual(reading)
})
