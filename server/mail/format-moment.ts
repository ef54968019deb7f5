import { type Language, languageInfo } from '#i18n/languages.ts'

/** Day and time as the language writes them. Nobody's time zone is known here, so it says which one it is. */
export const formatMoment = (language: Language, moment: Date): string =>
  `${new Intl.DateTimeFormat(languageInfo[language].locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(moment)} UTC`
