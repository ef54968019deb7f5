import { DAY_MS, HOUR_MS } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#server/platform/db/transaction.ts'
import {
  changeStore,
  emptyTables,
  insertProduct,
  insertStore,
  insertStores,
  insertTrend,
  removeStore,
} from '#testing/factories.ts'
import { createTestContext } from '#testing/test-context.ts'
import { type Change, pruneFeed, readIndexChanges, readFeedState } from './change-feed.ts'
import { SCHEMA_VERSION } from './clickhouse/tables.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

let start: number
const ctx = sharedByTests(createTestContext)
beforeEach(async () => {
  await emptyTables(ctx, 'change_followers')
  start = (await readFeedState(ctx.db)).head
})

async function changesAfter(after = start): Promise<Change[]> {
  await readFeedState(ctx.db)
  return readIndexChanges(ctx.db, after, 1_000)
}

const daysBefore = (time: Date, days: number) => new Date(time.getTime() - days * DAY_MS)
const storesIn = (changes: readonly Change[]) =>
  changes.flatMap((change) => (change.kind === 'store' ? change.storeId : []))
const rename = (id: StoreId, name: string) => changeStore(ctx.db, id, { name })

async function openTransaction() {
  const begun = Promise.withResolvers<number>()
  const mayCommit = Promise.withResolvers<void>()
  const done = inTransaction(ctx, async (inner) => {
    begun.resolve(await insertStore(inner.db))
    await mayCommit.promise
  })
  const id = await begun.promise
  return {
    id,
    async commit() {
      mayCommit.resolve()
      await done
    },
  }
}

test('a transaction that commits late gets a later number than those that began after it', async () => {
  const late = await openTransaction()
  const early = await insertStore(ctx.db)
  const before = await changesAfter()
  expect(storesIn(before)).toEqual([early])
  await late.commit()
  expect(storesIn(await changesAfter(before.at(-1)?.seq))).toEqual([late.id])
})

test('a transaction that stays open delays no other change', async () => {
  const open = await openTransaction()
  const ids = await insertStores(ctx.db, [{}, {}, {}])
  expect(storesIn(await changesAfter())).toEqual(ids)
  expect(await changesAfter((await readFeedState(ctx.db)).head)).toEqual([])
  await open.commit()
})

test('a rolled-back transaction leaves no change', async () => {
  const undone = inTransaction(ctx, async (inner) => {
    await insertStore(inner.db)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await changesAfter()).toEqual([])
})

test('several changes of one store since the last reading are one change', async () => {
  const id = await insertStore(ctx.db)
  await rename(id, 'one')
  await rename(id, 'two')
  expect(storesIn(await changesAfter())).toEqual([id])
})

test('looking at a store again without finding anything new changes the day of the last look alone', async () => {
  const id = await insertStore(ctx.db)
  const checkAt = (at: Date) => changeStore(ctx.db, id, { last_checked_at: at })
  await checkAt(new Date('2026-03-20T00:00:00Z'))
  const { head } = await readFeedState(ctx.db)
  await checkAt(new Date('2026-03-20T23:59:59Z'))
  expect(await changesAfter(head)).toEqual([])
  await checkAt(new Date('2026-03-21T00:00:00Z'))
  expect(storesIn(await changesAfter(head))).toEqual([id])
})

test('a removed store is a change', async () => {
  const id = await insertStore(ctx.db)
  const [{ seq } = { seq: 0 }] = await changesAfter()
  await removeStore(ctx.db, id)
  expect(storesIn(await changesAfter(seq))).toEqual([id])
})

test('changes of trends name the day and the clusters, those before and those after', async () => {
  const store = await insertStore(ctx.db)
  const first = await insertProduct(ctx.db, store, {})
  await insertTrend(ctx.db, first, '2026-03-09')
  const { cluster } = await ctx.db
    .selectFrom('product_trends')
    .select('cluster')
    .executeTakeFirstOrThrow()
  const seen = await changesAfter()
  expect(seen).toContainEqual(
    expect.objectContaining({ kind: 'trends', day: '2026-03-09', clusters: [cluster] }),
  )
  const end = seen.at(-1)?.seq ?? 0
  await sql`update product_trends set cluster = cluster + 1000`.execute(ctx.db)
  expect(await changesAfter(end)).toEqual([
    {
      seq: expect.any(Number),
      kind: 'trends',
      day: '2026-03-09',
      clusters: [cluster, cluster + 1000],
    },
  ])
})

test('readers that number changes at the same time neither skip nor repeat one', async () => {
  const writing = Array.from({ length: 40 }, () => insertStore(ctx.db))
  const reading = Array.from({ length: 20 }, () => readFeedState(ctx.db))
  const ids = await Promise.all(writing)
  await Promise.all(reading)
  const changes = await changesAfter()
  expect(storesIn(changes).toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b))
  expect(changes.map(({ seq }) => seq)).toEqual(
    changes.map(({ seq }) => seq).toSorted((a, b) => a - b),
  )
})

test('changes are kept for an hour and until every follower that is not gone has read them', async () => {
  const [first, second] = await insertStores(ctx.db, [{}, {}])
  const [{ seq } = { seq: 0 }] = await changesAfter()
  const later = new Date(Date.now() + 2 * HOUR_MS)
  await pruneFeed(ctx.db, new Date())
  expect(storesIn(await changesAfter())).toEqual([first, second])
  await ctx.db
    .insertInto('change_followers')
    .values([
      { name: 'slow', position: seq, followed_at: daysBefore(later, 2), schema: SCHEMA_VERSION },
      { name: 'gone', position: 0, followed_at: daysBefore(later, 4), schema: SCHEMA_VERSION },
    ])
    .execute()
  await pruneFeed(ctx.db, later)
  expect(storesIn(await changesAfter(0))).toEqual([second])
  expect((await readFeedState(ctx.db)).prunedTo).toBe(seq)
  await emptyTables(ctx, 'change_followers')
  await pruneFeed(ctx.db, later)
  const { head, prunedTo } = await readFeedState(ctx.db)
  expect(prunedTo).toBe(head)
  expect(head).toBeGreaterThan(seq)
  const id = await insertStore(ctx.db)
  expect(storesIn(await changesAfter(head))).toEqual([id])
})

test('changes are kept for a day for the follower of another release, earlier or later', async () => {
  const later = new Date(Date.now() + 2 * HOUR_MS)
  for (const schema of [SCHEMA_VERSION - 1, SCHEMA_VERSION + 1]) {
    const [, second] = await insertStores(ctx.db, [{}, {}])
    const [{ seq } = { seq: 0 }] = await changesAfter((await readFeedState(ctx.db)).head - 2)
    const follow = (days: number) => ({
      name: 'other',
      position: seq,
      followed_at: daysBefore(later, days),
      schema,
    })
    await ctx.db.insertInto('change_followers').values(follow(0.9)).execute()
    await pruneFeed(ctx.db, later)
    expect(storesIn(await changesAfter(0))).toEqual([second])
    await ctx.db.updateTable('change_followers').set(follow(1.1)).execute()
    await pruneFeed(ctx.db, later)
    expect(await changesAfter(0)).toEqual([])
    await emptyTables(ctx, 'change_followers')
  }
})
