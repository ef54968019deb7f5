import { languageInfo, type Language } from '#i18n/languages.ts'
import { colonOf } from '#web/lib/colon.ts'
import { useLanguage } from '#web/lib/use-language.ts'

export type Formats = {
  number: (value: number) => string
  /** 0.973 → 97.3 %. */
  percent: (share: number) => string
  /** 0.2543 → 25 %. */
  wholePercent: (share: number) => string
  /** A UTC day, `2026-11-20` → Nov 20, 2026. */
  day: (day: string) => string
  /** A UTC day without its year. */
  shortDay: (day: string) => string
  /** An ISO moment as date and time in UTC. */
  moment: (iso: string) => string
  /** A decimal string or number with its ISO currency; without a currency just the number. */
  money: (amount: string | number, currency: string | null) => string
  /** `EUR` → Euro. */
  currency: (code: string) => string
  /** A plan's price, whole where it is; without a currency in the language's own. */
  planPrice: (amount: number, currency?: string) => string
  /** `DE` → Germany. */
  country: (code: string) => string
  /** What is written small in the midst of a sentence, at the beginning of one: in Turkish, `i` becomes `İ`. */
  capitalised: (text: string) => string
  /** Between a name and its value. */
  colon: string
  /** `pt-BR` → Portuguese (Brazil). */
  language: (tag: string) => string
}

/** All formats of one language. Dates are UTC everywhere: the server and every browser then print the same. */
export function createFormats(language: Language): Formats {
  const { locale, currency: planCurrency } = languageInfo[language]
  const whole = new Intl.NumberFormat(locale)
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const wholeShare = new Intl.NumberFormat(locale, { style: 'percent' })
  const dayFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const shortDayFormat = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const momentFormat = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  const plan = (currency: string) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' })
  const regions = new Intl.DisplayNames(locale, { type: 'region' })
  const currencies = new Intl.DisplayNames(locale, { type: 'currency' })
  const tongues = new Intl.DisplayNames(locale, { type: 'language', languageDisplay: 'standard' })
  return {
    number: (value) => whole.format(value),
    percent: (value) => share.format(value),
    wholePercent: (value) => wholeShare.format(value),
    day: (day) => dayFormat.format(new Date(`${day}T00:00:00Z`)),
    shortDay: (day) => shortDayFormat.format(new Date(`${day}T00:00:00Z`)),
    moment: (iso) => momentFormat.format(new Date(iso)),
    money: (amount, currency) => formatMoney(locale, amount, currency),
    currency: (code) => named(currencies, code.toUpperCase()),
    planPrice: (amount, currency = planCurrency) => plan(currency).format(amount),
    country: (code) => named(regions, code.toUpperCase()),
    colon: colonOf(language),
    capitalised: (text) => text.slice(0, 1).toLocaleUpperCase(locale) + text.slice(1),
    language: (tag) => named(tongues, tag),
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

const made = new Map<Language, Formats>()

/** The formats of the active language. */
export function useFormats(): Formats {
  const language = useLanguage()
  const formats = made.get(language) ?? createFormats(language)
  made.set(language, formats)
  return formats
}
