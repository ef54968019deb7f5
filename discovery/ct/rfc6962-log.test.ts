import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { buildLeafInput, type TestEntry } from '#testing/discovery/build-tile.ts'
import { hasCorpus, readCorpus, readExpected } from '#testing/discovery/corpus.ts'
import { parseGetEntries } from './rfc6962-log.ts'

const ENTRIES: TestEntry[] = [
  { names: ['a.example'], timestampMs: 1_790_000_000_001 },
  { names: ['b.example', 'c.example'], timestampMs: 1_790_000_000_002, isPrecert: true },
]
const answerOf = (...leaves: Buffer[]): object => ({
  entries: leaves.map((leaf) => ({ leaf_input: leaf.toString('base64'), extra_data: '' })),
})

test.skipIf(!hasCorpus)('four real entries from 2013 yield their names and times', () => {
  const path = 'ct/rfc6962/get-entries_pilot2013_4.json'
  const { entries } = readExpected(path) as { entries: { dns: string[]; timestamp: number }[] }
  const expected = entries.map(({ dns, timestamp }, i) => ({
    index: 40 + i,
    timestampMs: timestamp,
    names: dns,
  }))
  expect(parseGetEntries(JSON.parse(readCorpus(path).toString()), 40)).toEqual({
    kind: 'entries',
    entries: expected,
  })
})

test('certificates and pre-certificates are both read', () => {
  const expected = ENTRIES.map(({ names, timestampMs }, i) => ({
    index: 7 + i,
    timestampMs,
    names,
  }))
  expect(parseGetEntries(answerOf(...ENTRIES.map(buildLeafInput)), 7)).toEqual({
    kind: 'entries',
    entries: expected,
  })
})

test('a truncated or overlong leaf keeps its place, marked unreadable, and its neighbours stay', () => {
  for (const leaf of ENTRIES.map(buildLeafInput)) {
    for (const broken of [
      leaf.subarray(0, -1),
      Buffer.concat([leaf, Buffer.from([0])]),
      Buffer.alloc(0),
    ])
      expect(parseGetEntries(answerOf(broken, leaf), 5)).toMatchObject({
        kind: 'entries',
        entries: [{ index: 5, names: [], isUnreadable: true }, { index: 6 }],
      })
  }
})

test.each([null, [], {}, { entries: null }, { entries: 7 }, { error_message: 'need tree size' }])(
  '%j is refused',
  (json) => {
    expect(parseGetEntries(json, 0).kind).toBe('malformed')
  },
)

test.each([{ entries: [{}] }, { entries: [null] }, { entries: [{ leaf_input: '!' }] }])(
  'an invalid entry in %j counts as an unreadable one',
  (json) => {
    expect(parseGetEntries(json, 3)).toEqual({
      kind: 'entries',
      entries: [{ index: 3, timestampMs: 0, names: [], isUnreadable: true }],
    })
  },
)

test('arbitrary input never throws', () => {
  const leaf = fc
    .uint8Array({ maxLength: 200 })
    .map((bytes) => Buffer.from(bytes).toString('base64'))
  const entries = fc.array(fc.record({ leaf_input: fc.oneof(leaf, fc.string()) }), { maxLength: 5 })
  fc.assert(
    fc.property(fc.oneof(fc.record({ entries }), fc.jsonValue()), (json) => {
      expect(parseGetEntries(json, 0).kind).toMatch(/entries|malformed/)
    }),
  )
})
