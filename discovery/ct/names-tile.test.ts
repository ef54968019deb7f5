import { gzipSync } from 'node:zlib'

import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { buildNamesTile } from '#testing/discovery/build-tile.ts'
import { parseNamesTile } from './tiles.ts'

const line = (json: unknown): Buffer => Buffer.from(`${JSON.stringify(json)}\n`)

test('plain and gzip tiles parse, with or without a final newline', () => {
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

test('random bytes never throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(parseNamesTile(bytes, 0).kind).toMatch(/entries|malformed/)
    }),
  )
})
