const MARKS = /\p{M}+/gu

/** Folds text for comparison: without accents and capitals. */
export const foldText = (text: string): string =>
  text.normalize('NFKD').replace(MARKS, '').toLowerCase().replaceAll('ß', 'ss').replaceAll('ı', 'i')

const WORD = /[\p{L}\p{N}]+/gu

/** The folded words of a text, in their order. */
export const wordsOf = (text: string): string[] => foldText(text).match(WORD) ?? []
