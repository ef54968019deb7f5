import { expect, test } from 'vitest'
import type { LogStep } from './ct-log.ts'
import { buildDataTile, buildNamesTile } from '#testing/discovery/build-tile.ts'
import {
  answer,
  entriesAt,
  headOf,
  START_MS,
  startReaderHarness,
} from '#testing/discovery/log-reader-harness.ts'
import { createTestLog, rootOf, type Served } from '#testing/discovery/test-log.ts'

const { signal: SIGNAL } = new AbortController()

async function expectEntries(step: (from: number) => Promise<LogStep>, from: number, to: number) {
  const read = await step(from)
  if (read.kind !== 'entries') throw new Error(JSON.stringify(read))
  const expected = entriesAt(from, to).map((entry, i) => ({ index: from + i, ...entry }))
  expect(read.entries).toEqual(expected)
  expect(read.nextIndex).toBe(to)
}

test('the reader fetches full tiles as names tiles, in order, several per step', async () => {
  const { step, takeAsked } = startReaderHarness({ size: 2700 })
  await expectEntries(step, 0, 256)
  expect(takeAsked()).toEqual(['checkpoint', 'tile/names/000'])
  await expectEntries(step, 256, 256 * 9)
  expect(takeAsked()).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((tile) => `tile/names/00${tile}`))
  await expectEntries(step, 256 * 9, 256 * 10)
})

test('a position inside a tile yields the rest of the tile', async () => {
  const { step, asked } = startReaderHarness()
  await expectEntries(step, 300, 512)
  expect(asked).toEqual(['checkpoint', 'tile/names/001'])
})

test('a log without names tiles is read from data tiles and probed for names only once', async () => {
  const { step, takeAsked, advance } = startReaderHarness({ size: 2000, forms: ['data'] })
  await expectEntries(step, 0, 256)
  expect(takeAsked()).toEqual(['checkpoint', 'tile/names/000', 'tile/data/000'])
  await expectEntries(step, 256, 256 * 7)
  expect(takeAsked().filter((path) => path.includes('names'))).toEqual([])
  advance(25 * 60 * 60 * 1000)
  await step(256)
  expect(takeAsked()).toContain('tile/names/001')
})

test.each<[string, Served]>([
  ['of the wrong length', buildNamesTile(entriesAt(256, 511))],
  ['that is an error page', '<html>sorry</html>'],
  ['that is missing', 404],
])('a names tile %s is replaced by its data tile', async (_, served) => {
  const { step, override, takeAsked } = startReaderHarness()
  await step(0)
  takeAsked()
  override('tile/names/001', served)
  await expectEntries(step, 256, 768)
  expect(takeAsked().toSorted()).toEqual(['tile/data/001', 'tile/names/001', 'tile/names/002'])
})

test('the reader fetches a partial tile only after the log has been quiet', async () => {
  const { step, advance, takeAsked } = startReaderHarness({ size: 300 })
  expect(await step(256)).toMatchObject({ kind: 'wait', afterMs: 10_000 })
  advance(55_000)
  expect(await step(256)).toMatchObject({ kind: 'wait', afterMs: 5_000 })
  expect(takeAsked()).toEqual(['checkpoint', 'checkpoint'])
  advance(5_000)
  await expectEntries(step, 256, 300)
  expect(takeAsked()).toEqual(['tile/names/001.p/44'])
  expect(await step(300)).toMatchObject({ kind: 'wait' })
})

test('after a partial tile the reader waits just as long for the next one, but reads a full tile at once', async () => {
  const { step, advance, logState } = startReaderHarness({
    size: 300,
    reader: { partialAfterMs: 30_000 },
  })
  await step(256)
  advance(30_000)
  await expectEntries(step, 256, 300)
  logState.size = 310
  advance(10_000)
  expect(await step(300)).toMatchObject({ kind: 'wait' })
  logState.size = 600
  advance(10_000)
  await expectEntries(step, 300, 512)
  expect(await step(512)).toMatchObject({ kind: 'wait' })
})

test('when a partial tile is gone, the reader takes the full tile up to the signed size', async () => {
  const { step, advance, override, takeAsked } = startReaderHarness({
    size: 300,
    reader: { partialAfterMs: 0 },
  })
  override('tile/names/001.p/44', 404)
  override('tile/names/001', buildNamesTile(entriesAt(256, 512)))
  advance(1)
  await expectEntries(step, 256, 300)
  expect(takeAsked()).toEqual(['checkpoint', 'tile/names/001.p/44', 'tile/names/001'])
})

