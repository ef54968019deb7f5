import { beforeEach, expect, test } from 'vitest'
import { CatchUp } from '#contracts/operations/freshness.ts'
import { emptyTables, insertStore } from '#testing/factories.ts'
import { startTestApp } from '#testing/test-app.ts'
import { readCatchUp } from './catch-up.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const app = sharedByTests(startTestApp)
beforeEach(async () => {
  await emptyTables(app.ctx, 'ct_logs', 'candidates')
})

async function insertLog(
  name: string,
  log: { read: number; left: number; isLive: boolean; state?: 'active' | 'ended' },
) {
  const now = app.ctx.now()
  await app.ctx.db
    .insertInto('ct_logs')
    .values({
      log_id: name,
      description: name,
      operator: 'Ant',
      url: `https://${name}.example/`,
      state: log.state ?? 'active',
      next_index: log.read,
      tree_size: log.read + log.left,
      entries_read: log.read,
      followed_at: now,
      live_since: log.isLive ? now : null,
      checked_at: now,
      updated_at: now,
    })
    .execute()
}

async function insertHosts(count: number) {
  const now = app.ctx.now()
  const hosts = Array.from({ length: count }, (_, at) => ({
    host: `h${at}.example`,
    stage: 'visit' as const,
    revealed_at: now,
    log_id: 'a',
    attempts: 0,
    due_at: now,
  }))
  await app.ctx.db.insertInto('candidates').values(hosts).execute()
}

test('the call is public, and reads the database at most once in three seconds', async () => {
  const ask = () => app.anonymous('/api/public/catch-up')
  const first = await ask()
  expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'public, max-age=3'])
  const before = CatchUp.parse(first.json())
  await insertLog('a', { read: 50, left: 50, isLive: false })
  expect((await ask()).json()).toEqual(before)
  app.ctx.clock.advance(3_000)
  expect((await ask()).json()).not.toEqual(before)
})

test('before the first log a worker process reports catching up, an API process does not', async () => {
  const as = (role: 'api' | 'worker') => ({
    ...app.ctx,
    config: { ...app.ctx.config, ROLES: [role] },
  })
  expect(await readCatchUp(as('worker'))).toEqual({
    isCatchingUp: true,
    share: 0,
    logsBehind: 0,
    hostsWaiting: 0,
  })
  expect((await readCatchUp(as('api'))).isCatchingUp).toBe(false)
})

test('progress is the share of log entries read times the share of hosts visited', async () => {
  await insertLog('a', { read: 300, left: 100, isLive: false })
  await insertLog('b', { read: 300, left: 100, isLive: false })
  await insertLog('c', { read: 0, left: 9_999, isLive: false, state: 'ended' })
  await insertHosts(3)
  await insertStore(app.ctx.db)
  // Three quarters of the entries, one of four hosts.
  expect(await readCatchUp(app.ctx)).toEqual({
    isCatchingUp: true,
    share: 0.18,
    logsBehind: 2,
    hostsWaiting: 3,
  })
})

test.each([
  ['logs at their head, with the entries of a moment behind', 100_000, 100, false],
  ['a log that was not read for long', 100_001, 0, true],
  ['many hosts that wait for their first visit', 0, 101, true],
])('%s: %i entries and %i hosts left, catching up %s', async (_, left, hosts, isCatchingUp) => {
  await insertLog('a', { read: 1_000_000, left, isLive: true })
  if (hosts > 0) await insertHosts(hosts)
  expect((await readCatchUp(app.ctx)).isCatchingUp).toBe(isCatchingUp)
})
