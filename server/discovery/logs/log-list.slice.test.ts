import { emptyTables } from '#testing/factories.ts'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { LogStep } from '#discovery/ct/ct-log.ts'
import type { Fetch } from '#discovery/fetch/fetch-outcome.ts'
import { createLease } from '#server/platform/locks.ts'
import { createTailDeps } from '#testing/discovery/tail-deps.ts'
import { answering } from '#testing/discovery/log-reader-harness.ts'
import { exampleHead as head } from '#testing/example-log.ts'
import { createLogFollower, readLogList } from './follow-logs.ts'
import { useDiscovery } from '#testing/discovery/discovery-harness.ts'

const ctx = useDiscovery()
beforeEach(async () => {
  await emptyTables(ctx, 'system_state')
  ctx.testLog.entries.length = 0
})

type Listed = {
  state?: string
  from?: string
  to?: string
  host?: string
  kind?: 'tiled_logs' | 'logs'
}

function makeLog(name: string) {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = publicKey.export({ type: 'spki', format: 'der' })
  return {
    name,
    key: key.toString('base64'),
    logId: createHash('sha256').update(key).digest('base64'),
  }
}
type Log = ReturnType<typeof makeLog>

const ONE = makeLog('one')
const TWO = makeLog('two')
const TIME = '2026-03-10T11:00:00Z'

function listOf(logs: [Log, Listed?][], time: string | null = TIME): string {
  const entries = logs.map(([log, about = {}]) => ({
    kind: about.kind ?? 'tiled_logs',
    entry: {
      description: log.name,
      log_id: log.logId,
      key: log.key,
      url: `https://${about.host ?? log.name}.example/`,
      submission_url: `https://${log.name}.example/`,
      monitoring_url: `https://${about.host ?? log.name}.example/`,
      state: { [about.state ?? 'usable']: { timestamp: '2026-01-01T00:00:00Z' } },
      temporal_interval: {
        start_inclusive: about.from ?? '2026-01-01T00:00:00Z',
        end_exclusive: about.to ?? '2027-01-01T00:00:00Z',
      },
    },
  }))
  const of = (kind: string) => entries.filter((one) => one.kind === kind).map(({ entry }) => entry)
  const operator = { name: 'Operator', logs: of('logs'), tiled_logs: of('tiled_logs') }
  return JSON.stringify({ ...(time && { log_list_timestamp: time }), operators: [operator] })
}

const unreachable: Fetch = async ({ url }) => ({
  kind: 'failed',
  url,
  cause: 'dns',
  detail: 'gone',
})

const namesIn = async (fetch: Fetch) =>
  (await readLogList(ctx, { fetch })).logs.map(({ description }) => description)
const events = () =>
  ctx.testLog.entries
    .map(({ event }) => event)
    .filter((event) => String(event).startsWith('log-list'))

const WHOLE = listOf([[ONE], [TWO]])

test.each<[string, Fetch]>([
  ['empty', answering('')],
  ['truncated', answering(WHOLE.slice(0, -20))],
  ['duplicated', answering(WHOLE + WHOLE)],
  ['an error page', answering('<html>maintenance</html>')],
  ['without operators', answering('{"operators":[]}')],
  ['without a log', answering('{"operators":[{"tiled_logs":[{}]}]}')],
  ['not found', answering(listOf([[ONE]]), 404)],
  ['unreachable', unreachable],
  [
    'without a usable log',
    answering(listOf([[ONE, { state: 'retired' }]], '2026-03-10T12:00:00Z')),
  ],
])(
  'a log list that is %s is reported, and the last good one is used instead, also after a restart',
  { tags: ['check-99'] },
  async (_, fetch) => {
    expect(await namesIn(fetch)).toEqual([])
    expect(await namesIn(answering(WHOLE))).toEqual(['one', 'two'])
    expect(await namesIn(fetch)).toEqual(['one', 'two'])
    expect(events()).toEqual(['log-list.unavailable', 'log-list.unavailable'])
  },
)

test.each([
  ['older', '2026-03-10T10:59:59Z'],
  ['without a date', null],
  ['from the future', '2026-03-12T11:00:00Z'],
])('a log list that is %s is refused, and the stored one stays in use', async (_, time) => {
  await namesIn(answering(listOf([[ONE]])))
  expect(await namesIn(answering(listOf([[TWO]], time)))).toEqual(['one'])
  expect(events()).toEqual(['log-list.refused'])
  expect(await namesIn(answering(listOf([[TWO]], '2026-03-10T11:00:01Z')))).toEqual(['two'])
})

