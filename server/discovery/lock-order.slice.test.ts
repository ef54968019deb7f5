import { expect, test } from 'vitest'
import { DAY_MS, dayOf } from '#contracts/dates.ts'
import { correctFoundDays } from '#server/discovery/visits/found-times.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { countLockWaits } from '#testing/lock-waits.ts'
import { insertProduct, insertStore } from '#testing/factories.ts'
import { storeVisit } from '#testing/snapshots.ts'
import type { Candidate } from './candidates.ts'
import { useDiscovery, visitsIn } from '#testing/discovery/discovery-harness.ts'
import { LAMP, settleTrends } from '#testing/discovery/settle-stages.ts'

const EARLIER = new Date('2026-03-07T09:00:00Z')

const ctx = useDiscovery()
const { record: recordAs, reveal, candidateOf, store, stores } = visitsIn(ctx)

const record = (candidate: Candidate) => recordAs(candidate, storeVisit())

async function meanwhile(
  work: () => Promise<unknown>,
  {
    first,
    last = async () => undefined,
  }: Record<'first', InOther> & Partial<Record<'last', InOther>>,
): Promise<void> {
  const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const other = inTransaction(ctx, async ({ db }) => {
    await first(db)
    begun.resolve()
    await mayEnd.promise
    await last(db)
  })
  await begun.promise
  const done = Promise.allSettled([work()])
  await expect.poll(() => countLockWaits(ctx.db)).toBeGreaterThan(0)
  mayEnd.resolve()
  await other.finally(() => done)
  expect(await done).toMatchObject([{ status: 'fulfilled' }])
}

const DEADLOCK = '40P01'

type InOther = (db: Db) => Promise<unknown>
const moveToEarlierDay: InOther = (db) =>
  db.updateTable('stores').set({ found_at: EARLIER, found_day: '2026-03-07' }).execute()

test('an earlier day from a log survives a concurrent write of the store', async () => {
  const candidate = await candidateOf('lamp.example')
  await record(candidate)
  await meanwhile(() => record(candidate), { first: moveToEarlierDay })
  expect((await store()).found_at).toEqual(EARLIER)
})

test('when two logs bring earlier days for one store at once, the earlier day is kept', async () => {
  await record(await candidateOf('lamp.example'))
  await reveal('lamp.shop')
  await ctx.db
    .updateTable('candidates')
    .set({ store_id: (await store()).id, revealed_at: new Date('2026-03-08T09:00:00Z') })
    .where('host', '=', 'lamp.shop')
    .execute()
  const correct = () => inTransaction(ctx, (ctx) => correctFoundDays(ctx, ['lamp.shop']))
  await meanwhile(correct, { first: moveToEarlierDay })
  expect((await store()).found_at).toEqual(EARLIER)
})

test('a visit aborted by a database deadlock is written again', async () => {
  const candidate = await candidateOf('lamp.example')
  await record(candidate)
  const meetDeadlock = () =>
    meanwhile(() => record(candidate), {
      first: (db) => db.updateTable('stores').set({ name: 'Torch' }).execute(),
      last: (db) => db.selectFrom('candidates').select('host').forUpdate().execute(),
    })
  // PostgreSQL aborts the transaction that has waited for a second. On a busy machine that may be
  // the other transaction, and the attempt shows nothing.
  const isVictim = async () =>
    meetDeadlock().then(
      () => true,
      (error: unknown) => {
        if (Object(error).code !== DEADLOCK) throw error
        return false
      },
    )
  while (!(await isVictim()));
  expect((await store()).name).not.toBe('Torch')
})

test('trends lock their stores before writing, so that a walk deleting old trends cannot deadlock', async () => {
  for (let n = 0; n < 3; n++) {
    const id = await insertStore(ctx.db, { found_at: ctx.now() })
    await insertProduct(ctx.db, id, LAMP)
  }
  const trending = async () => (await stores()).map((row) => row.last_trending_day)
  const today = dayOf(ctx.now())
  await settleTrends(ctx)
  expect(await trending()).toEqual([today, today, today])
  await ctx.db.updateTable('products').set({ removed_at: ctx.now() }).execute()
  ctx.clock.advance(DAY_MS / 24)
  await meanwhile(() => settleTrends(ctx), {
    first: (db) => db.selectFrom('stores').select('id').orderBy('id').forUpdate().execute(),
    last: async (db) => {
      await db.deleteFrom('product_trends').execute()
      await db.updateTable('stores').set({ last_trending_day: null }).execute()
    },
  })
  expect(await trending()).toEqual([null, null, null])
})
