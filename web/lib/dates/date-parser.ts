import { useTranslation } from 'react-i18next'
import { addDays, type Day, isDay } from '#contracts/dates.ts'
import { type Language, languageInfo } from '#i18n/languages.ts'
import { languageOf } from '#web/lib/i18n/load-texts.ts'
import { fold } from '#web/lib/search-text.ts'

/**
 * `isWhole` = complete; without a year, or with one of two digits, the user may still be typing.
 */
export type TypedDay = { day: Day; isWhole: boolean }

export type DateWords = {
  language: Language
  today: Day
  /** In this language, e.g. heute; the English words always work too. */
  words: { today: string; yesterday: string }
}

export function useDateWords(today: Day): DateWords {
  const { t, i18n } = useTranslation('date-picker')
  const words = { today: t('presets.today'), yesterday: t('presets.yesterday') }
  return { language: languageOf(i18n), today, words }
}

/**
 * Reads a typed date: 21.11.2026, 2026-11-21, 11/21/2026 in the order of the language, 21 Nov 2026
 * with month names of the language or in English, 21.11. without a year (the latest such day),
 * today and yesterday. Null for anything else.
 */
export function readDay(text: string, { language, today, words }: DateWords): TypedDay | null {
  const tokens = tokensOf(text)
  const phrase = tokens.join(' ')
  const isWord = (...each: string[]) => each.some((word) => tokensOf(word).join(' ') === phrase)
  if (phrase === '') return null
  if (isWord(words.today, 'today')) return { day: today, isWhole: true }
  if (isWord(words.yesterday, 'yesterday')) return { day: addDays(today, -1), isWhole: true }

  const numbers = tokens.filter((token) => /^\d+$/.test(token))
  const named = tokens.map((token) => monthNamed(token, language)).filter((month) => month !== null)
  const isMonthFirst = language === 'en' && !text.includes('.')
  if (named.length > 1) return null
  return named[0] === undefined
    ? readNumbers(tokens, isMonthFirst, today)
    : readWithMonth(numbers, named[0], today)
}

const tokensOf = (text: string): string[] => fold(text).match(/\d+|\p{L}+/gu) ?? []

function readNumbers(tokens: string[], isMonthFirst: boolean, today: Day): TypedDay | null {
  // Any other word among the numbers is unknown.
  if (tokens.some((token) => !/^\d+$/.test(token))) return null
  const [first = '', second = '', third = ''] = tokens
  if (tokens.length === 1 && first.length === 8) {
    return (
      dayFrom(first.slice(0, 4), first.slice(4, 6), first.slice(6)) ??
      ordered(first.slice(0, 2), first.slice(2, 4), first.slice(4), isMonthFirst)
    )
  }
  if (tokens.length === 2)
    return first.length > 2 ? null : latest(first, second, isMonthFirst, today)
  if (tokens.length !== 3) return null
  return first.length === 4
    ? dayFrom(first, second, third)
    : ordered(first, second, third, isMonthFirst)
}

/** A number that cannot be a month is the day, whatever the order. */
function ordered(
  first: string,
  second: string,
  year: string,
  isMonthFirst: boolean,
): TypedDay | null {
  const [month, day] = isMonthFirst ? [first, second] : [second, first]
  return dayFrom(year, month, day) ?? dayFrom(year, day, month)
}

function latest(first: string, second: string, isMonthFirst: boolean, today: Day): TypedDay | null {
  const years = [Number(today.slice(0, 4)), Number(today.slice(0, 4)) - 1]
  const days = years.map((year) => ordered(first, second, String(year), isMonthFirst))
  const past = days.find((each) => each !== null && each.day <= today)
  return past ? { day: past.day, isWhole: false } : null
}

function readWithMonth(numbers: string[], month: number, today: Day): TypedDay | null {
  const [first = '', second = ''] = numbers
  if (numbers.length === 1) return latest(String(month), first, true, today)
  if (numbers.length !== 2) return null
  return first.length === 4
    ? dayFrom(first, String(month), second)
    : dayFrom(second, String(month), first)
}

function dayFrom(year: string, month: string, day: string): TypedDay | null {
  if (![2, 4].includes(year.length) || month.length > 2 || day.length > 2) return null
  const text = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(text) ? { day: text, isWhole: year.length === 4 } : null
}

/**
 * Names that people write and Intl does not: without umlauts, of other countries, contracted.
 * Folded, by language.
 */
const WRITTEN_MONTHS: Readonly<Record<string, string>> = {
  de: 'janner=1 jaenner=1 feber=2 maerz=3 mrz=3 juno=6 julei=7',
  es: 'setiembre=9',
  fr: 'fvr=2 jlt=7',
  tr: 'sbt=2 mrt=3 nsn=4 mys=5 hzr=6 tmz=7 agt=8 ags=8 eyl=9 ekm=10 ksm=11 arl=12',
}

type MonthName = { name: string; month: number }
const made = new Map<string, readonly MonthName[]>()

/**
 * The long and short month names of a language, folded; only the first word of names with several.
 */
function monthNames(locale: string): readonly MonthName[] {
  const known = made.get(locale)
  if (known) return known
  const names = (['long', 'short'] as const).flatMap((form) => {
    const format = new Intl.DateTimeFormat(locale, { month: form, day: 'numeric', timeZone: 'UTC' })
    return Array.from({ length: 12 }, (_, at) => {
      const parts = format.formatToParts(Date.UTC(2026, at, 1))
      return { name: fold(parts.find(({ type }) => type === 'month')?.value ?? ''), month: at + 1 }
    })
  })
  const written = WRITTEN_MONTHS[new Intl.Locale(locale).language] ?? ''
  for (const entry of written.split(' ')) {
    const [name = '', month = ''] = entry.split('=')
    if (name !== '') names.push({ name, month: Number(month) })
  }
  const letters = names.filter(({ name }) => /^\p{L}/u.test(name))
  const trimmed = letters.map(({ name, month }) => ({ name: name.replace(/\.$/, ''), month }))
  made.set(locale, trimmed)
  return trimmed
}

const MIN_MONTH_LETTERS = 3

function monthNamed(token: string, language: Language): number | null {
  if (token.length < MIN_MONTH_LETTERS || !/^\p{L}/u.test(token)) return null
  for (const locale of [languageInfo[language].locale, 'en-US']) {
    const names = monthNames(locale)
    const exact = names.find(({ name }) => name === token)
    const months = new Set(
      names.filter(({ name }) => name.startsWith(token)).map(({ month }) => month),
    )
    const [only] = months
    if (exact) return exact.month
    if (only !== undefined && months.size === 1) return only
  }
  return null
}
