import { type Language, languageInfo } from '#i18n/languages.ts'
import { colonOf, perLanguage, useLanguage } from './language.ts'

/** Smaller numbers fit beside a chart. */
const SHORTENED_FROM = 100_000

/** Dates are in UTC, so that the server and every browser print the same. */
export function createFormats(language: Language) {
  const { locale, currency: planCurrency } = languageInfo[language]
  const numbers = (options: Intl.NumberFormatOptions = {}) =>
    made(() => new Intl.NumberFormat(locale, options))
  const whole = numbers()
  const short = numbers({ notation: 'compact', maximumFractionDigits: 1 })
  const decimals = numbers({ maximumFractionDigits: 1 })
  const difference = numbers({ signDisplay: 'exceptZero' })
  const ago = made(() => new Intl.RelativeTimeFormat(locale, { style: 'short', numeric: 'auto' }))
  const share = numbers({ style: 'percent', maximumFractionDigits: 1 })
  const wholeShare = numbers({ style: 'percent' })
  const signedShare = numbers({ style: 'percent', signDisplay: 'exceptZero' })
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
    number: (value: number) => whole().format(value),
    /** For a text with plural forms: the number that chooses the form, and how it is written. */
    counted: (count: number) => ({ count, total: whole().format(count) }),
    /** Short, for the axis of a chart: 1,200,000 → 1.2M. */
    axisNumber: (value: number) => (value < SHORTENED_FROM ? whole() : short()).format(value),
    /** With at most one decimal place. */
    decimal: (value: number) => decimals().format(value),
    /** With its sign: 8 → +8. */
    signed: (value: number) => difference().format(value).replace('-', '−'),
    // 5 January 1970 was a Monday.
    /** Short name of a day: 1 = Monday … 7 = Sunday. */
    weekday: (day: number) => weekdays().format(new Date(Date.UTC(1970, 0, 4 + day))),
    /** 0.973 → 97.3 %. */
    percent: (value: number) => share().format(value),
    /** 0.2543 → 25 %. */
    wholePercent: (value: number) => wholeShare().format(value),
    /** 0.254 → +25 %. */
    change: (value: number) => signedShare().format(value).replace('-', '−'),
    /** A UTC day, `2026-11-20` → Nov 20, 2026, or that of an ISO timestamp. */
    day: (iso: string) => dayFormat().format(new Date(iso)),
    /** The same without its year. */
    shortDay: (iso: string) => shortDayFormat().format(new Date(iso)),
    /** An ISO timestamp as time in UTC, of 24 hours in every language. */
    time: (iso: string) => timeFormat().format(new Date(iso)),
    /** An ISO timestamp as date and time in UTC. */
    moment: (iso: string) => momentFormat().format(new Date(iso)),
    /** 3 → 3 min. ago, 0 → now. */
    minutesAgo: (minutes: number) =>
      minutes > 0 ? ago().format(-minutes, 'minute') : ago().format(0, 'second'),
    /** A decimal string or number with its ISO currency; without a currency only the number. */
    money: (amount: string | number, currency: string | null) =>
      formatMoney(locale, amount, currency),
    /** `EUR` → Euro. */
    currency: (code: string) => named(currencies(), code.toUpperCase()),
    /**
     * A plan's price, without decimals if it is whole; the default currency is the one of the
     * language.
     */
    planPrice: (amount: number, currency: string = planCurrency) => plan(currency).format(amount),
    /** `DE` → Germany. */
    country: (code: string) => named(regions(), code.toUpperCase()),
    colon: colonOf(language),
    /** Capitalises a text for the start of a sentence: in Turkish, `i` becomes `İ`. */
    capitalised: (text: string) => text.slice(0, 1).toLocaleUpperCase(locale) + text.slice(1),
    /** `pt-BR` → Portuguese (Brazil). */
    language: (tag: string) => named(languages(), tag),
  }
}

function formatMoney(locale: string, amount: string | number, currency: string | null): string {
  if (!currency) return new Intl.NumberFormat(locale).format(Number(amount))
  try {
    return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(Number(amount))
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

export type Formats = ReturnType<typeof createFormats>

const formatsOf = perLanguage(createFormats)

export const useFormats = () => formatsOf(useLanguage())