test('the reader fetches the checkpoint no more often than configured', async () => {
  const { step, advance, takeAsked } = startReaderHarness({
    size: 256,
    reader: { checkpointEveryMs: 2_000 },
  })
  expect(await step(256)).toMatchObject({ kind: 'wait', afterMs: 2_000 })
  advance(500)
  expect(await step(256)).toMatchObject({ kind: 'wait', afterMs: 1_500 })
  expect(takeAsked()).toEqual(['checkpoint'])
  advance(1_500)
  await step(256)
  expect(takeAsked()).toEqual(['checkpoint'])
})

test(
  'a log that shrank is broken, and stays broken without another request',
  { tags: ['check-59'] },
  async () => {
    const { step, advance, logState, takeAsked } = startReaderHarness({ size: 1000 })
    await step(0)
    Object.assign(logState, { size: 900, headTimeMs: START_MS + 10_000 })
    advance(10_000)
    expect(await step(256)).toEqual({
      kind: 'broken',
      detail: 'the log shrank from 1000 to 900 entries',
    })
    takeAsked()
    expect((await step(256)).kind).toBe('broken')
    expect(takeAsked()).toEqual([])
  },
)

test('a log with two roots at one size is broken', async () => {
  const { step, advance, logState } = startReaderHarness({ size: 1000 })
  await step(0)
  logState.history = 'another'
  advance(10_000)
  expect(await step(256)).toEqual({ kind: 'broken', detail: 'two roots at size 1000' })
})

test('a log smaller than the head remembered from before a restart is broken', async () => {
  const head = { size: 2000, rootHash: rootOf(2000), timestampMs: START_MS - 1 }
  const { step } = startReaderHarness({ size: 1000, reader: { memory: { head, proven: null } } })
  expect((await step(512)).kind).toBe('broken')
})

test('the reader ignores an older cached checkpoint for two minutes, then declares the log broken', async () => {
  const { step, advance, override, logState } = startReaderHarness({ size: 1024 })
  await step(0)
  const older = { size: 900, rootHash: rootOf(900), timestampMs: START_MS - 1 }
  override('checkpoint', logState.testLog.checkpoint(older))
  advance(10_000)
  await expectEntries(step, 256, 1024)
  advance(110_000)
  expect((await step(1024)).kind).toBe('wait')
  advance(20_000)
  expect((await step(1024)).kind).toBe('broken')
})

test('the reader waits two minutes for a log that has not reached its position, then declares it broken', async () => {
  const { step, advance, logState } = startReaderHarness({ size: 500 })
  expect((await step(600)).kind).toBe('wait')
  Object.assign(logState, { size: 800, headTimeMs: START_MS + 60_000 })
  advance(60_000)
  await expectEntries(step, 600, 768)
  advance(10_000)
  expect((await step(900)).kind).toBe('wait')
  advance(130_000)
  expect((await step(900)).kind).toBe('broken')
})

test('a wrong signature on a checkpoint breaks the log, while an error page only makes it unavailable', async () => {
  const first = startReaderHarness()
  first.override(
    'checkpoint',
    first.logState.testLog.checkpoint(headOf(first.logState)).replace('1000', '1001'),
  )
  expect(await first.step(0)).toEqual({ kind: 'broken', detail: 'the signature does not verify' })
  const second = startReaderHarness()
  second.override('checkpoint', '<html>\n\n502 Bad Gateway\n</html>\n')
  expect(await second.step(0)).toMatchObject({
    kind: 'unavailable',
    detail: 'not a signed checkpoint',
  })
})

test(
  'the reader honours Retry-After in seconds and as a date, and sends no request earlier',
  { tags: ['check-59'] },
  async () => {
    for (const value of ['120', new Date(START_MS + 120_000).toUTCString()]) {
      const { step, override, restore, advance, takeAsked } = startReaderHarness()
      override('tile/names/000', answer(429, { 'retry-after': value }))
      expect(await step(0)).toMatchObject({ kind: 'unavailable', afterMs: 120_000 })
      restore()
      takeAsked()
      advance(119_999)
      expect(await step(0)).toMatchObject({ kind: 'unavailable', afterMs: 1 })
      expect(takeAsked()).toEqual([])
      advance(1)
      await expectEntries(step, 0, 256)
    }
  },
)

test('without Retry-After the delays double up to five minutes and reset after a success', async () => {
  const { step, override, restore, advance } = startReaderHarness({ size: 256 })
  override('checkpoint', answer(503))
  const delays: number[] = []
  for (let i = 0; i < 11; i++) {
    const result = await step(0)
    if (result.kind !== 'unavailable') throw new Error(result.kind)
    delays.push(result.afterMs)
    advance(result.afterMs)
  }
  expect(delays).toEqual([
    500, 1000, 2000, 4000, 8000, 16_000, 32_000, 64_000, 128_000, 150_000, 150_000,
  ])
  restore()
  await expectEntries(step, 0, 256)
  override('checkpoint', answer(500))
  advance(10_000)
  expect(await step(256)).toMatchObject({ kind: 'unavailable', afterMs: 500 })
})

