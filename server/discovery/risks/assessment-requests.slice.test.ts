import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contracts/dates.ts'
import type { ClusterId, StoreId } from '#contracts/ids.ts'
import type { StoreSnapshot } from '#discovery/extract/store-snapshot.ts'
import type { ProductRecord } from '#discovery/products/parse-products.ts'
import { removeMissedProducts, saveProducts } from '#server/discovery/catalogue/save-products.ts'
import { createFactRetention } from '#server/discovery/upkeep/fact-retention.ts'
import { correctFoundDays } from '#server/discovery/visits/found-times.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { REVEALED, useDiscovery, visitsIn } from '#testing/discovery/discovery-harness.ts'
import {
  changeStore,
  emptyTables,
  insertProduct,
  insertStore,
  insertStores,
} from '#testing/factories.ts'
import { settleAssessments } from '#testing/discovery/settle-stages.ts'
import { emailFact, fact, productOf, storeVisit } from '#testing/snapshots.ts'
import { assessStoresStep, requestAssessments } from './assess-stores.ts'

const ctx = useDiscovery()
const { visit, reveal, store, stores } = visitsIn(ctx)

const HOST = 'lamp.example'
const HOME = `https://${HOST}/`

async function asked(): Promise<StoreId[]> {
  const requests = ctx.db.selectFrom('assessment_requests').select('store_id')
  return (await requests.distinct().orderBy('store_id').execute()).map(({ store_id }) => store_id)
}

const policy = fact({ kind: 'refund', url: `${HOME}policies/refund-policy` } as const, HOME)
const pixel = (vendor: string) => fact({ vendor, id: `${vendor}-1` }, HOME)

const blameless: Partial<StoreSnapshot> = {
  policies: [policy],
  about: fact('We sell lamps.', HOME),
  emails: [emailFact('a@lamp.example', HOME)],
  pixels: [pixel('Meta Pixel')],
  pagesRead: [HOME],
}

const PRODUCTS = [productOf('1', 'Lamp one'), productOf('2', 'Lamp two')]

type Found = { snapshot?: Partial<StoreSnapshot>; products?: ProductRecord[]; isPartial?: boolean }

async function visitLamp({ snapshot = {}, products = PRODUCTS, isPartial = false }: Found = {}) {
  const found = storeVisit()
  ctx.clock.advance(25 * HOUR_MS)
  await visit(HOST, {
    ...found,
    products,
    snapshot: { ...found.snapshot, ...blameless, ...snapshot },
    ...(isPartial && { contactTrouble: { kind: 'retry', afterMs: 1_000, cause: 'timeout' } }),
  })
}

/** Visited once and assessed. */
async function knownLamp(found: Found = {}): Promise<StoreId> {
  await visitLamp(found)
  await settleAssessments(ctx)
  expect(await asked()).toEqual([])
  return (await store()).id
}

describe('a visit asks for another look at the store', () => {
  test('never, if it finds the store as it was', async () => {
    await knownLamp()
    await visitLamp()
    await visitLamp()
    expect(await asked()).toEqual([])
  })

  test.each<[string, Found]>([
    ['its policies', { snapshot: { policies: [] } }],
    ['its address', { snapshot: { emails: [] } }],
    [
      'its number',
      { snapshot: { phones: [fact({ text: '1', e164: '+431', country: 'AT' }, HOME)] } },
    ],
    ['what it says about itself', { snapshot: { about: fact('We sell filler text.', HOME) } }],
    ['its pixels', { snapshot: { pixels: [pixel('Meta Pixel'), pixel('TikTok Pixel')] } }],
    ['its state', { snapshot: { status: fact('password_protected', HOME, 'detected') } }],
    [
      'the text of a product',
      { products: PRODUCTS.map((product) => ({ ...product, bodyHtml: 'Lorem ipsum dolor' })) },
    ],
  ])('when %s changed', async (_what, found) => {
    const lamp = await knownLamp()
    await visitLamp(found)
    expect(await asked()).toEqual([lamp])
  })

  test('after its first whole reading, which may show that policies are missing', async () => {
    const lamp = await knownLamp({ snapshot: { policies: [] }, isPartial: true })
    await visitLamp({ snapshot: { policies: [] } })
    await settleAssessments(ctx)
    expect(await stores()).toMatchObject([{ id: lamp, risks: ['no_policies'] }])
  })

  test('as long as it has warning signs, so that their evidence names the last reading', async () => {
    const lamp = await knownLamp({ snapshot: { policies: [] } })
    await visitLamp({ snapshot: { policies: [] } })
    expect(await asked()).toEqual([lamp])
  })

  test('while it was never looked at', async () => {
    await visitLamp()
    await emptyTables(ctx, 'assessment_requests')
    await visitLamp()
    expect(await asked()).toEqual([(await store()).id])
  })
})

