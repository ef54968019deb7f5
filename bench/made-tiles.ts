/**
 * Tiles of an invented log, written beforehand so that creating them takes no time during the
 * measurement.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildCertificate, buildLeafInput, type TestEntry } from '#testing/discovery/build-tile.ts'

export const TILE_ENTRIES = 256
const LOGGED_FROM_MS = 1_795_000_000_000

export type TileForm = 'names' | 'data'
export const tileFile = (form: TileForm, number: number): string => `${form}-${number}.gz`

/** Every entry has a different domain; two of three also name its `www.`, as certificates do. */
function entryOf(form: TileForm, index: number): TestEntry {
  const domain = `${form}-${index.toString(36)}-${((index * 7919) % 46_656).toString(36)}.com`
  return {
    names: index % 3 === 0 ? [domain] : [domain, `www.${domain}`],
    timestampMs: LOGGED_FROM_MS + index,
    isPrecert: true,
  }
}

export function writeTiles(folder: string, form: TileForm, count: number): void {
  const build = form === 'names' ? namesTile : dataTile
  for (let number = 0; number < count; number++) {
    const entries = Array.from({ length: TILE_ENTRIES }, (_, leaf) =>
      entryOf(form, number * TILE_ENTRIES + leaf),
    )
    writeFileSync(join(folder, tileFile(form, number)), gzipSync(build(entries), { level: 1 }))
  }
}

const namesTile = (entries: TestEntry[]): Buffer =>
  Buffer.from(
    entries
      .map(({ names, timestampMs }) =>
        JSON.stringify({ Timestamp: timestampMs, Subject: { CommonName: names[0] }, DNS: names }),
      )
      .join('\n')
      .concat('\n'),
  )

const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff])
const u24 = (value: number): Buffer => Buffer.from([value >> 16, (value >> 8) & 0xff, value & 0xff])
const CHAIN = Buffer.alloc(96, 7)

/**
 * Without the leaf's index, as in logs copied from the older kind, so that the same tile can have
 * many numbers.
 */
const dataTile = (entries: TestEntry[]): Buffer =>
  Buffer.concat(
    entries.flatMap((entry) => {
      const submitted = buildCertificate({ dnsNames: entry.names, serial: entry.timestampMs })
      // A leaf of such a log is an entry of the older kind without the two bytes for version and
      // type.
      const leaf = buildLeafInput(entry).subarray(2)
      return [leaf, u24(submitted.length), submitted, u16(CHAIN.length), CHAIN]
    }),
  )
