import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCertificateNames } from './certificate-names.ts'
import type { EntriesOutcome, LogEntry } from './ct-log.ts'
import { buildDataTile, buildNamesTile, type TestEntry } from '#testing/discovery/build-tile.ts'
import { hasCorpus, readCorpus } from '#testing/discovery/corpus.ts'
import {
  parseDataTile,
  parseNamesTile,
  preCertificateRange,
  readTileLeaf,
  tileIndexOf,
  tilePath,
} from './tiles.ts'

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

const line = (json: unknown): Buffer => Buffer.from(`${JSON.stringify(json)}\n`)

test('plain and gzip names tiles parse, with or without a final newline', () => {
  const entries = [
    { names: ['a.example', '*.a.example'], timestampMs: 1 },
    { names: ['b.example'], timestampMs: 2 },
  ]
  const tile = buildNamesTile(entries)
  const expected = {
    kind: 'entries',
    entries: entries.map((entry, i) => ({ index: 256 + i, ...entry })),
  }
  expect(parseNamesTile(tile, 256)).toEqual(expected)
  expect(parseNamesTile(gzipSync(tile), 256)).toEqual(expected)
  expect(parseNamesTile(tile.subarray(0, -1), 256)).toEqual(expected)
})

test.each<[object, string[]]>([
  [{}, []],
  [{ DNS: null }, []],
  [{ DNS: ['a.example'], Subject: { CommonName: 'www.shop.com' } }, ['a.example']],
  [{ Subject: { CommonName: 'www.shop.com' } }, ['www.shop.com']],
  [{ Subject: { CommonName: 'Example Ltd.' } }, []],
  [{ Subject: { CommonName: 'www.shop.com' }, IP: ['192.0.2.1'] }, []],
  [{ Subject: null, Later: 'field' }, []],
])('an entry with the content %j has the names %j', (fields, names) => {
  const entries = [{ index: 0, timestampMs: 5, names }]
  expect(parseNamesTile(line({ Timestamp: 5, ...fields }), 0)).toEqual({ kind: 'entries', entries })
})

test.each([
  'null',
  '[]',
  '7',
  '{}',
  '{"Timestamp":"1"}',
  '{"Timestamp":-1}',
  '{"Timestamp":1.5}',
  '{"Timestamp":1,"DNS":"a.example"}',
  '{"Timestamp":1,"DNS":[1]}',
  '{"Timestamp":1,"DNS":["a.exam',
  '<html>',
  '',
])('a line with %s invalidates the whole tile', (text) => {
  const tile = Buffer.concat([
    line({ Timestamp: 1 }),
    Buffer.from(`${text}\n`),
    line({ Timestamp: 2 }),
  ])
  expect(parseNamesTile(tile, 0)).toEqual({
    kind: 'malformed',
    detail: 'line 2 of the tile is no entry',
  })
})

test('random bytes as a names tile never throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(parseNamesTile(bytes, 0).kind).toMatch(/entries|malformed/)
    }),
  )
})

test.each([
  ['data', 0, 256, 'tile/data/000'],
  ['names', 7, 256, 'tile/names/007'],
  ['names', 1000, 256, 'tile/names/x001/000'],
  ['data', 1_234_067, 256, 'tile/data/x001/x234/067'],
  ['data', 1_234_067, 112, 'tile/data/x001/x234/067.p/112'],
  ['names', 1_000_000_000, 1, 'tile/names/x001/x000/x000/000.p/1'],
] as const)('%s tile %i of width %i is at %s', (form, index, width, path) => {
  expect(tilePath(form, index, width)).toBe(path)
})

test('a path gives back the index that produced it', () => {
  const width = fc.integer({ min: 1, max: 256 })
  fc.assert(
    fc.property(fc.nat(2 ** 31), width, fc.constantFrom('names', 'data'), (index, wide, form) => {
      expect(tileIndexOf(`/tmp/log/${tilePath(form, index, wide)}`)).toBe(index)
    }),
  )
})

test.each(['tile.bin', '/tmp/000', 'names', 'names/12', 'names/x1/000', 'level0/000'])(
  '%s does not name a tile',
  (path) => {
    expect(tileIndexOf(path)).toBeNull()
  },
)
