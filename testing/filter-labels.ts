import type { Language } from '#i18n/languages.ts'
import { createDateFormats } from '#web/lib/dates/date-format.ts'
import { createFilterLabels } from '#web/lib/i18n/filter-labels.ts'
import { createFormats } from '#web/lib/i18n/format.ts'
import { i18nIn } from './render-screen.tsx'

/** What the browser calls filters and their values. */
export function filterLabelsIn(language: Language) {
  const t = i18nIn(language).getFixedT(language, 'list')
  return { t, words: createFilterLabels(t, createFormats(language), createDateFormats(language)) }
}
