import { type Language, languageInfo } from '#i18n/languages.ts'

/** Day and time as the language writes them. The reader's time zone is unknown here, so the text names the zone. */
export const formatMoment = (language: Language, moment: Date): string =>
  `${new Intl.DateTimeFormat(languageInfo[language].locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(moment)} UTC`