test('jitter spreads retries over the upper half of the delay', async () => {
  const { step, override } = startReaderHarness({ reader: { random: () => 0.999 } })
  override('checkpoint', answer(503))
  expect(await step(0)).toMatchObject({ kind: 'unavailable', afterMs: 1000 })
})

test('a failing tile keeps the tiles read before it and still makes the reader back off', async () => {
  const { step, override, restore, advance } = startReaderHarness({ size: 2000 })
  await step(0)
  override('tile/names/003', answer(503))
  await expectEntries(step, 256, 768)
  expect(await step(768)).toMatchObject({
    kind: 'unavailable',
    detail: 'tile/names/003: status 503',
  })
  restore()
  advance(10_000)
  await expectEntries(step, 768, 256 * 7)
})

test.each<[string, Served]>([
  ['cut off', buildDataTile(entriesAt(0, 256), 0).subarray(0, -1)],
  ['of another position', buildDataTile(entriesAt(256, 512), 256)],
  ['with too few entries', buildDataTile(entriesAt(0, 255), 0)],
  ['missing', 404],
])(
  'a data tile that is %s loses no entries: the reader fetches it again',
  { tags: ['check-59'] },
  async (_, served) => {
    const { step, override, restore, advance } = startReaderHarness({ forms: ['data'] })
    override('tile/data/000', served)
    const result = await step(0)
    expect(result).toMatchObject({ kind: 'unavailable' })
    restore()
    advance(10_000)
    await expectEntries(step, 0, 256)
  },
)

test('failed and refused requests are unavailable with their reason', async () => {
  const { step, override, advance } = startReaderHarness()
  override('checkpoint', {
    kind: 'failed',
    url: '',
    cause: 'timeout',
    detail: 'no answer',
  })
  expect(await step(0)).toMatchObject({
    kind: 'unavailable',
    detail: 'checkpoint: timeout (no answer)',
  })
  advance(10_000)
  override('checkpoint', { kind: 'refused', url: '', reason: 'private_address' })
  expect(await step(0)).toMatchObject({
    kind: 'unavailable',
    detail: 'checkpoint: refused (private_address)',
  })
})

test('an aborted step does not count as a failure of the log', async () => {
  const { step, override, restore } = startReaderHarness()
  override('checkpoint', { kind: 'failed', url: '', cause: 'aborted', detail: '' })
  expect(await step(0, AbortSignal.abort())).toEqual({
    kind: 'unavailable',
    afterMs: 0,
    detail: 'aborted',
  })
  restore()
  await expectEntries(step, 0, 256)
})

test('readHead returns the verified size, or null while the log gives none', async () => {
  const { reader, override, restore, logState, advance } = startReaderHarness({ size: 777 })
  override('checkpoint', answer(503))
  expect(await reader.readHead(SIGNAL)).toBeNull()
  restore()
  advance(10_000)
  expect(await reader.readHead(SIGNAL)).toEqual(headOf(logState))
})

test('the reader takes an RFC 6962 log in the batches that it serves, up to its end', async () => {
  const { step, asked } = startReaderHarness({ kind: 'rfc6962', size: 300, batchSize: 64 })
  for (const [from, to] of [
    [0, 64],
    [64, 128],
    [128, 192],
    [192, 256],
    [256, 300],
  ] as const)
    await expectEntries(step, from, to)
  expect((await step(300)).kind).toBe('wait')
  expect(asked.filter((path) => path.includes('get-sth'))).toHaveLength(1)
})

test.each<[string, Served]>([
  ['an HTML page with status 200', '<html></html>'],
  ['no entries', '{"entries":[]}'],
  ['status 400', 400],
  ['status 429', answer(429)],
])('an RFC 6962 log that answers with %s is unavailable', async (_, served) => {
  const { step, override } = startReaderHarness({ kind: 'rfc6962', size: 10 })
  override('ct/v1/get-entries?start=0&end=9', served)
  expect((await step(0)).kind).toBe('unavailable')
})

test('an RFC 6962 log that shrinks or signs wrongly is broken', async () => {
  const { step, override, logState } = startReaderHarness({ kind: 'rfc6962', size: 10 })
  override(
    'ct/v1/get-sth',
    JSON.stringify(createTestLog('rfc6962').signedTreeHead(headOf(logState))),
  )
  expect((await step(10)).kind).toBe('broken')
  const other = startReaderHarness({ kind: 'rfc6962', size: 10 })
  await other.step(10)
  Object.assign(other.logState, { size: 9, headTimeMs: START_MS + 1 })
  other.advance(10_000)
  expect((await other.step(10)).kind).toBe('broken')
})