test('a product that leaves a catalogue or returns makes its store and the other one be looked at', async () => {
  const cluster = 700 as ClusterId
  const [own, other] = await insertStores(ctx.db, [{ domain: 'own.example' }, {}])
  const missed = { product_id: 1, cluster, last_seen_at: '2026-03-01T00:00:00Z' }
  await insertProduct(ctx.db, own, { ...missed, match_due: false })
  for (const product_id of [2, 3])
    await insertProduct(ctx.db, own, { product_id, match_due: false, last_seen_at: ctx.now() })
  await insertProduct(ctx.db, other, { cluster, match_due: false })
  const startedAt = new Date(ctx.now().getTime() - HOUR_MS)
  await inTransaction(ctx, (ctx) =>
    removeMissedProducts(ctx, { storeId: own, startedAt, pages: 1, previousStartedAt: null }),
  )
  expect(await asked()).toEqual([own, other])
  await emptyTables(ctx, 'assessment_requests')
  const products = [productOf('1', 'Lamp one')]
  await inTransaction(ctx, (ctx) =>
    saveProducts(ctx, [{ storeId: own, currency: 'EUR', products, walk: null }]),
  )
  expect(await asked()).toEqual([own, other])
})

describe('what no visit tells', () => {
  test('a closed store without contacts loses the signs of an open one', async () => {
    await knownLamp({ snapshot: { policies: [], emails: [] } })
    expect(await stores()).toMatchObject([{ risks: ['no_policies'] }])
    ctx.clock.advance(25 * HOUR_MS)
    await visit(HOST, { kind: 'not_a_store', reason: 'closed' })
    await settleAssessments(ctx)
    expect(await stores()).toMatchObject([{ status: 'CLOSED', risks: [] }])
  })

  test('a store found earlier than we knew, and those that it turns out to have preceded, are looked at', async () => {
    const lamp = await knownLamp()
    const between = new Date(REVEALED.getTime() - HOUR_MS)
    const [meanwhile, before] = await insertStores(ctx.db, [
      { found_at: between },
      { found_at: new Date(REVEALED.getTime() - DAY_MS) },
    ])
    const cluster = 701 as ClusterId
    await ctx.db.updateTable('products').set({ cluster }).where('product_id', '=', 1).execute()
    for (const id of [meanwhile, before])
      await insertProduct(ctx.db, id, { cluster, match_due: false })
    await reveal(HOST, new Date(REVEALED.getTime() - 2 * HOUR_MS))
    await inTransaction(ctx, (ctx) => correctFoundDays(ctx, [HOST]))
    expect(await asked()).toEqual([lamp, meanwhile])
  })

  test('a closed store that turns out to have launched earlier makes those with its address be looked at', async () => {
    const lamp = await knownLamp()
    const twin = await insertStore(ctx.db, { domain: 'twin.example', email: 'a@lamp.example' })
    await changeStore(ctx.db, lamp, { status: 'CLOSED' })
    await reveal(HOST, new Date(REVEALED.getTime() - DAY_MS))
    await inTransaction(ctx, (ctx) => correctFoundDays(ctx, [HOST]))
    expect(await asked()).toEqual([lamp, twin])
  })

  test('a store whose old contacts are forgotten is looked at, and so is one that shared them', async () => {
    const lamp = await knownLamp()
    const twin = await insertStore(ctx.db, { domain: 'twin.example', email: 'a@lamp.example' })
    const days = 181 * DAY_MS
    ctx.clock.advance(days)
    await createFactRetention(ctx)()
    ctx.clock.advance(-days)
    expect(await asked()).toEqual([lamp, twin])
  })
})

describe('looking', () => {
  test('answers all requests for a store at once, however many others lie between', async () => {
    const ids = await insertStores(
      ctx.db,
      Array.from({ length: 6 }, () => ({})),
    )
    const requests = ids.map((store_id) => ({ store_id }))
    for (let times = 0; times < 3; times += 1)
      await ctx.db.insertInto('assessment_requests').values(requests).execute()
    await assessStoresStep(ctx)
    expect(await asked()).toEqual(ids.slice(5))
  })

  test('leaves a request to the next process when its own dies before the result is stored', async () => {
    const id = await insertStore(ctx.db, { domain: 'killed.example' })
    await requestAssessments(ctx.db, [id])
    const other = await ctx.database.pool.connect()
    await other.query('begin')
    await other.query('select from stores where id = $1 for update', [id])
    const dying = assessStoresStep(ctx).catch(String)
    // Not by `other`: a transaction sees only the sessions that there were when it first asked.
    const kill = async () => {
      const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(
        ctx.db,
      )
      return rows.length
    }
    await expect.poll(kill).toBe(1)
    expect(await dying).toMatch(/terminat/)
    await other.query('rollback')
    other.release()
    expect(await asked()).toEqual([id])
    await settleAssessments(ctx)
    expect(await asked()).toEqual([])
  })
})
