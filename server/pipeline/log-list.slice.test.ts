import { createHash, generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Fetch } from '#discovery/fetch/fetch-outcome.ts'
import { startPipeline } from '#server/pipeline/start-pipeline.ts'
import { createTestContext, type TestContext } from '#testing/test-context.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterAll(() => ctx[Symbol.asyncDispose]())

/** A list of one log that nobody else has. */
function newLogList() {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = publicKey.export({ type: 'spki', format: 'der' })
  const logId = createHash('sha256').update(key).digest('base64')
  const log = {
    description: 'Log',
    log_id: logId,
    key: key.toString('base64'),
    submission_url: 'https://log.example/',
    monitoring_url: 'https://log.example/',
    state: { usable: { timestamp: '2026-01-01T00:00:00Z' } },
  }
  return { logId, text: JSON.stringify({ operators: [{ name: 'Operator', tiled_logs: [log] }] }) }
}

const answering =
  (...texts: string[]): Fetch =>
  async ({ url }) => ({
    kind: 'response',
    url,
    status: 200,
    headers: {},
    body: new TextEncoder().encode(texts.length > 1 ? texts.shift() : texts[0]),
    redirectedFrom: [],
  })

const breakages: ((list: string) => string)[] = [
  () => '',
  () => '<html>maintenance</html>',
  () => '{"operators":[]}',
  () => '{"operators":[{"tiled_logs":[{}]}]}',
  (list) => list + list,
  (list) => list.slice(0, -20),
]

async function logsFollowedAfter(breakIt: (list: string) => string) {
  const { logId, text } = newLogList()
  const followed: string[] = []
  const pipeline = await startPipeline(ctx, {
    fetch: answering(breakIt(text), text),
    resolveHost: async () => ({ kind: 'elsewhere' }),
    probe: async () => ({ kind: 'not_a_store', reason: 'no_shop' }),
    startVisit: (host) => ({ get: async () => ({ kind: 'forbidden' }), host: () => host, pages: () => [] }),
    readLog: (log) => {
      followed.push(log.logId)
      return {
        step: async () => ({ kind: 'unavailable', afterMs: 60_000, detail: 'for this test' }),
        readHead: async () => null,
      }
    },
    async [Symbol.asyncDispose]() {},
  })
  await expect.poll(() => followed, { timeout: 20_000 }).toEqual([logId])
  await pipeline.stop()
}

test('a log list that is empty, cut or doubled stops nothing, is told, and is read once it is whole again', async () => {
  await Promise.all(breakages.map(logsFollowedAfter))
  const told = ctx.testLog.entries.filter(({ event }) => event === 'log-list.unavailable')
  expect(told).toHaveLength(breakages.length)
})
