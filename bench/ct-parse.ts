/**
 * Extracts names from log entries: our parser against X509Certificate of node:crypto on the same
 * entries in the same run. Uses real tiles if the corpus is next to the project, else made ones.
 * Conformance: check-58
 */
import { X509Certificate } from 'node:crypto'
import { gzipSync } from 'node:zlib'

import type { EntriesOutcome } from '#discovery/ct/ct-log.ts'
import {
  parseDataTile,
  parseNamesTile,
  preCertificateRange,
  readTileLeaf,
  TILE_WIDTH,
} from '#discovery/ct/tiles.ts'
import { buildDataTile, buildNamesTile, type TestEntry } from '#testing/discovery/build-tile.ts'
import { hasCorpus, readCorpus } from '#testing/discovery/corpus.ts'
import { candidateHosts } from '#discovery/ct/host-names.ts'

const SECONDS_EACH = 1.5
const TARGETS = { walkRate: 500_000, walkRatio: 20, dataRate: 100_000, namesRate: 500_000 }

type Tiles = { source: string; data: Buffer[]; names: Buffer[] }
type Line = { what: string; rate: number; detail: string }

function main(): void {
  const tiles = hasCorpus ? readRealTiles() : makeTiles()
  const certificates = tiles.data.flatMap(submittedCertificates)
  const entries = tiles.data.length * TILE_WIDTH
  const gzipData = tiles.data.map((tile) => gzipSync(tile))
  const gzipNames = tiles.names.map((tile) => gzipSync(tile))

  const reference = measure(certificates.length, () => {
    for (const der of certificates) altNamesOf(der)
  })
  const walk = measure(entries, () =>
    tiles.data.forEach((tile) => count(parseDataTile(tile, null))),
  )
  const data = measure(entries, () => gzipData.forEach((tile) => dedupe(parseDataTile(tile, null))))
  const names = measure(entries, () => gzipNames.forEach((tile) => count(parseNamesTile(tile, 0))))
  const namesDeduped = measure(entries, () =>
    gzipNames.forEach((tile) => dedupe(parseNamesTile(tile, 0))),
  )

  print(tiles.source, [
    { what: 'X509Certificate.subjectAltName (reference)', rate: reference, detail: '' },
    {
      what: 'leaf parse + SAN walk',
      rate: walk,
      detail: `${(walk / reference).toFixed(1)} x the reference, target ${TARGETS.walkRatio} x and ${format(TARGETS.walkRate)}`,
    },
    {
      what: 'gzip data tile: inflate, parse, dedupe',
      rate: data,
      detail: `target ${format(TARGETS.dataRate)}`,
    },
    {
      what: 'gzip names tile: inflate, parse',
      rate: names,
      detail: `target ${format(TARGETS.namesRate)}`,
    },
    { what: 'gzip names tile: inflate, parse, dedupe', rate: namesDeduped, detail: '' },
  ])
}

function readRealTiles(): Tiles {
  const read = (form: string): Buffer[] =>
    ['000', '001'].map((tile) => readCorpus(`ct/static/navigli2025h2/${form}/${tile}`))
  return { source: '512 entries of two real tiles', data: read('data'), names: read('names') }
}

function makeTiles(): Tiles {
  const entriesOf = (first: number): TestEntry[] =>
    Array.from({ length: TILE_WIDTH }, (_, i) => ({
      names: [`shop-${first + i}.com`, `www.shop-${first + i}.com`],
      timestampMs: 1_790_000_000_000 + i,
      isPrecert: true,
    }))
  return {
    source: '512 made entries (no corpus; smaller certificates than real ones)',
    data: [0, 1].map((tile) => buildDataTile(entriesOf(tile * TILE_WIDTH), tile * TILE_WIDTH)),
    names: [0, 1].map((tile) => buildNamesTile(entriesOf(tile * TILE_WIDTH))),
  }
}

/**
 * X509Certificate cannot read a TBSCertificate, so the reference gets the pre-certificate submitted
 * for the same entry.
 */
function submittedCertificates(tile: Buffer): Buffer[] {
  const certificates: Buffer[] = []
  let leaf = readTileLeaf(tile, 0)
  while (leaf) {
    const { start, end } = preCertificateRange(tile, leaf) ?? {
      start: leaf.certStart,
      end: leaf.certEnd,
    }
    certificates.push(tile.subarray(start, end))
    leaf = readTileLeaf(tile, leaf.end)
  }
  return certificates
}

function altNamesOf(der: Buffer): void {
  if (!new X509Certificate(der).subjectAltName)
    throw new Error('a certificate without names in the reference')
}

function count(outcome: EntriesOutcome): void {
  if (outcome.kind !== 'entries' || outcome.entries.length !== TILE_WIDTH)
    throw new Error('a tile was not read')
}

function dedupe(outcome: EntriesOutcome): void {
  count(outcome)
  if (outcome.kind !== 'entries') return
  const hosts = new Set<string>()
  for (const { names } of outcome.entries) for (const host of candidateHosts(names)) hosts.add(host)
  if (hosts.size === 0) throw new Error('a tile without hosts')
}

/** Entries per second over `SECONDS_EACH`, after a warm-up of a third of that time. */
function measure(entriesPerRound: number, round: () => void): number {
  runFor(SECONDS_EACH / 3, round)
  const { rounds, seconds } = runFor(SECONDS_EACH, round)
  return (rounds * entriesPerRound) / seconds
}

function runFor(seconds: number, round: () => void): { rounds: number; seconds: number } {
  const start = performance.now()
  let rounds = 0
  let elapsed = 0
  while (elapsed < seconds) {
    round()
    rounds++
    elapsed = (performance.now() - start) / 1000
  }
  return { rounds, seconds: elapsed }
}

const format = (rate: number): string => `${Math.round(rate).toLocaleString('en')}/s`

function print(source: string, lines: Line[]): void {
  process.stdout.write(`names out of log entries, one core, ${source}\n`)
  for (const { what, rate, detail } of lines) {
    process.stdout.write(`  ${what.padEnd(44)}${format(rate).padStart(14)}  ${detail}\n`)
  }
}

main()
