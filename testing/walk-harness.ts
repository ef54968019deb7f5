import { DAY_MS, HOUR_MS } from '#contracts/dates.ts'
import type { ProbeResult } from '#discovery/probe/probe-result.ts'
import { parseProducts } from '#discovery/products/parse-products.ts'
import { createWalkStage } from '#server/discovery/catalogue/walk-stage.ts'
import { fact, storeVisit } from '#testing/snapshots.ts'
import { useDiscovery, visitsIn } from '#testing/discovery/discovery-harness.ts'
import { type TestContext } from '#testing/test-context.ts'
import {
  catalogueText,
  createWalkedShop,
  productsOf,
  type WalkedShop,
} from '#testing/walked-shop.ts'

export const WALKED_HOST = 'lamp.example'
const NEVER = new AbortController().signal

type Visited = { home?: string[]; bestSellers?: string[]; currency?: string | null }

/** The first visit (and any later one) as the probe reports it: it reads the first page. */
function visitOf(
  shop: WalkedShop,
  { home = [], bestSellers = [], currency = 'EUR' }: Visited,
): ProbeResult {
  const text = catalogueText(shop.products.slice(0, 250))
  const { products, listed, problem } = parseProducts(new TextEncoder().encode(text), {
    currency,
    hostUrl: `https://${WALKED_HOST}/`,
  })
  const result = storeVisit({ host: WALKED_HOST, products: shop.products.length })
  const glance = { limit: 250, listed, problem }
  const snapshot = {
    ...result.snapshot,
    currency: currency === null ? null : fact(currency),
    catalogue: fact(glance, `https://${WALKED_HOST}/products.json?limit=250&page=1`),
    homeProducts: fact(home),
    bestSellerCollections: fact(bestSellers),
  }
  return { ...result, snapshot, products }
}

/** As the list of changes shows them. */
async function readChangeDays({ db }: TestContext): Promise<string[]> {
  const rows = await db
    .selectFrom('product_change_days')
    .selectAll()
    .orderBy('day')
    .orderBy('kind')
    .execute()
  return rows.map(({ kind, day, at }) => `${day} ${kind} ${at.toISOString()}`)
}

/**
 * One store on a private database, emptied before each test: visits and walks it, and reads its
 * stored data.
 */
export function useWalkHarness() {
  const ctx = useDiscovery()

  const visit = (shop: WalkedShop, visited: Visited = {}) =>
    visitsIn(ctx).visit(WALKED_HOST, visitOf(shop, visited))

  async function walkAll({ outside }: WalkedShop) {
    const stage = createWalkStage(ctx, outside, NEVER)
    while ((await stage.step()) === 0);
  }

  async function laterWalk(shop: WalkedShop, days = 1) {
    ctx.clock.advance(days * DAY_MS + HOUR_MS)
    shop.asked.length = 0
    await walkAll(shop)
  }

  const walk = () => ctx.db.selectFrom('catalogue_walks').selectAll().executeTakeFirstOrThrow()
  const pagesAsked = (shop: WalkedShop) =>
    shop.asked
      .flatMap((path) => /^\/products\.json\?limit=\d+&page=(\d+)$/.exec(path)?.[1] ?? [])
      .map(Number)
  const countProducts = async () => {
    const { count } = await ctx.db
      .selectFrom('products')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow()
    return Number(count)
  }
  const changes = async () => {
    const rows = await ctx.db.selectFrom('product_changes').selectAll().orderBy('id').execute()
    return rows.map(({ kind, product_id }) => `${kind} ${product_id}`)
  }
  const shopOf = (count: number) => createWalkedShop(ctx.now, productsOf(count))

  return {
    ctx,
    visit,
    walkAll,
    laterWalk,
    walk,
    pagesAsked,
    countProducts,
    changes,
    changeDays: () => readChangeDays(ctx),
    shopOf,
  }
}
