import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTileProver } from './consistency-proofs.ts'
import { START_MS, startReaderHarness } from '#testing/discovery/log-reader-harness.ts'
import { rootOf, testHashTile } from '#testing/discovery/test-log.ts'
import type { LogAnswer, LogFetch } from './log-fetch.ts'

const { signal: SIGNAL } = new AbortController()
const MINUTE_MS = 60_000
const headAt = (size: number, history = '') => ({
  size,
  rootHash: rootOf(size, history),
  timestampMs: START_MS - MINUTE_MS,
})
/** A reader that remembers a head of 600 entries from before a restart, and its log. */
function restart(changes: Parameters<typeof startReaderHarness>[0], history = '') {
  const head = headAt(600, history)
  return startReaderHarness({ size: 700, reader: { memory: { head, proven: head } }, ...changes })
}
const isProof = (path: string): boolean => /^tile\/\d|consistency/.test(path)

describe.each(['static', 'rfc6962'] as const)('heads of a log of kind %s', (kind) => {
  test('the reader proves the first head after a restart, then one every ten minutes', async () => {
    const { step, logState, advance, takeAsked, nowMs } = restart({ kind })
    const growTo = (size: number) => Object.assign(logState, { size, headTimeMs: nowMs() })
    expect(await step(700)).toMatchObject({ kind: 'wait', proven: { size: 700 } })
    expect(takeAsked().some(isProof)).toBe(true)
    for (let minute = 1; minute < 10; minute++) {
      advance(MINUTE_MS)
      growTo(700 + minute)
      expect(await step(700)).toMatchObject({ head: { size: 700 + minute }, proven: { size: 700 } })
    }
    expect(takeAsked().filter(isProof)).toEqual([])
    advance(MINUTE_MS)
    growTo(800)
    expect(await step(700)).toMatchObject({ head: { size: 800 }, proven: { size: 800 } })
    expect(takeAsked().some(isProof)).toBe(true)
  })

  test('a head past another process’s reading position is proven before its entries are trusted', async () => {
    const { step, logState, advance, takeAsked } = startReaderHarness({ kind, size: 300 })
    await step(300)
    Object.assign(logState, { size: 900, headTimeMs: START_MS + MINUTE_MS, history: 'another' })
    advance(MINUTE_MS)
    takeAsked()
    expect(await step(512)).toMatchObject({ kind: 'broken' })
    expect(takeAsked().some(isProof)).toBe(true)
  })

  test('a log that grew from a different history than before the restart is broken', async () => {
    const { step } = restart({ kind }, 'another')
    expect((await step(600)).kind).toBe('broken')
  })

  test('a log that drops a head accepted without proof is broken', async () => {
    const { step, logState, advance, nowMs } = startReaderHarness({ kind, size: 300 })
    await step(300)
    Object.assign(logState, { size: 400, history: 'astray', headTimeMs: START_MS + 1 })
    advance(MINUTE_MS)
    expect(await step(300)).toMatchObject({ head: { size: 400 }, proven: { size: 300 } })
    advance(10 * MINUTE_MS)
    Object.assign(logState, { size: 500, history: '', headTimeMs: nowMs() })
    expect(await step(500)).toMatchObject({ kind: 'broken' })
  })

  test('while no proof is available the old head stays in use and its entries are read', async () => {
    const { step, logState, advance, nowMs } = startReaderHarness({ kind, size: 700 })
    await step(0)
    advance(11 * MINUTE_MS)
    Object.assign(logState, {
      size: 900,
      headTimeMs: nowMs(),
      intercept: (path: string) => (isProof(path) ? 404 : undefined),
    })
    expect(await step(256)).toMatchObject({ kind: 'entries', nextIndex: 512, head: { size: 700 } })
    expect(await step(700)).not.toMatchObject({ head: { size: 900 } })
    logState.intercept = () => undefined
    advance(11 * MINUTE_MS)
    expect(await step(700)).toMatchObject({ head: { size: 900 }, proven: { size: 900 } })
  })

  test('after a restart nothing is read until the log agrees with the remembered head', async () => {
    const { step, logState, takeAsked } = restart({ kind })
    logState.intercept = (path) => (isProof(path) ? 503 : undefined)
    expect((await step(0)).kind).toBe('unavailable')
    expect(takeAsked().filter((path) => /names|data|entries/.test(path))).toEqual([])
    const stale = restart({ kind, size: 500, headTimeMs: START_MS - 2 * MINUTE_MS })
    expect((await stale.step(0)).kind).toBe('unavailable')
    stale.advance(3 * MINUTE_MS)
    expect((await stale.step(0)).kind).toBe('broken')
  })

  test('a long outage is not mistaken for lost entries', async () => {
    const { step, logState, advance } = restart({
      kind,
      size: 500,
      headTimeMs: START_MS - 2 * MINUTE_MS,
    })
    await step(0)
    logState.intercept = () => 503
    for (let minute = 0; minute < 20; minute++) {
      advance(5 * MINUTE_MS)
      expect((await step(0)).kind).toBe('unavailable')
    }
  })

  test('a head from the future is rejected', async () => {
    const { step } = startReaderHarness({ kind, headTimeMs: START_MS + 25 * 60 * MINUTE_MS })
    expect(await step(0)).toMatchObject({
      kind: 'unavailable',
      detail: 'the head is from the future',
    })
  })
})

