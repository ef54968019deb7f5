import { readFileSync } from 'node:fs'
import type { Language } from '#i18n/languages.ts'
import { createDateFormats } from '#web/lib/dates/date-format.ts'
import { createFilterLabels } from '#web/lib/i18n/filter-labels.ts'
import { createFormats } from '#web/lib/i18n/format.ts'
import { createI18n } from '#web/lib/i18n/load-texts.ts'

/** What the browser calls filters and their values. */
export function filterLabelsIn(language: Language) {
  const file = new URL(`../i18n/locales/${language}/list.json`, import.meta.url)
  const i18n = createI18n(language, {
    [language]: { list: JSON.parse(readFileSync(file, 'utf8')) },
  })
  const t = i18n.getFixedT(language, 'list')
  return { t, words: createFilterLabels(t, createFormats(language), createDateFormats(language)) }
}
