import { type Language, languageInfo } from '#i18n/languages.ts'
import { colonOf, useLanguage } from './language.ts'

export type Formats = {
  number: (value: number) => string
  /** Short, for the axis of a chart: 1,200,000 → 1.2M. */
  axisNumber: (value: number) => string
  /** With at most one decimal place. */
  decimal: (value: number) => string
  /** With its sign: 8 → +8. */
  signed: (value: number) => string
  /** Short name of a day: 1 = Monday … 7 = Sunday. */
  weekday: (day: number) => string
  /** 0.973 → 97.3 %. */
  percent: (share: number) => string
  /** 0.2543 → 25 %. */
  wholePercent: (share: number) => string
  /** 0.254 → +25 %. */
  change: (share: number) => string
  /** A UTC day, `2026-11-20` → Nov 20, 2026. */
  day: (day: string) => string
  /** A UTC day without its year. */
  shortDay: (day: string) => string
  /** An ISO timestamp as time in UTC, of 24 hours in every language. */
  time: (iso: string) => string
  /** An ISO timestamp as date and time in UTC. */
  moment: (iso: string) => string
  /** 3 → 3 min. ago, 0 → now. */
  minutesAgo: (minutes: number) => string
  /** A decimal string or number with its ISO currency; without a currency only the number. */
  money: (amount: string | number, currency: string | null) => string
  /** `EUR` → Euro. */
  currency: (code: string) => string
  /**
   * A plan's price, without decimals if it is whole; the default currency is the one of the
   * language.
   */
  planPrice: (amount: number, currency?: string) => string
  /** `DE` → Germany. */
  country: (code: string) => string
  /** Capitalises a text for the start of a sentence: in Turkish, `i` becomes `İ`. */
  capitalised: (text: string) => string
  colon: string
  /** `pt-BR` → Portuguese (Brazil). */
  language: (tag: string) => string
}

/** Smaller numbers fit beside a chart. */
const SHORTENED_FROM = 100_000

/** Dates are in UTC, so that the server and every browser print the same. */
export function createFormats(language: Language): Formats {
  const { locale, currency: planCurrency } = languageInfo[language]
  const whole = made(() => new Intl.NumberFormat(locale))
  const short = made(
    () => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }),
  )
  const decimals = made(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }))
  const difference = made(() => new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' }))
  const ago = made(() => new Intl.RelativeTimeFormat(locale, { style: 'short', numeric: 'auto' }))
  const share = made(
    () => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }),
  )
  const wholeShare = made(() => new Intl.NumberFormat(locale, { style: 'percent' }))
  const signedShare = made(
    () => new Intl.NumberFormat(locale, { style: 'percent', signDisplay: 'exceptZero' }),
  )
  const dates = (options: Intl.DateTimeFormatOptions) =>
    made(() => new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }))
  const weekdays = dates({ weekday: 'short' })
  const dayFormat = dates({ dateStyle: 'medium' })
  const shortDayFormat = dates({ day: 'numeric', month: 'short' })
  const timeFormat = dates({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const momentFormat = dates({ dateStyle: 'medium', timeStyle: 'short' })
  const plan = (currency: string) =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      trailingZeroDisplay: 'stripIfInteger',
    })
  const names = (options: Intl.DisplayNamesOptions) =>
    made(() => new Intl.DisplayNames(locale, options))
  const regions = names({ type: 'region' })
  const currencies = names({ type: 'currency' })
  const languages = names({ type: 'language', languageDisplay: 'standard' })
  return {
    number: (value) => whole().format(value),
    axisNumber: (value) => (value < SHORTENED_FROM ? whole() : short()).format(value),
    decimal: (value) => decimals().format(value),
    signed: (value) => difference().format(value).replace('-', '−'),
    // 5 January 1970 was a Monday.
    weekday: (day) => weekdays().format(new Date(Date.UTC(1970, 0, 4 + day))),
    percent: (value) => share().format(value),
    wholePercent: (value) => wholeShare().format(value),
    change: (value) => signedShare().format(value).replace('-', '−'),
    day: (day) => dayFormat().format(new Date(`${day}T00:00:00Z`)),
    shortDay: (day) => shortDayFormat().format(new Date(`${day}T00:00:00Z`)),
    time: (iso) => timeFormat().format(new Date(iso)),
    moment: (iso) => momentFormat().format(new Date(iso)),
    minutesAgo: (minutes) =>
      minutes > 0 ? ago().format(-minutes, 'minute') : ago().format(0, 'second'),
    money: (amount, currency) => formatMoney(locale, amount, currency),
    currency: (code) => named(currencies(), code.toUpperCase()),
    planPrice: (amount, currency = planCurrency) => plan(currency).format(amount),
    country: (code) => named(regions(), code.toUpperCase()),
    colon: colonOf(language),
    capitalised: (text) => text.slice(0, 1).toLocaleUpperCase(locale) + text.slice(1),
    language: (tag) => named(languages(), tag),
  }
}

function formatMoney(locale: string, amount: string | number, currency: string | null): string {
  if (!currency) return new Intl.NumberFormat(locale).format(Number(amount))
  try {
    return new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
    }).format(Number(amount))
  } catch {
    return `${amount} ${currency}` // not a currency code: shops may publish anything
  }
}

function named(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code
  } catch {
    return code // not well-formed: shops may publish anything
  }
}

/** Each format takes milliseconds on a slow phone, and a page uses two or three. */
function made<T>(make: () => T): () => T {
  let value: T | undefined
  return () => (value ??= make())
}

const ofLanguages = new Map<Language, Formats>()

export function useFormats(): Formats {
  const language = useLanguage()
  const formats = ofLanguages.get(language) ?? createFormats(language)
  ofLanguages.set(language, formats)
  return formats
}
