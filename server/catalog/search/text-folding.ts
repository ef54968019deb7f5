const MARKS = /\p{M}+/gu

const ASCII = /^[\x00-\x7f]*$/

/** Folds text for comparison: without accents and capitals. */
export const foldText = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replace(MARKS, '')
        .toLowerCase()
        .replaceAll('ß', 'ss')
        .replaceAll('ı', 'i')

const WORD = /[\p{L}\p{N}]+/gu

/** The folded words of a text, in their order. */
export const wordsOf = (text: string): string[] => foldText(text).match(WORD) ?? []

const MAX_WORDS = 8
const GAP = /[^\p{L}\p{N}]+/u

/** The words that a title or a store must contain, folded. */
export const searchWords = (text: string): string[] =>
  foldText(text)
    .split(GAP)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)

/**
 * Whether a folded title contains every word of a text; null when the text has no words, so that
 * every title passes.
 */
export function createTitleTest(text: string): ((foldedTitle: string) => boolean) | null {
  const words = searchWords(text)
  return words.length === 0 ? null : (title) => words.every((word) => title.includes(word))
}
