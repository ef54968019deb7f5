/**
 * Does memory stay constant while reading the logs? Sends five million entries through the
 * product's own reader and screening in one process, half of them from names tiles and half from
 * data tiles. The tiles are written beforehand, and another process serves them as files. `node
 * bench/ct-memory.ts [--entries 5000000]`
 */
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import * as z from 'zod'
import { createTestLog } from '#testing/discovery/test-log.ts'
import { createLogReader, type LogReader } from '#discovery/ct/read-log.ts'
import { tilePath } from '#discovery/ct/tiles.ts'
import { createDedupWindow } from '#discovery/ct/dedup-window.ts'
import { parseConnectTo } from '#discovery/fetch/connect-to.ts'
import type { Fetch } from '#discovery/fetch/fetch-outcome.ts'
import { createGuardedFetch } from '#discovery/fetch/guarded-fetch.ts'
import {
  rememberScreened,
  type ScreenDeps,
  screenNames,
} from '#server/discovery/logs/name-screening.ts'
import { TILE_ENTRIES, type TileForm, writeTiles } from './made-tiles.ts'

const { values } = parseArgs({ options: { entries: { type: 'string', default: '5000000' } } })
const ENTRIES = Number(values.entries)
const REPORT_EVERY = 500_000
const FLAT_FROM = 1_000_000
const FLAT_WITHIN_MEGABYTES = 30
/** The product's default number of remembered hosts. */
const WINDOW_HOSTS = 1_000_000
const PLATFORM_HOSTS = 200_000
/**
 * Every names tile is unique; data tiles repeat after this many, which is 102,400 entries later.
 */
const DATA_TILES = 400
const REFERENCE_TILES = 1_000
const tilesPerLog = Math.ceil(ENTRIES / 2 / TILE_ENTRIES)
const TILES = { names: tilesPerLog, data: Math.min(DATA_TILES, tilesPerLog) }

setFlagsFromString('--expose-gc')
// Safe: the flag above adds a function of that name to every later context.
const collectGarbage = runInNewContext('gc') as () => void

const say = (line: string) => process.stdout.write(`${line}\n`)
const whole = (value: number) => Math.round(value).toLocaleString('en')
const never = new AbortController().signal

type Sample = { entries: number; rss: number; heap: number }

async function measure(folder: string): Promise<void> {
  const startedAt = performance.now()
  writeTiles(folder, 'names', TILES.names)
  writeTiles(folder, 'data', TILES.data)
  say(
    `${whole(TILES.names)} names tiles, all different, and ${TILES.data} data tiles for ${whole(tilesPerLog)} numbers`,
  )
  say(
    `written in ${((performance.now() - startedAt) / 1000).toFixed(0)} s, load ${loadavg()[0]?.toFixed(2)}`,
  )
  const logs = { names: createTestLog(), data: createTestLog() }
  const head = {
    size: tilesPerLog * TILE_ENTRIES,
    rootHash: Buffer.alloc(32, 1).toString('base64'),
    timestampMs: Date.now(),
  }
  const server = await startTileServer({
    folder,
    tiles: TILES,
    checkpoints: { names: logs.names.checkpoint(head), data: logs.data.checkpoint(head) },
  })
  await using fetch = createGuardedFetch({
    lookup: async () => ({ kind: 'addresses', addresses: ['104.16.0.10'] }),
    connectTo: parseConnectTo(`::80:127.0.0.1:${server.port}`),
    userAgent: 'storedawn-bench (+https://storedawn.test/bot)',
    limits: { maxSocketsPerHost: 4, keepAliveMs: 30_000 },
  })
  const readerOf = (form: TileForm): LogReader =>
    createLogReader({
      fetch,
      now: () => new Date(),
      log: { ...logs[form].log, url: urlOf(form) },
      partialAfterMs: 300_000,
    })
  const reference = await measureReference(fetch)
  const deps = createFullScreen()
  const { samples, entriesPerSecond } = await readAll([readerOf('names'), readerOf('data')], deps)
  server.stop()
  say('')
  say(
    `entries/s             ${whole(entriesPerSecond)}  (${(entriesPerSecond / reference).toFixed(2)} x fetching the same files and nothing else: ${whole(reference)})`,
  )
  reportSlope(samples)
}

const urlOf = (form: TileForm): string => `http://${form}.bench.test/${form}/`

/** The reference: the same files through the same fetcher, neither unpacked nor read. */
async function measureReference(fetch: Fetch): Promise<number> {
  const startedAt = performance.now()
  let next = 0
  const work = async () => {
    while (next < REFERENCE_TILES) {
      const number = next++
      const form: TileForm = number % 2 === 0 ? 'names' : 'data'
      const tile = Math.floor(number / 2) % tilesPerLog
      const answer = await fetch({
        url: urlOf(form) + tilePath(form, tile, TILE_ENTRIES),
        maxBytes: 10_000_000,
      })
      if (answer.kind !== 'response' || answer.status !== 200)
        throw new Error(`tile ${tile}: ${JSON.stringify(answer)}`)
    }
  }
  await Promise.all([work(), work(), work(), work()])
  return (REFERENCE_TILES * TILE_ENTRIES) / ((performance.now() - startedAt) / 1000)
}

