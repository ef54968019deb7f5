import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDictionary, findWords } from './dictionary.ts'

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'ı', '日', '😀'), minLength: 1, maxLength: 6 })

test('the search finds the same words as a full scan, even when words are added in between', () => {
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 60 }), fc.array(letters, { maxLength: 5 }), (known, asked) => {
      const dictionary = createDictionary()
      for (const word of [...asked, ...asked]) {
        for (const other of known.splice(0, 9)) dictionary.codeOf(other)
        const found = new Set<number>()
        findWords(dictionary, word, (code) => found.add(code))
        const all = Array.from({ length: dictionary.size() - 1 }, (_, at) => at + 1)
        const fits = (value: string) =>
          word.length >= 4 ? value.includes(word) : value.startsWith(word) || value.endsWith(word)
        expect([...found].toSorted((a, b) => a - b)).toEqual(
          all.filter((code) => fits(dictionary.valueAt(code))),
        )
      }
    }),
  )
})

test('the search finds words beyond the first sixteen thousand, and words added after the first search', () => {
  const dictionary = createDictionary()
  const find = (word: string) => {
    const found: string[] = []
    findWords(dictionary, word, (code) => found.push(dictionary.valueAt(code)))
    return found
  }
  for (let at = 0; at < 40_000; at++) dictionary.codeOf(`w${at}x`)
  expect(find('w16383x')).toEqual(['w16383x'])
  expect(find('w39999')).toEqual(['w39999x'])
  for (let at = 40_000; at < 60_000; at++) dictionary.codeOf(`w${at}x`)
  expect(find('59999')).toEqual(['w59999x'])
  expect(find('40000')).toEqual(['w40000x'])
  expect(find('w12')).toHaveLength(1 + 10 + 100 + 1000)
})
