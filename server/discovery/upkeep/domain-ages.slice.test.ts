import { emptyTables } from '#testing/factories.ts'
import { beforeEach, expect, test } from 'vitest'
import { HOUR_MS } from '#contracts/dates.ts'
import type { DomainAge } from '#discovery/rdap/rdap-client.ts'
import { type ShopSeed, storeVisit } from '#testing/snapshots.ts'
import { domainAgesStep } from './domain-ages.ts'
import { useDiscovery, visitsIn } from '#testing/discovery/discovery-harness.ts'

const EVERY_MS = 7_000
/** A timestamp that no database can store. */
const BEFORE_ALL_CALENDARS = new Date(-8_640_000_000_000_000)

const ctx = useDiscovery({ RDAP_URL: 'https://rdap.example/', RDAP_EVERY_MS: EVERY_MS })
const { store, visit } = visitsIn(ctx)

const OLD = '2019-01-01T00:00:00.000Z'
const publish = (host = 'lamp.example', seed: ShopSeed = {}) =>
  visit(host, storeVisit({ host, ...seed }))

const asked: string[] = []
beforeEach(() => {
  asked.length = 0
  ctx.clock.set('2026-03-10T12:00:00Z')
})
const step = (age: DomainAge) =>
  domainAgesStep(
    ctx,
    async (domain) => {
      asked.push(domain)
      return age
    },
    AbortSignal.timeout(HOUR_MS),
  )
const rows = () => ctx.db.selectFrom('domain_ages').selectAll().orderBy('domain').execute()
const registered = (day: string): DomainAge => ({
  kind: 'registered',
  at: new Date(`${day}T00:00:00Z`),
  sourceUrl: 'https://registry.example/domain/lamp.example',
})

test('registered names of new stores are looked up once; those of old shops and the platform never', async () => {
  await publish('www.lamp.example')
  await publish('old.example', { shopId: '70000000002', productsSince: OLD })
  await publish('lamp.myshopify.com', { shopId: '70000000003' })
  expect(await step({ kind: 'unknown' })).toBe(EVERY_MS)
  await publish('www.lamp.example')
  await step({ kind: 'unknown' })
  expect(asked).toEqual(['lamp.example'])
  expect(await rows()).toMatchObject([
    { domain: 'lamp.example', outcome: 'unknown', due_at: null, attempts: 1 },
  ])
})

test('an old domain lowers the confidence in a new store and is shown with its other signals', async () => {
  await publish()
  const before = await store()
  await step(registered('2015-05-05'))
  expect(await store()).toEqual({
    ...before,
    launch_confidence: 'medium',
    domain_registered_on: '2015-05-05',
  })
  const signal = await ctx.db
    .selectFrom('store_signals')
    .selectAll()
    .where('kind', '=', 'domain_registered')
    .executeTakeFirstOrThrow()
  expect(signal).toMatchObject({
    at: new Date('2015-05-05T00:00:00Z'),
    role: 'contradicts',
    source_url: 'https://registry.example/domain/lamp.example',
  })
  expect(await rows()).toMatchObject([{ outcome: 'registered', due_at: null }])
})

test('a young domain does not change the verdict', async () => {
  await publish()
  const before = await store()
  await step(registered('2026-03-01'))
  expect(await store()).toEqual({ ...before, domain_registered_on: '2026-03-01' })
})

test('a throttling registry is paused for all domains; a failing one still gets the next domain', async () => {
  await publish()
  expect(await step({ kind: 'retry', afterMs: HOUR_MS, isThrottled: true })).toBe(HOUR_MS)
  ctx.clock.advance(HOUR_MS + 1)
  expect(await step({ kind: 'retry', afterMs: HOUR_MS, isThrottled: false })).toBe(EVERY_MS)
  ctx.clock.advance(HOUR_MS + 1)
  await step(registered('2026-03-01'))
  expect(asked, 'not before twice the time has passed').toHaveLength(2)
})

test('a domain without an answer is given up after five tries', async () => {
  await publish()
  for (let tries = 0; tries < 8; tries += 1) {
    await step({ kind: 'retry', afterMs: HOUR_MS, isThrottled: false })
    ctx.clock.advance(40 * HOUR_MS)
  }
  expect(asked).toHaveLength(5)
  expect(await rows()).toMatchObject([{ outcome: 'gave_up', due_at: null }])
})

test('an answer that cannot be stored does not cause repeated lookups', async () => {
  await publish()
  ctx.testLog.expectError('domain-age.failed')
  await step({
    kind: 'registered',
    at: BEFORE_ALL_CALENDARS,
    sourceUrl: 'https://registry.example/',
  })
  await step({ kind: 'unknown' })
  expect(asked).toHaveLength(1)
  expect(await rows()).toMatchObject([
    { attempts: 1, due_at: new Date(ctx.now().getTime() + HOUR_MS) },
  ])
})

test('an answer that arrives after the store is deleted changes nothing', async () => {
  await publish()
  await emptyTables(ctx, 'stores')
  await step(registered('2015-05-05'))
  expect(
    await ctx.db
      .selectFrom('store_signals')
      .select('kind')
      .where('kind', '=', 'domain_registered')
      .execute(),
  ).toEqual([])
})

test('a step aborted during its lookup leaves the domain due', async () => {
  await publish()
  const stop = new AbortController()
  const ending = domainAgesStep(
    ctx,
    async () => {
      stop.abort()
      return { kind: 'unknown' }
    },
    stop.signal,
  )
  await expect(ending).rejects.toThrow('aborted')
  expect(await rows()).toMatchObject([{ outcome: null, attempts: 0, due_at: ctx.now() }])
})
