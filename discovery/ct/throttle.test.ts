import { expect, test } from 'vitest'
import { answer, entriesAt, startReaderHarness } from '#testing/discovery/log-reader-harness.ts'
import { createBatchSize } from './rfc6962-log.ts'
import { createThrottle } from './throttle.ts'

const MINUTE_MS = 60_000

/** Keeps reading for a while as the pipeline would; counts the refused requests. */
async function readFor(
  minutes: number,
  harness: ReturnType<typeof startReaderHarness>,
  isRefused: () => boolean,
) {
  const counts = { refused: 0, asked: 0, position: 0 }
  harness.logState.intercept = () => {
    counts.asked++
    if (!isRefused()) return undefined
    counts.refused++
    return answer(429)
  }
  const endMs = harness.nowMs() + minutes * MINUTE_MS
  while (harness.nowMs() < endMs) {
    const step = await harness.step(counts.position)
    if (step.kind === 'broken') throw new Error(step.detail)
    if (step.kind === 'entries') counts.position = step.nextIndex
    harness.advance(step.kind === 'entries' ? 50 : step.afterMs)
  }
  return counts
}

/**
 * A log that allows one request per interval in milliseconds, and answers the others with a bare
 * 429.
 */
function limitTo(everyMs: number, nowMs: () => number): () => boolean {
  let allowedAtMs = nowMs()
  return () => {
    if (nowMs() < allowedAtMs) return true
    allowedAtMs = nowMs() + everyMs
    return false
  }
}

test.each(['static', 'rfc6962'] as const)(
  'a %s log that allows one request per six seconds is read near that rate with few refusals',
  async (kind) => {
    const harness = startReaderHarness({
      kind,
      size: kind === 'static' ? 45_000 : 6_000,
      batchSize: 32,
    })
    const { asked, refused, position } = await readFor(20, harness, limitTo(6_000, harness.nowMs))
    const allowed = (20 * MINUTE_MS) / 6_000
    expect(asked - refused).toBeGreaterThan(allowed * 0.5)
    expect(refused).toBeLessThan(asked * 0.15)
    expect(position).toBeGreaterThan((kind === 'static' ? 256 : 32) * allowed * 0.35)
  },
)

test('a log that never throttles is read without pauses', async () => {
  const harness = startReaderHarness({ kind: 'rfc6962', size: 8_000 })
  const { position } = await readFor(1, harness, () => false)
  expect(position).toBe(8_000)
})

test('throttled requests from one batch widen the gap only once', () => {
  let timeMs = 0
  const throttle = createThrottle(() => new Date(timeMs))
  for (let i = 0; i < 4; i++) throttle.throttled()
  expect(throttle.gapMs()).toBe(1_000)
  timeMs += 1_000
  throttle.throttled()
  expect(throttle.gapMs()).toBe(2_000)
  for (let i = 0; i < 200; i++) throttle.succeeded()
  expect(throttle.gapMs()).toBe(0)
})

test.each([32, 64, 100, 256, 1_000])(
  'a log that caps answers at %i entries soon gets no larger requests',
  async (cap) => {
    const { step, asked } = startReaderHarness({ kind: 'rfc6962', size: 4_000, batchSize: cap })
    let position = 0
    const tooMuch: string[] = []
    for (let i = 0; i < 14; i++) {
      const result = await step(position)
      if (result.kind !== 'entries') break
      const [, start, end] = /start=(\d+)&end=(\d+)/.exec(asked.at(-1) ?? '') ?? []
      if (i > 4 && Number(end) - Number(start) + 1 > cap) tooMuch.push(asked.at(-1) ?? '')
      expect(result.entries.map(({ names }) => names)).toEqual(
        entriesAt(position, result.nextIndex).map(({ names }) => names),
      )
      position = result.nextIndex
    }
    expect(tooMuch).toEqual([])
  },
)

test('answers that end on multiples of a batch do not shrink it', () => {
  const batchSize = createBatchSize()
  expect(batchSize.countAt(300)).toBe(212)
  batchSize.recordAnswer({ start: 300, asked: 256, got: 212 })
  expect(batchSize.countAt(512)).toBe(256)
})

test('a log that refuses large requests gets smaller ones, down to a size that points to another cause', async () => {
  const { step, logState, advance } = startReaderHarness({ kind: 'rfc6962', size: 4_000 })
  logState.intercept = (path) => {
    const [, start, end] = /start=(\d+)&end=(\d+)/.exec(path) ?? []
    return start !== undefined && Number(end) - Number(start) >= 50 ? 400 : undefined
  }
  let position = 0
  for (let i = 0; i < 40; i++) {
    const result = await step(position)
    if (result.kind === 'entries') position = result.nextIndex
    advance(result.kind === 'unavailable' ? result.afterMs : 10)
  }
  expect(position).toBeGreaterThan(500)
})

test(
  'a log breaks when it fails for half an hour to serve entries that its head covers',
  { tags: ['check-59'] },
  async () => {
    for (const gone of [404, 400, '{"entries":[]}'] as const) {
      const { step, logState, advance } = startReaderHarness({ kind: 'rfc6962', size: 900 })
      logState.intercept = (path) => (path.includes('get-entries') ? gone : undefined)
      expect((await step(256)).kind).toBe('unavailable')
      advance(29 * MINUTE_MS)
      expect((await step(256)).kind).toBe('unavailable')
      advance(2 * MINUTE_MS)
      expect(await step(256)).toMatchObject({
        kind: 'broken',
        detail: expect.stringMatching(/^entries from 256 are missing/),
      })
    }
    const { step, advance } = startReaderHarness({ size: 900, forms: [] })
    expect((await step(256)).kind).toBe('unavailable')
    advance(31 * MINUTE_MS)
    expect((await step(256)).kind).toBe('broken')
  },
)

test('an outage of several hours does not break a log', async () => {
  const { step, logState, advance } = startReaderHarness({ kind: 'rfc6962', size: 900 })
  await step(0)
  logState.intercept = () => answer(500)
  for (let i = 0; i < 50; i++) {
    advance(6 * MINUTE_MS)
    expect((await step(256)).kind).toBe('unavailable')
  }
})
