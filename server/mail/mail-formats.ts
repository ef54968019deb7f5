import { type Language, languageInfo } from '#i18n/languages.ts'

/** Figures, days and places as a language writes them. Days are UTC. */
export function mailFormats(language: Language) {
  const { locale } = languageInfo[language]
  const atStart = (day: string) => new Date(`${day}T00:00:00Z`)
  const dayFormat = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  return {
    number: (value: number) => new Intl.NumberFormat(locale).format(value),
    /** 0.12 → +12%. */
    change: (share: number) =>
      new Intl.NumberFormat(locale, { style: 'percent', signDisplay: 'exceptZero' }).format(share),
    day: (day: string) => dayFormat({ dateStyle: 'medium' }).format(atStart(day)),
    /** Without its year. */
    shortDay: (day: string) => dayFormat({ day: 'numeric', month: 'long' }).format(atStart(day)),
    weekday: (day: string) =>
      dayFormat({ weekday: 'long', day: 'numeric', month: 'long' }).format(atStart(day)),
    country: (code: string) => {
      try {
        return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code
      } catch {
        return code // not a country: shops may publish anything
      }
    },
  }
}
