import { HOUR_MS } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { DnsAnswer } from '#discovery/dns/resolver.ts'
import { resolveAgainStep } from '#server/discovery/logs/resolve-again.ts'
import { REVEALED, useDiscovery, visitsIn } from '#testing/discovery/discovery-harness.ts'
import { addCandidates } from './candidates.ts'

const SECOND_MS = 1_000

const ctx = useDiscovery()
const { claim } = visitsIn(ctx)
beforeEach(() => ctx.clock.set('2026-03-10T12:00:00Z'))

const add = (
  host: string,
  answer: 'pointing' | 'unknown' | 'unanswered',
  revealedAt = REVEALED,
  logId = 'log',
) => addCandidates(ctx.db, new Map([[host, revealedAt]]), { answer, logId, now: ctx.now() })
const find = (host: string) =>
  ctx.db.selectFrom('candidates').selectAll().where('host', '=', host).executeTakeFirst()
const resolveWith = (answer: DnsAnswer) =>
  resolveAgainStep(ctx, { resolveHost: async () => answer }, () => undefined)

async function waitsOf(host: string, answer: DnsAnswer): Promise<number[]> {
  const waits: number[] = []
  for (let row = await find(host); row?.due_at; row = await find(host)) {
    const waitMs = row.due_at.getTime() - ctx.now().getTime()
    waits.push(waitMs)
    ctx.clock.advance(waitMs)
    await resolveWith(answer)
  }
  return waits
}

test('a name unknown to DNS is resolved four times in three days, then deleted', async () => {
  await add('new.example', 'unknown')
  const waits = await waitsOf('new.example', { kind: 'retry', cause: 'nxdomain' })
  expect(waits).toEqual([1, 6, 24, 48].map((hours) => hours * HOUR_MS))
  expect(await find('new.example')).toBeUndefined()
})

test('a name whose name server was too slow is resolved again after half a minute', async () => {
  await add('slow.example', 'unanswered')
  const waits = await waitsOf('slow.example', { kind: 'retry', cause: 'timeout' })
  expect(waits).toEqual([30 * SECOND_MS, ...[1, 6, 24, 48].map((hours) => hours * HOUR_MS)])
})

test('a name that resolves to the platform is visited at once', async () => {
  await add('late.example', 'unanswered')
  ctx.clock.advance(30 * SECOND_MS)
  await resolveWith({ kind: 'platform', via: 'a' })
  expect((await claim(10)).map(({ host }) => host)).toEqual(['late.example'])
})

test('an older DNS answer does not delete a host that a log added meanwhile', async () => {
  await add('both.example', 'unanswered')
  ctx.clock.advance(30 * SECOND_MS)
  const resolveHost = async (): Promise<DnsAnswer> => {
    await add('both.example', 'pointing')
    return { kind: 'elsewhere' }
  }
  await resolveAgainStep(ctx, { resolveHost }, () => undefined)
  expect(await find('both.example')).toMatchObject({ stage: 'visit', due_at: ctx.now() })
})

test('the earliest entry that names a host sets its time and log', async () => {
  await add('lamp.example', 'pointing', REVEALED, 'late log')
  const earlier = new Date(REVEALED.getTime() - HOUR_MS)
  await add('lamp.example', 'pointing', earlier, 'early log')
  await add('lamp.example', 'pointing', REVEALED, 'late log')
  expect(await find('lamp.example')).toMatchObject({ revealed_at: earlier, log_id: 'early log' })
})

async function visited(
  host: string,
  plan: { outcome: string; due_at: Date | null; store_id: StoreId | null },
) {
  await add(host, 'pointing')
  const after = { ...plan, outcome_at: ctx.now(), attempts: 3 }
  await ctx.db.updateTable('candidates').set(after).where('host', '=', host).execute()
}
const hoursFromNow = (hours: number) => new Date(ctx.now().getTime() + hours * HOUR_MS)

test('a new certificate causes another visit to a host that was not a store, and counts as its reveal', async () => {
  await visited('later.example', { outcome: 'no_shop', due_at: null, store_id: null })
  await add('later.example', 'pointing', hoursFromNow(2), 'other log')
  expect(await find('later.example')).toMatchObject({
    stage: 'visit',
    due_at: ctx.now(),
    outcome: null,
    attempts: 0,
    revealed_at: hoursFromNow(2),
    log_id: 'other log',
  })
})

