import { eld } from 'eld/extrasmall'
import { factOf } from '#discovery/extract/fact.ts'
import type { Fact } from '#discovery/extract/store-snapshot.ts'

const MIN_LETTERS = 40
const MIN_SCORE = 0.6
/** Below this lead the second language is about as likely: brand and product names read like several languages. */
const MIN_LEAD = 0.06

/** Scripts that put no spaces between words; a few letters carry a lot of meaning. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu

/** Language of a text (ISO 639-1); null if the text is too short or fits several languages. */
export function languageOfText(text: string): string | null {
  const letters = text.replaceAll(/[^\p{L}]/gu, '').length + (text.match(DENSE)?.length ?? 0) * 2
  if (letters < MIN_LETTERS) return null
  const result = eld.detect(text.slice(0, 2000))
  if (!result.isReliable()) return null
  const [first = 0, second = 0] = Object.values(result.getScores()).toSorted((a, b) => b - a)
  return first >= MIN_SCORE && first - second >= MIN_LEAD ? result.language : null
}

/** The language in which the shop describes itself, with the evidence of the description. */
export function extractAboutLanguage(about: Fact<string> | null): Fact<string> | null {
  const language = about ? languageOfText(about.value) : null
  if (!about || !language) return null
  const { url, path, observedAt } = about.evidence
  return factOf(language, 'inferred', { url, fetchedAt: observedAt }, path)
}
