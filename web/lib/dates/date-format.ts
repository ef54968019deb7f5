import type { i18n } from 'i18next'
import { useTranslation } from 'react-i18next'
import { type Day, dayStart } from '#contracts/dates.ts'
import { type Language, languageInfo } from '#i18n/languages.ts'
import { perLanguage, useLanguage } from '#web/lib/i18n/language.ts'
import { languageOf } from '#web/lib/i18n/load-texts.ts'
import { firstDayOf, type Month } from './calendar.ts'
import { boundsOf, type DateSelection } from './date-selection.ts'

export function createDateFormats(language: Language) {
  const { locale, weekStart } = languageInfo[language]
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  const month = format({ month: 'long', year: 'numeric' })
  const yearMonth = format({ month: 'short', year: 'numeric' })
  const shortMonth = format({ month: 'short' })
  const fullDay = format({ dateStyle: 'full' })
  const ofYear = { day: 'numeric', month: 'short' } as const
  const full = { ...ofYear, year: 'numeric' } as const
  const range = { full: format(full), ofYear: format(ofYear) }
  const single = {
    full: format({ weekday: 'short', ...full }),
    ofYear: format({ weekday: 'short', ...ofYear }),
  }
  return {
    weekStart,
    /** `2026-11` → November 2026. */
    month: (text: Month) => month.format(dayStart(firstDayOf(text))),
    /** `2026-11` → Nov 2026. */
    yearMonth: (text: Month) => yearMonth.format(dayStart(firstDayOf(text))),
    /** `2026-11` → Nov. */
    shortMonth: (text: Month) => shortMonth.format(dayStart(firstDayOf(text))).replace(/\.$/, ''),
    /** `2026-11-20` → Friday, November 20, 2026. */
    fullDay: (day: string) => fullDay.format(dayStart(day)),
    /** A range in the shortest form of the language. Days of the year of `today` go without it. */
    selection(selection: DateSelection, today?: Day) {
      const bounds = boundsOf(selection)
      if (!bounds) return ''
      const isOfYear =
        today && [bounds.from, bounds.to].every((day) => day.startsWith(today.slice(0, 5)))
      const form = isOfYear ? 'ofYear' : 'full'
      const [from, to] = [dayStart(bounds.from), dayStart(bounds.to)]
      return bounds.from === bounds.to
        ? single[form].format(from)
        : range[form].formatRange(from, to)
    },
  }
}

export type DateFormats = ReturnType<typeof createDateFormats>

const formatsOf = perLanguage(createDateFormats)

export const useDateFormats = () => formatsOf(useLanguage())

type Weekday = { short: string; long: string }

/** In the order of `Date.getDay()`. */
const keys = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
const english = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

type WeekdayTexts = Pick<i18n, 'getResource' | 'language'>

/** If a translation lacks one, its English abbreviation. */
export function weekdaysOf(texts: WeekdayTexts, language: Language): readonly Weekday[] {
  const [short, long] = (['short', 'long'] as const).map((form) =>
    keys.map((key) => nameOf(texts, form, key)),
  )
  const names = keys.map((_, at) => ({ short: short?.[at] ?? '', long: long?.[at] ?? '' }))
  const isComplete = names.every((name) => name.short && name.long)
  if (!isComplete) warnOnce(language)
  const week = isComplete ? names : english.map((name) => ({ short: name, long: name }))
  const { weekStart } = languageInfo[language]
  return [...week.slice(weekStart), ...week.slice(0, weekStart)]
}

function nameOf(texts: WeekdayTexts, form: 'short' | 'long', key: string): string {
  const name: unknown = texts.getResource(texts.language, 'date-picker', `weekdays.${form}.${key}`)
  return typeof name === 'string' ? name.trim() : ''
}

const warned = new Set<Language>()

function warnOnce(language: Language): void {
  if (warned.has(language)) return
  warned.add(language)
  console.warn('no translated weekday names:', language) // oxlint-disable-line no-console -- the specification asks for it: section 8
}

export function useWeekdays(): readonly Weekday[] {
  const { i18n } = useTranslation('date-picker')
  return weekdaysOf(i18n, languageOf(i18n))
}