/** Windows that are full from the start, so that filling them does not look like growth. */
function createFullScreen(): ScreenDeps {
  const before = process.memoryUsage().arrayBuffers
  const options = { keepMs: 7 * 86_400_000, now: () => new Date() }
  const window = createDedupWindow({ ...options, capacity: WINDOW_HOSTS })
  const platformHosts = createDedupWindow({ ...options, capacity: PLATFORM_HOSTS })
  // Twice as many as fit: a window is a table of buckets, so hardly any bucket stays untouched.
  for (let host = 0; host < WINDOW_HOSTS * 2; host++) window.add(`filled-${host}.test`)
  for (let host = 0; host < PLATFORM_HOSTS * 2; host++) platformHosts.add(`filled-${host}.test`)
  collectGarbage()
  say(
    `windows               ${whole(WINDOW_HOSTS)} and ${whole(PLATFORM_HOSTS)} hosts, full: ${whole((process.memoryUsage().arrayBuffers - before) / 2 ** 20)} MB`,
  )
  return { window, platformHosts, resolveHost: async () => ({ kind: 'elsewhere' }) }
}

async function readAll(
  readers: LogReader[],
  deps: ScreenDeps,
): Promise<{ samples: Sample[]; entriesPerSecond: number }> {
  const samples: Sample[] = []
  const startedAt = performance.now()
  let read = 0
  let checked = 0
  const tail = async (reader: LogReader): Promise<void> => {
    for (let position = 0; position < tilesPerLog * TILE_ENTRIES;) {
      const step = await reader.step(position, never)
      if (step.kind !== 'entries')
        throw new Error(`nothing read at ${position}: ${JSON.stringify(step)}`)
      const screened = await screenNames(deps, step.entries, never)
      rememberScreened(deps, step.entries, screened)
      checked += screened.checked
      const before = Math.floor(read / REPORT_EVERY)
      read += step.entries.length
      position = step.nextIndex
      if (Math.floor(read / REPORT_EVERY) > before) samples.push(sample(read, startedAt, checked))
    }
  }
  await Promise.all(readers.map(tail))
  return { samples, entriesPerSecond: read / ((performance.now() - startedAt) / 1000) }
}

function sample(entries: number, startedAt: number, checked: number): Sample {
  collectGarbage()
  const { rss, heapUsed } = process.memoryUsage()
  const taken = { entries, rss: rss / 2 ** 20, heap: heapUsed / 2 ** 20 }
  const rate = entries / ((performance.now() - startedAt) / 1000)
  say(
    `${whole(entries).padStart(11)} entries  RSS ${taken.rss.toFixed(0).padStart(4)} MB  heap ${taken.heap.toFixed(1).padStart(6)} MB  ${whole(rate).padStart(9)}/s  ${whole(checked)} hosts asked for`,
  )
  return taken
}

function reportSlope(samples: Sample[]): void {
  const first = samples.find(({ entries }) => entries >= FLAT_FROM)
  const last = samples.at(-1)
  if (!first || !last || first === last) return void say('too few entries to tell a slope')
  const millions = (last.entries - first.entries) / 1_000_000
  const grown = last.rss - first.rss
  say(
    `RSS after ${whole(first.entries)}   ${first.rss.toFixed(0)} MB; after ${whole(last.entries)}: ${last.rss.toFixed(0)} MB`,
  )
  say(
    `slope                 ${(grown / millions).toFixed(1)} MB of RSS and ${((last.heap - first.heap) / millions).toFixed(2)} MB of heap per million entries`,
  )
  say(
    `flat                  ${grown <= FLAT_WITHIN_MEGABYTES ? 'yes' : 'NO'}: ${grown.toFixed(0)} MB more, ${FLAT_WITHIN_MEGABYTES} MB allowed`,
  )
  if (grown > FLAT_WITHIN_MEGABYTES) process.exitCode = 1
}

type Served = { folder: string; tiles: typeof TILES; checkpoints: Record<TileForm, string> }

function startTileServer(order: Served): Promise<{ port: number; stop: () => void }> {
  const child = fork(join(import.meta.dirname, 'tile-server.ts'))
  child.send(order)
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the tile server ended with ${code}`)))
    child.once('message', (message) =>
      resolve({
        port: z.object({ port: z.int() }).parse(message).port,
        stop: () => child.disconnect(),
      }),
    )
  })
}

const folder = mkdtempSync(join(tmpdir(), 'storedawn-tiles-'))
try {
  await measure(folder)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
