import { expect, test } from 'vitest'
import type { LogEntry } from '#discovery/ct/ct-log.ts'
import { differenceOf, isOfNoName } from '#judges/logs.ts'
import { readSeen } from './certspotter.ts'

const PRINTED = `5e1f:
\t     DNS Name = shop.test
\t     DNS Name = www.shop.test
\t       Pubkey = 0a
\t    Log Entry = 17 @ https://lantern.ct-sim.test/l2026
\t       crt.sh = https://crt.sh/?sha256=5e1f

Unable to determine if log entry matches your watchlist.
\t    Log Entry = 18 @ https://lantern.ct-sim.test/l2026/
\t    Leaf Hash = 5e
\t        Error = error parsing precert TBSCertificate

`

test("certspotter's output is read by log and entry", () => {
  expect(Object.fromEntries(readSeen(PRINTED))).toEqual({
    'https://lantern.ct-sim.test/l2026/17': { names: ['shop.test', 'www.shop.test'] },
    'https://lantern.ct-sim.test/l2026/18': {
      names: [],
      error: 'error parsing precert TBSCertificate',
    },
  })
})

const entry = (...names: string[]): LogEntry => ({ index: 17, timestampMs: 0, names })

test('a name that only one of two readers finds is a difference; another spelling is not', () => {
  const theirs = { names: ['shop.test', 'www.shop.test'] }
  expect(differenceOf(entry('WWW.shop.test', 'shop.test.'), theirs)).toBeNull()
  expect(differenceOf(entry(), undefined)).toBeNull()
  expect(differenceOf(entry('shop.test'), theirs)).toEqual({ theirs: ['www.shop.test'], ours: [] })
  expect(differenceOf(entry('shop.test'), undefined)).toEqual({ theirs: [], ours: ['shop.test'] })
  const error = 'no certificate'
  expect(differenceOf(entry('a.test'), { names: [], error })).toEqual({
    theirs: [],
    ours: ['a.test'],
    error,
  })
})

test('a name with a slash or a NUL explains what stands before it, and nothing else', () => {
  const isExplained = (names: string[], theirs: string[], ours: string[] = []) =>
    isOfNoName(entry(...names), { theirs, ours })
  expect(isExplained(['a.test/', 'www.a.test'], ['a.test'])).toBe(true)
  expect(isExplained(['a.test\0'], ['a.test', 'a.<unparsable>'], ['a.test\0'])).toBe(true)
  expect(isExplained(['a.test/'], ['a.test', 'b.test'])).toBe(false)
  expect(isExplained(['a.test/', 'b.test'], ['a.test'], ['b.test'])).toBe(false)
  expect(isExplained([], ['a.test'])).toBe(false)
})
