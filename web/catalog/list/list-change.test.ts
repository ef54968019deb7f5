import { expect, test } from 'vitest'
import { MAX_LIST_QUERY } from '#contracts/catalog/store-filters.ts'
import { fitsAddress } from './list-change.ts'

const long = (letters: number) =>
  new URLSearchParams({ theme: 'x'.repeat(letters - 'theme='.length) })

test('an address may grow to the longest query of a list; a longer one may only shrink', () => {
  const short = new URLSearchParams()
  expect(fitsAddress(long(MAX_LIST_QUERY), short)).toBe(true)
  expect(fitsAddress(long(MAX_LIST_QUERY + 1), short)).toBe(false)
  expect(fitsAddress(long(MAX_LIST_QUERY + 5), long(MAX_LIST_QUERY + 9))).toBe(true)
  expect(fitsAddress(long(MAX_LIST_QUERY + 9), long(MAX_LIST_QUERY + 5))).toBe(false)
})
