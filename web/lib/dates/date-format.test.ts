import { expect, test, vi } from 'vitest'
import { type Language, languages } from '#i18n/languages.ts'
import { readLocale } from '#i18n/read-locale.ts'
import { createI18n } from '#web/lib/i18n/load-texts.ts'
import { createDateFormats, weekdaysOf } from './date-format.ts'

test('a selection reads as a day with its weekday, or as a range', () => {
  const { selection } = createDateFormats('en')
  expect(selection({ kind: 'single', date: '2026-11-20' })).toBe('Fri, Nov 20, 2026')
  expect(selection({ kind: 'range', from: '2026-11-14', to: '2026-11-20' })).toMatch(
    /^Nov 14\s–\s20, 2026$/,
  )
  expect(selection({ kind: 'none' })).toBe('')
})

type Texts = { weekdays?: { long?: Record<string, string>; short?: Record<string, string> } }

const textsOf = (language: Language) => readLocale(language, 'date-picker') as Texts
const weekdays = (language: Language, texts: Texts) =>
  weekdaysOf(createI18n(language, { [language]: { 'date-picker': texts } }), language)

test(
  'weeks start on Sunday in English and on Monday in Turkish, German, French, Spanish and Portuguese',
  { tags: ['calendar.week-monday', 'calendar.week-sunday'] },
  () => {
    const first = languages.map((language) => [
      language,
      weekdays(language, textsOf(language))[0]?.long,
    ])
    expect(Object.fromEntries(first)).toEqual({
      en: 'Sunday',
      tr: 'Pazartesi',
      es: 'lunes',
      fr: 'lundi',
      de: 'Montag',
      pt: 'segunda-feira',
    })
  },
)

test.each(languages)('the full weekday names in %s match its Intl calendar', (language) => {
  const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  const sunday = Date.UTC(2026, 10, 1)
  const expected = Array.from({ length: 7 }, (_, at) => format.format(sunday + at * 86_400_000))
  const names = weekdays(language, textsOf(language)).map(({ long }) => long)
  expect(names.toSorted()).toEqual(expected.toSorted())
})

test(
  'without translated names the week falls back to English abbreviations and warns once',
  { tags: ['errors.weekdays-missing'] },
  () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const { weekdays: names, ...others } = textsOf('de')
    const bare = weekdays('de', others)
    const week = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
    expect(bare.map(({ short }) => short)).toEqual(week)
    expect(bare.map(({ long }) => long)).toEqual(week)
    // A single missing or blank name is just as bad.
    expect(
      weekdays('de', { weekdays: { ...names, long: { ...names?.long, wed: ' ' } } })[2]?.long,
    ).toBe('Wed')
    expect(warn).toHaveBeenCalledExactlyOnceWith('no translated weekday names:', 'de')
  },
)
