const MARKS = /\p{M}+/gu

const ASCII = /^[\x00-\x7f]*$/

/** Without accents and capitals. */
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

export const wordsOf = (text: string): string[] => foldText(text).match(WORD) ?? []

const MAX_WORDS = 8

/** Folded. */
export const searchWords = (text: string): string[] => wordsOf(text).slice(0, MAX_WORDS)

const MIN_LONG_WORD = 4

/**
 * What to look for among words between line ends: a word has to begin or end one of them, or occur
 * within one when it is long.
 */
export const needlesOf = (word: string): string[] =>
  word.length < MIN_LONG_WORD ? [`\n${word}`, `${word}\n`] : [word]

/** Null when the text has no words, so that every title passes. */
export function createTitleTest(text: string): ((foldedTitle: string) => boolean) | null {
  const words = searchWords(text)
  return words.length === 0 ? null : (title) => words.every((word) => title.includes(word))
}
