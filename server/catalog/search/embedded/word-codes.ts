import { wordsOf } from '#server/catalog/search/text-folding.ts'
import { MAX_WORD_BYTES, type WordDictionary } from './word-dictionary.ts'

/** The different codes in the order of the text: the first `count` of `values`, which the next call overwrites. */
export type WordCodes = { values: Uint32Array; count: number }

/**
 * Reads the words of texts into a dictionary, `most` words in all. Plain text goes from letters to bytes without a string for each word; that
 * also keeps the dictionary from holding on to whole texts, because the engine may store a word as a slice of the text that it was found in.
 */
export function createWordReader(dictionary: WordDictionary, most: number) {
  const letters = new Uint8Array(MAX_WORD_BYTES)
  const encoder = new TextEncoder()
  const codes: WordCodes = { values: new Uint32Array(most), count: 0 }
  let left = most
  const take = (length: number): void => {
    if (length === 0 || left === 0) return
    left--
    const code = dictionary.codeOf(letters, length)
    for (let at = 0; at < codes.count; at++) if (codes.values[at] === code) return
    codes.values[codes.count++] = code
  }
  const takeFolded = (text: string): void => {
    for (const word of wordsOf(text)) {
      if (left === 0) return
      take(encoder.encodeInto(word, letters).written)
    }
  }
  const takePlain = (text: string): void => {
    let length = 0
    for (let at = 0; at < text.length && left > 0; at++) {
      const letter = foldLetter(text.charCodeAt(at))
      if (letter === GAP) {
        take(length)
        length = 0
      } else if (length < MAX_WORD_BYTES) letters[length++] = letter
    }
    take(length)
  }
  return (texts: readonly string[]): WordCodes => {
    codes.count = 0
    left = most
    for (const text of texts) (ASCII.test(text) ? takePlain : takeFolded)(text)
    return codes
  }
}

const ASCII = /^[\x00-\x7f]*$/
const GAP = 0

/** The small letter or digit; `GAP` for other characters of ASCII. */
const foldLetter = (code: number): number => FOLDED[code] ?? GAP

const FOLDED = Uint8Array.from({ length: 128 }, (_, code) => {
  const letter = String.fromCharCode(code).toLowerCase()
  return /[a-z0-9]/.test(letter) ? letter.charCodeAt(0) : GAP
})
