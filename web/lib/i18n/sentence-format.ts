import { type Language, languageInfo } from '#i18n/languages.ts'

/** Formats of what stands within a sentence. */
export function createSentenceFormats(language: Language) {
  const { locale } = languageInfo[language]
  const days = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const choices = new Intl.ListFormat(locale, { type: 'disjunction' })
  return {
    /** 1 → yesterday, 0 → today. */
    daysAgo: (count: number) => days.format(-count, 'day'),
    /** One of several: Dawn, Horizon, or Sense. */
    either: (parts: readonly string[]) => choices.format(parts),
    /** Only German keeps the capital letter of a name. */
    name: (text: string) =>
      language === 'de' ? text : text.slice(0, 1).toLocaleLowerCase(locale) + text.slice(1),
  }
}

export type SentenceFormats = ReturnType<typeof createSentenceFormats>
