import { readFileSync } from 'node:fs'
import type { Language } from '#i18n/languages.ts'
import { createFormats } from '#web/lib/i18n/format.ts'
import { createI18n } from '#web/lib/i18n/load-texts.ts'
import { createScoreWords, createSentenceFormats, plainName } from '#web/lib/i18n/score-words.ts'
import { filterLabelsIn } from './filter-labels.ts'

/** What the browser calls the factors of a score, their rules and their values. */
export function scoreWordsIn(language: Language) {
  const file = new URL(`../i18n/locales/${language}/score.json`, import.meta.url)
  const i18n = createI18n(language, {
    [language]: { score: JSON.parse(readFileSync(file, 'utf8')) },
  })
  const t = i18n.getFixedT(language, 'score')
  const { words } = filterLabelsIn(language)
  return createScoreWords({
    t,
    formats: createFormats(language),
    sentence: createSentenceFormats(language),
    labels: words,
    nameOf: plainName,
  })
}
