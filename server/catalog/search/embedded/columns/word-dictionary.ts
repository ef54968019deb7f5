import { wordsOf } from '#server/catalog/search/text-folding.ts'
import { createCodeTable } from './code-table.ts'
import { growableUint32 } from './growable-arrays.ts'

/**
 * The words of all stores, numbered from 1. They are kept as bytes: a map of strings takes six
 * times the memory, and the engine's maps end at 2^24 entries.
 */
export type WordDictionary = {
  /** The code of the word in the first `length` bytes of `letters`; a new word is added. */
  codeOf: (letters: Uint8Array, length: number) => number
  wordAt: (code: number) => string
  placeOf: (code: number) => number
  blocks: readonly WordBlock[]
  size: () => number
}

/**
 * UTF-8, with a line end before the first word and after each: one native search covers thousands
 * of words. A block never moves.
 */
export type WordBlock = {
  bytes: Buffer
  used: number
  /** The code of its first word; the words of a block have consecutive codes. */
  first: number
}

const BLOCK_BYTES = 2 ** 20
/** Bytes beyond are cut off: no language has a word this long. */
export const MAX_WORD_BYTES = 2 ** 12
export const LINE_END = 10

export function createWordDictionary(): WordDictionary {
  const blocks: WordBlock[] = []
  /** Each word's first byte, counted over all blocks. */
  const starts = growableUint32()
  let size = 1
  const bytesOf = (code: number) =>
    blocks[Math.floor((starts.values[code] ?? 0) / BLOCK_BYTES)]?.bytes
  const placeOf = (code: number) => (starts.values[code] ?? 0) % BLOCK_BYTES
  const codes = createCodeTable((code) => {
    const bytes = bytesOf(code)
    return bytes ? hashOf(bytes, placeOf(code), BLOCK_BYTES) : 0
  })
  let asked: Uint8Array = new Uint8Array()
  let askedLength = 0
  const isAsked = (code: number): boolean => {
    const [bytes, place] = [bytesOf(code), placeOf(code)]
    if (bytes?.[place + askedLength] !== LINE_END) return false
    for (let at = 0; at < askedLength; at++) if (bytes[place + at] !== asked[at]) return false
    return true
  }
  return {
    blocks,
    placeOf,
    size: () => size,
    codeOf(letters, length) {
      asked = letters
      askedLength = Math.min(length, MAX_WORD_BYTES)
      const hash = hashOf(letters, 0, askedLength)
      const known = codes.find(hash, isAsked)
      if (known !== 0) return known
      starts.set(size, appendWord(blocks, size, letters.subarray(0, askedLength)))
      codes.add(hash, size)
      return size++
    },
    wordAt(code) {
      if (code <= 0 || code >= size) return ''
      const [bytes, place] = [bytesOf(code), placeOf(code)]
      return bytes?.toString('utf8', place, bytes.indexOf(LINE_END, place)) ?? ''
    },
  }
}

/** @returns where it begins, counted over all blocks */
function appendWord(blocks: WordBlock[], code: number, letters: Uint8Array): number {
  let block = blocks.at(-1)
  if (!block || block.used + letters.length + 1 > BLOCK_BYTES) {
    block = { bytes: Buffer.alloc(BLOCK_BYTES), used: 1, first: code }
    block.bytes[0] = LINE_END
    blocks.push(block)
  }
  const place = block.used
  block.bytes.set(letters, place)
  block.used += letters.length
  block.bytes[block.used++] = LINE_END
  return (blocks.length - 1) * BLOCK_BYTES + place
}

/**
 * FNV-1a of the bytes up to a line end or `end`, with the bits mixed: a table takes its slot from
 * the lowest and its shard from the highest.
 */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let at = start; at < end && bytes[at] !== LINE_END; at++)
    hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

/**
 * The different codes in the order of the text: the first `count` of `values`, which the next call
 * overwrites.
 */
export type WordCodes = { values: Uint32Array; count: number }

/**
 * Reads the words of texts into a dictionary, `limit` in all, from letters to bytes without a
 * string for each word: the engine may store a word as a slice of its text, and the dictionary
 * would hold on to whole texts.
 */
export function createWordReader(dictionary: WordDictionary, limit: number) {
  const letters = new Uint8Array(MAX_WORD_BYTES)
  const encoder = new TextEncoder()
  const codes: WordCodes = { values: new Uint32Array(limit), count: 0 }
  let left = limit
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
    left = limit
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