test('a stored list is checked against the calendar like a published one', async () => {
  const shards: [Log, Listed][] = [
    [ONE, { to: '2026-07-01T00:00:00Z' }],
    [TWO, { from: '2026-07-01T00:00:00Z' }],
  ]
  await namesIn(answering(listOf(shards)))
  const days = (count: number) => count * 24 * 60 * 60_000
  ctx.clock.advance(days(30))
  expect(await namesIn(unreachable)).toEqual(['one', 'two'])
  ctx.clock.advance(days(100))
  expect(await namesIn(unreachable)).toEqual(['two'])
  ctx.clock.advance(-days(130))
})

/** Follows what the lists say, with logs that always rest. */
async function follow(lists: string[]) {
  const opened: string[] = []
  const stop = new AbortController()
  const text = { now: lists[0] ?? '' }
  const waiting: LogStep = { kind: 'wait', head, afterMs: 60_000 }
  const follower = createLogFollower({
    ctx,
    signal: stop.signal,
    leaseOf: (name) => createLease(ctx, name, 'me'),
    tail: createTailDeps(ctx, async () => ({ kind: 'elsewhere' })),
    clients: {
      fetch: async (request) => answering(text.now)(request),
      readLog: (log) => {
        opened.push(log.url)
        return { step: async () => waiting, readHead: async () => head }
      },
    },
  })
  for (const list of lists) {
    text.now = list
    const before = opened.length
    await follower.step()
    if (list === lists[0]) await expect.poll(() => opened.length).toBeGreaterThan(before)
    await expect.poll(leases).toEqual(expect.arrayContaining([expect.any(String)]))
  }
  return { opened, stop: async () => (stop.abort(), await follower.stopped()) }
}

const leases = async () =>
  (await ctx.db.selectFrom('leases').select('name').orderBy('name').execute()).map(
    ({ name }) => name,
  )
const states = async () =>
  (
    await ctx.db
      .selectFrom('ct_logs')
      .select(['description', 'state'])
      .orderBy('description')
      .execute()
  ).map(({ description, state }) => `${description} ${state}`)

test.each(['readonly', 'retired', 'rejected', 'pending'])(
  'a log that became %s is dropped with its lease, while other and new logs are followed',
  async (state) => {
    const { stop } = await follow([listOf([[ONE]]), listOf([[ONE, { state }], [TWO]])])
    await expect.poll(states).toEqual(['one ended', 'two active'])
    expect(await leases()).toEqual([`log ${TWO.logId}`])
    await stop()
  },
)

test('a log that left the list while no process ran ends all the same, even a quarantined one', async () => {
  const before = await follow([listOf([[ONE], [TWO]])])
  await expect.poll(states).toEqual(['one active', 'two active'])
  await before.stop()
  await ctx.db
    .updateTable('ct_logs')
    .set({ state: 'quarantined', retry_at: ctx.now() })
    .where('log_id', '=', ONE.logId)
    .execute()
  const after = await follow([listOf([[TWO]], '2026-03-10T11:00:01Z')])
  expect(await states()).toEqual(['one ended', 'two active'])
  await after.stop()
})

test('a log that returns is followed again and is active', async () => {
  const { stop } = await follow([listOf([[ONE]]), listOf([[TWO]]), listOf([[ONE], [TWO]])])
  await expect.poll(states).toEqual(['one active', 'two active'])
  await stop()
})

test('a log that switches to tiles is read there, and stays active', async () => {
  const rfc6962: Listed = { kind: 'logs', host: 'old' }
  const { opened, stop } = await follow([
    listOf([[ONE, rfc6962]]),
    listOf([
      [ONE, rfc6962],
      [ONE, { host: 'new' }],
    ]),
  ])
  await expect.poll(() => opened).toEqual(['https://old.example/', 'https://new.example/'])
  expect(await states()).toEqual(['one active'])
  await stop()
})

test('a list without any log stops no tail', async () => {
  const { stop } = await follow([listOf([[ONE]]), '{}'])
  expect(await leases()).toEqual([`log ${ONE.logId}`])
  expect(await states()).not.toContain('one ended')
  await stop()
})