test('hash tiles that contradict the signed head delay reading at first and break the log after ten minutes', async () => {
  const { step, logState, advance } = restart({})
  logState.intercept = (path) => (/^tile\/\d/.test(path) ? Buffer.alloc(256 * 32, 7) : undefined)
  expect((await step(0)).kind).toBe('unavailable')
  advance(9 * MINUTE_MS)
  expect((await step(0)).kind).toBe('unavailable')
  advance(2 * MINUTE_MS)
  expect(await step(0)).toEqual({
    kind: 'broken',
    detail: 'the hash tiles do not fit the head of 700 entries',
  })
})

test(
  'a bad proof breaks an RFC 6962 log, while an error page only makes it unavailable',
  { tags: ['check-59'] },
  async () => {
    const bad = [
      '{"consistency":[]}',
      '{"consistency":["AAAA"]}',
      JSON.stringify({ consistency: [rootOf(1)] }),
    ]
    const first = 'ct/v1/get-sth-consistency?first=600&second=700'
    for (const proof of [...bad, '<html></html>', '{}']) {
      const { step, override } = restart({ kind: 'rfc6962' })
      override(first, proof)
      expect([proof, (await step(0)).kind]).toEqual([
        proof,
        bad.includes(proof) ? 'broken' : 'unavailable',
      ])
    }
  },
)

/** The hash tiles of a generated tree; a partial tile disappears once the full one exists. */
function tilesOf(size: number, history = '', asked: string[] = []): LogFetch {
  return async (path): Promise<LogAnswer> => {
    asked.push(path)
    const [, level, number, partial] = /^tile\/(\d+)\/([\d/x]+)(?:\.p\/(\d+))?$/.exec(path) ?? []
    const tile = {
      level: Number(level),
      index: Number(number?.replaceAll(/[x/]/g, '')),
      width: Number(partial ?? 256),
    }
    const isGone = tile.width < 256 && (tile.index + 1) * 256 ** (tile.level + 1) <= size
    const body = isGone ? undefined : testHashTile({ size, history }, tile)
    return body ? { kind: 'body', body } : { kind: 'missing', status: 404 }
  }
}

test('tiles prove any two sizes of one tree, and never sizes of two different trees', async () => {
  const sizes = fc
    .tuple(fc.integer({ min: 1, max: 1100 }), fc.integer({ min: 1, max: 1100 }))
    .filter(([a, b]) => a !== b)
  await fc.assert(
    fc.asyncProperty(sizes, fc.nat({ max: 300 }), async ([a, b], grownSince) => {
      const [first, second] = [Math.min(a, b), Math.max(a, b)]
      const prove = createTileProver(tilesOf(second + grownSince))
      expect(await prove(headAt(first), headAt(second), SIGNAL)).toEqual({ kind: 'consistent' })
      const forked = await prove(headAt(first, 'another'), headAt(second), SIGNAL)
      expect(forked.kind).toBe('contradicted')
      expect((await prove(headAt(first), headAt(second, 'another'), SIGNAL)).kind).toBe('mismatch')
    }),
    { numRuns: 30 },
  )
})

test('a proof across three levels of tiles fetches at most eight of them', async () => {
  const asked: string[] = []
  const prove = createTileProver(tilesOf(66_500, '', asked))
  expect(await prove(headAt(66_001), headAt(66_500), SIGNAL)).toEqual({ kind: 'consistent' })
  expect(asked.some((path) => path.startsWith('tile/2/'))).toBe(true)
  expect(asked.length).toBeLessThanOrEqual(8)
})

test('a truncated hash tile is a mismatch, and a missing one counts as trouble', async () => {
  const whole = tilesOf(700)
  const cut: LogFetch = async (...request) => {
    const served = await whole(...request)
    return served.kind === 'body' ? { kind: 'body', body: served.body.subarray(0, -1) } : served
  }
  expect((await createTileProver(cut)(headAt(600), headAt(700), SIGNAL)).kind).toBe('mismatch')
  const none: LogFetch = async () => ({ kind: 'missing', status: 404 })
  expect((await createTileProver(none)(headAt(600), headAt(700), SIGNAL)).kind).toBe('trouble')
})
