import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCertificateNames } from './certificate-names.ts'
import type { EntriesOutcome, LogEntry } from './ct-log.ts'
import { buildDataTile, type TestEntry } from '#testing/discovery/build-tile.ts'
import { hasCorpus, readCorpus } from '#testing/discovery/corpus.ts'
import { parseDataTile, parseNamesTile, preCertificateRange, readTileLeaf } from './tiles.ts'

const ENTRIES: TestEntry[] = [
  { names: ['a.example', '*.a.example'], timestampMs: 1_790_000_000_001, isPrecert: true },
  { names: ['b.example'], timestampMs: 1_790_000_000_002 },
  { names: [], timestampMs: 1_790_000_000_003, cert: Buffer.from('no certificate') },
  { names: ['c.example'], timestampMs: 1_790_000_000_004, isPrecert: true },
]
const EXPECTED: LogEntry[] = ENTRIES.map(({ names, timestampMs }, i) => ({
  index: 512 + i,
  timestampMs,
  names,
}))
const TILE = buildDataTile(ENTRIES, 512)

function entriesOf(outcome: EntriesOutcome): LogEntry[] {
  if (outcome.kind === 'malformed') throw new Error(outcome.detail)
  return outcome.entries
}

test.skipIf(!hasCorpus).each(['000', '001'])(
  'the real data tile %s yields exactly the names in its names tile',
  (tile) => {
    const firstIndex = Number(tile) * 256
    const data = entriesOf(
      parseDataTile(readCorpus(`ct/static/navigli2025h2/data/${tile}`), firstIndex),
    )
    const names = entriesOf(
      parseNamesTile(readCorpus(`ct/static/navigli2025h2/names/${tile}`), firstIndex),
    )
    expect(data).toHaveLength(256)
    expect(data).toEqual(names)
  },
)

test.skipIf(!hasCorpus)('the submitted pre-certificates of a real tile name the same hosts', () => {
  const tile = readCorpus('ct/static/navigli2025h2/data/000')
  const entries = entriesOf(parseDataTile(tile, 0))
  let at = 0
  for (const { names } of entries) {
    const leaf = readTileLeaf(tile, at)
    const range = leaf && preCertificateRange(tile, leaf)
    expect(range && readCertificateNames(tile, range.start, range.end, false)).toEqual(names)
    at = leaf?.end ?? tile.length
  }
})

test('plain and gzip tiles parse, and an unreadable certificate has no names', () => {
  expect(entriesOf(parseDataTile(TILE, 512))).toEqual(EXPECTED)
  expect(entriesOf(parseDataTile(gzipSync(TILE), 512))).toEqual(EXPECTED)
})

test('entries give their own position when the caller passes none', () => {
  expect(entriesOf(parseDataTile(TILE, null))).toEqual(EXPECTED)
})

test('a tile from another position is refused', () => {
  expect(parseDataTile(TILE, 256)).toEqual({
    kind: 'malformed',
    detail: 'entry 256 carries the index 512',
  })
})

test('a tile cut anywhere but between two entries is refused', () => {
  const ends = new Set([0])
  for (let at = 0; at < TILE.length;) {
    at = readTileLeaf(TILE, at)?.end ?? TILE.length
    ends.add(at)
  }
  expect(ends.size).toBe(ENTRIES.length + 1)
  for (let length = 0; length <= TILE.length; length++) {
    expect(parseDataTile(TILE.subarray(0, length), 512).kind).toBe(
      ends.has(length) ? 'entries' : 'malformed',
    )
  }
})

test('truncated or damaged gzip is refused', () => {
  const gzip = gzipSync(TILE)
  expect(parseDataTile(gzip.subarray(0, gzip.length - 9), 512).kind).toBe('malformed')
  expect(parseDataTile(gzip.fill(0, 20, 40), 512).kind).toBe('malformed')
})

test('gzip that inflates to more than 16 MiB is refused', () => {
  const bomb = gzipSync(Buffer.alloc(17 * 1024 * 1024))
  expect(bomb.length).toBeLessThan(20_000)
  expect(parseDataTile(bomb, 0)).toEqual({
    kind: 'malformed',
    detail: 'the tile cannot be decompressed',
  })
})

test('an unknown entry type is refused', () => {
  const tile = Buffer.from(TILE)
  tile[9] = 2
  expect(parseDataTile(tile, 512).kind).toBe('malformed')
})

test('random bytes and damaged tiles never throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
      expect(parseDataTile(bytes, 0).kind).toMatch(/entries|malformed/)
    }),
  )
  const damage = fc.array(fc.tuple(fc.nat(TILE.length - 1), fc.nat(255)), {
    minLength: 1,
    maxLength: 8,
  })
  fc.assert(
    fc.property(damage, (changes) => {
      const tile = Buffer.from(TILE)
      for (const [at, value] of changes) tile[at] = value
      expect(parseDataTile(tile, 512).kind).toMatch(/entries|malformed/)
    }),
    { numRuns: 500 },
  )
})
