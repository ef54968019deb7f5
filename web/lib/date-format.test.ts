import { expect, test } from 'vitest'
import { languages } from '#i18n/languages.ts'
import { createDateFormats } from '#web/lib/date-format.ts'

test('weeks start on Sunday in English and on Monday elsewhere', () => {
  const first = Object.fromEntries(
    languages.map((language) => [language, createDateFormats(language).weekdays[0]?.long]),
  )
  expect(first).toEqual({
    en: 'Sunday',
    tr: 'Pazartesi',
    es: 'lunes',
    fr: 'lundi',
    de: 'Montag',
    pt: 'segunda-feira',
  })
})

test('every language names seven different weekdays', () => {
  for (const language of languages) {
    expect(new Set(createDateFormats(language).weekdays.map(({ long }) => long)).size).toBe(7)
  }
})

test('a selection reads as a day with its weekday, or as a range', () => {
  const { selection } = createDateFormats('en')
  expect(selection({ kind: 'single', date: '2026-11-20' })).toBe('Fri, Nov 20, 2026')
  expect(selection({ kind: 'range', from: '2026-11-14', to: '2026-11-20' })).toMatch(/^Nov 14\s–\s20, 2026$/)
  expect(selection({ kind: 'none' })).toBe('')
})