test('a new certificate does not wait for the planned visit of a host that was not a store', async () => {
  await visited('later.example', { outcome: 'no_shop', due_at: hoursFromNow(300), store_id: null })
  await add('later.example', 'unknown', hoursFromNow(2))
  expect(await find('later.example')).toMatchObject({
    outcome: 'no_shop',
    due_at: hoursFromNow(300),
  })
  await add('later.example', 'pointing', hoursFromNow(2))
  expect(await find('later.example')).toMatchObject({
    due_at: ctx.now(),
    outcome: null,
    revealed_at: hoursFromNow(2),
  })
})

test('a host that was not a store and lost its address is resolved again after a new certificate', async () => {
  await visited('gone.example', { outcome: 'no_shop', due_at: null, store_id: null })
  await add('gone.example', 'unknown', hoursFromNow(2))
  expect(await find('gone.example')).toMatchObject({
    stage: 'resolve',
    due_at: hoursFromNow(1),
    attempts: 1,
  })
})

test.each([
  ['the certificate that was looked at already', { due_at: null, store_id: null }, 0.5],
  ['an old certificate that is read late', { due_at: null, store_id: null }, -20],
  [
    'a new certificate of a host that asked us to wait',
    { outcome: 'throttled', due_at: REVEALED, store_id: null },
    2,
  ],
  ['a new certificate of a store', { due_at: null, store_id: 7 as StoreId }, 2],
])('%s writes nothing and plans no visit', async (_, plan, hours) => {
  await visited('known.example', { outcome: 'no_shop', ...plan })
  await ctx.db
    .updateTable('candidates')
    .set({ revealed_at: hoursFromNow(-48) })
    .execute()
  const row = () =>
    sql<object>`select ctid, xmin, candidates.* from candidates where host = 'known.example'`.execute(
      ctx.db,
    )
  const before = (await row()).rows
  await add('known.example', 'pointing', hoursFromNow(hours))
  await add('known.example', 'unknown', hoursFromNow(hours))
  expect((await row()).rows).toEqual(before)
})

test('fresh hosts go first, latest revealed first, and leave a quarter of the slots to retries', async () => {
  for (let index = 0; index < 8; index += 1) {
    await add(`fresh${index}.example`, 'pointing', new Date(REVEALED.getTime() + index))
    await add(`again${index}.example`, 'pointing')
    await ctx.db
      .updateTable('candidates')
      .set({ outcome: 'timeout', due_at: new Date(ctx.now().getTime() - index * SECOND_MS) })
      .where('host', '=', `again${index}.example`)
      .execute()
  }
  const hosts = (await claim(4)).map(({ host }) => host)
  expect(hosts.toSorted()).toEqual([
    'again7.example',
    'fresh5.example',
    'fresh6.example',
    'fresh7.example',
  ])
})

test('parallel claims never get the same host', async () => {
  for (let index = 0; index < 40; index += 1) await add(`shop${index}.example`, 'pointing')
  const claims = await Promise.all([claim(15), claim(15), claim(15)])
  const hosts = claims.flat().map(({ host }) => host)
  expect(new Set(hosts).size).toBe(hosts.length)
})

test('a host that another log revealed before does not wait until its visit is recorded', async () => {
  await add('lamp.example', 'pointing')
  await ctx.db.transaction().execute(async (recording) => {
    await recording
      .selectFrom('candidates')
      .select('host')
      .where('host', '=', 'lamp.example')
      .forUpdate()
      .execute()
    await ctx.db.transaction().execute(async (db) => {
      await sql`set local lock_timeout = '1s'`.execute(db)
      const hosts = new Map([
        ['lamp.example', REVEALED],
        ['torch.example', REVEALED],
      ])
      await addCandidates(db, hosts, { answer: 'pointing', logId: 'other', now: ctx.now() })
    })
  })
  expect(await find('lamp.example')).toMatchObject({ log_id: 'log' })
  expect(await find('torch.example')).toMatchObject({ log_id: 'other' })
})
