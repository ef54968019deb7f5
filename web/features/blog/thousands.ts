import { languageInfo, type Language } from '#i18n/languages.ts'

/** In thousands with a k, at most one decimal: 12,340 → 12.3k. */
export const inThousands = (count: number, language: Language): string =>
  `${new Intl.NumberFormat(languageInfo[language].locale, { maximumFractionDigits: 1 }).format(count / 1000)}k`
