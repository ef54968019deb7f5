import type { i18n } from 'i18next'
import { useTranslation } from 'react-i18next'
import { languageInfo, type Language } from '#i18n/languages.ts'
import { languageOf } from '#web/lib/load-texts.ts'

export type Weekday = { short: string; long: string }

/** In the order of `Date.getDay()`. */
const keys = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
const english = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

type WeekdayTexts = Pick<i18n, 'getResource' | 'language'>

/** The weekdays in the order of this language's week. If a translation lacks one, its English abbreviation. */
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

/** Weekdays of the active language. */
export function useWeekdays(): readonly Weekday[] {
  const { i18n } = useTranslation('date-picker')
  return weekdaysOf(i18n, languageOf(i18n))
}
