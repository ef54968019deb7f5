import type { Language } from '#i18n/languages.ts'

/** Colon between a name and its value. French puts a no-break space before it. */
export const colonOf = (language: Language): string => (language === 'fr' ? '\u00a0: ' : ': ')
