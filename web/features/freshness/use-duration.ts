import { useTranslation } from 'react-i18next'
import type { Language } from '#i18n/languages.ts'
import { languageOf } from '#web/lib/load-texts.ts'
import { createDurationFormat } from './duration.ts'

const made = new Map<Language, (seconds: number) => string>()

/** Durations in the active language; a dash when not measured. */
export function useDuration(): (seconds: number | null) => string {
  const { i18n } = useTranslation()
  const language = languageOf(i18n)
  const format = made.get(language) ?? createDurationFormat(language)
  made.set(language, format)
  return (seconds) => (seconds === null ? '–' : format(seconds))
}
