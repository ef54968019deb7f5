import { type Language, languageInfo } from '#i18n/languages.ts'

/** 3900, 'EUR' → €39, 39 €, as the language writes it; cents only where they are not zero. */
export const formatAmount = (language: Language, amountMinor: number, currency: string): string =>
  new Intl.NumberFormat(languageInfo[language].locale, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(amountMinor / 100)
