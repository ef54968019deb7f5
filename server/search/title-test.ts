import { foldText } from './fold-text.ts'

const MAX_WORDS = 8
const GAP = /[^\p{L}\p{N}]+/u

/** Whether a folded title contains every word of a text; null when the text has no words, so that every title passes. */
export function createTitleTest(text: string): ((foldedTitle: string) => boolean) | null {
  const words = foldText(text)
    .split(GAP)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)
  return words.length === 0 ? null : (title) => words.every((word) => title.includes(word))
}
