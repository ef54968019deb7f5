import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordsOf } from '#server/catalog/search/text-folding.ts'
import { createWordReader, createWordDictionary, MAX_WORD_BYTES } from './word-dictionary.ts'
import { findWords } from './word-search.ts'

const letters = fc.string({
  unit: fc.constantFrom('a', 'b', 'ı', '日', '😀'),
  minLength: 1,
  maxLength: 6,
})
const encoder = new TextEncoder()

function createWords() {
  const dictionary = createWordDictionary()
  const add = (word: string) => {
    const bytes = encoder.encode(word)
    return dictionary.codeOf(bytes, bytes.length)
  }
  const find = async (word: string) => {
    const found = new Set<number>()
    await findWords(dictionary, word, (code) => found.add(code))
    return [...found].toSorted((a, b) => a - b).map(dictionary.wordAt)
  }
  return { dictionary, add, find }
}

test('the search finds the same words as a full scan, even when words are added in between', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(letters, { maxLength: 60 }),
      fc.array(letters, { maxLength: 5 }),
      async (known, asked) => {
        const { dictionary, add, find } = createWords()
        for (const word of [...asked, ...asked]) {
          for (const other of known.splice(0, 9)) add(other)
          const all = Array.from({ length: dictionary.size() - 1 }, (_, at) =>
            dictionary.wordAt(at + 1),
          )
          const fits = (value: string) =>
            word.length >= 4 ? value.includes(word) : value.startsWith(word) || value.endsWith(word)
          expect(await find(word)).toEqual(all.filter(fits))
        }
      },
    ),
  )
})

test('the search finds words in every block, and words added after the first search', async () => {
  const { dictionary, add, find } = createWords()
  const addMany = (from: number, end: number) => {
    for (let at = from; at < end; at++) add(`w${at}x`)
  }
  addMany(0, 300_000)
  expect(dictionary.blocks.length).toBeGreaterThan(2)
  expect(await find('w163839x')).toEqual(['w163839x'])
  expect(await find('w299999')).toEqual(['w299999x'])
  expect(await find('w12')).toHaveLength(1 + 10 + 100 + 1000 + 10_000)
  addMany(300_000, 400_000)
  expect(await find('359999')).toEqual(['w359999x'])
  expect(await find('w300000x')).toEqual(['w300000x'])
})

test.each(['ab', 'lamp'])(
  'a search for %s leaves out the words that are added while it pauses',
  async (word) => {
    const { dictionary, add } = createWords()
    const known = Array.from({ length: 3_000 }, (_, at) => add(`${word}${at}`))
    const last = add('last')
    const found = new Set<number>()
    let count = 0
    await findWords(
      dictionary,
      word,
      (code) => found.add(code),
      async () => void add(`${count++}${word}`),
    )
    expect(count).toBeGreaterThan(2)
    expect([...found]).toEqual(known)
    expect(found).not.toContain(last)
  },
)

test('a word has one code however often and in whatever order it comes', () => {
  const { dictionary, add } = createWords()
  const words = Array.from({ length: 50_000 }, (_, at) => (at * 7919).toString(36))
  const codes = words.map(add)
  expect(new Set(codes).size).toBe(words.length)
  expect(words.toReversed().map(add)).toEqual(codes.toReversed())
  expect(dictionary.size()).toBe(words.length + 1)
  expect(codes.map(dictionary.wordAt)).toEqual(words)
})

const texts = fc.array(
  fc.string({
    unit: fc.oneof(
      fc.constantFrom('a', 'B', '7', ' ', '-', 'É', 'ß', 'İ', '\u0301', '日', 'Σ', '\ud800'),
      fc.string(),
    ),
    maxLength: 12,
  }),
  { maxLength: 4 },
)

test('texts are read as the words of their join: folded, the first of them, each once', () => {
  fc.assert(
    fc.property(
      fc.array(texts, { maxLength: 5 }),
      fc.integer({ min: 1, max: 9 }),
      (stores, most) => {
        const dictionary = createWordDictionary()
        const read = createWordReader(dictionary, most)
        for (const store of stores) {
          const { values, count } = read(store)
          const words = [...values.subarray(0, count)].map(dictionary.wordAt)
          expect(words).toEqual([...new Set(wordsOf(store.join(' ')).slice(0, most))])
        }
      },
    ),
  )
})

test('a word beyond any language is cut, and found by its beginning', async () => {
  const { dictionary, find } = createWords()
  const long = 'x'.repeat(3 * MAX_WORD_BYTES)
  const { count } = createWordReader(dictionary, 80)([`before ${long} after`, `é${long}`])
  expect(count).toBe(4)
  expect((await find('xxxx')).map((word) => word.length)).toEqual([MAX_WORD_BYTES, MAX_WORD_BYTES])
})

test('a search of half a million words pauses after each block and at every thousand hits', async () => {
  const { dictionary, add } = createWords()
  for (let at = 0; at < 500_000; at++) add(at.toString(36))
  for (const word of ['a', '2k', '9zzz']) {
    let [hits, pauses, most] = [0, 0, 0]
    await findWords(
      dictionary,
      word,
      () => void (most = Math.max(most, ++hits)),
      () => {
        pauses++
        hits = 0
        return undefined
      },
    )
    expect(most).toBeLessThanOrEqual(1_024)
    expect(pauses).toBeGreaterThanOrEqual(dictionary.blocks.length)
  }
})
