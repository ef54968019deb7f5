import type { Language } from '#i18n/languages.ts'

/** Between a name and what is said of it: the French leave a space before the sign, on the same line as the name. */
export const colonOf = (language: Language): string => (language === 'fr' ? '\u00a0: ' : ': ')
