/**
 * One side of `visit-cost.ts`: visits of shops of the simulated world, day after day, read and stored
 * by the sources in the folder that it is given.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from '#discovery/document/page.ts'
import type { extractVisit } from '#discovery/extract/extract-visit.ts'
import type { addCandidates, Candidate } from '#server/discovery/candidates.ts'
import type { ageWindows } from '#server/discovery/changes/change-windows.ts'
import type { assessStoresStep } from '#server/discovery/risks/assess-stores.ts'
import type { matchProducts } from '#server/discovery/trends/match-products.ts'
import type { recordVisits } from '#server/discovery/visits/record-visits.ts'
import type { createTestContext } from '#testing/test-context.ts'
import { DAY_MS } from '#contracts/dates.ts'
import { keysOf } from '#contracts/keys.ts'
import { catalogueOf, NOW, shopsOf, visitOf } from '#scripts/extraction/world-pages.ts'
import { usageOfTrees } from '../process-usage.ts'
import { LANGUAGES } from '../../sim/shop-platform/catalogue/languages.ts'

/** Of a shop that is visited for the first time, that is as it was, and that lived on since. */
type VisitKind = 'first' | 'same' | 'changed'
/** Microseconds of processor time. */
export type VisitCost = { reading: number; storing: number; database: number }
/** Of all visits of a kind together, and their number. */
export type VisitCosts = Record<VisitKind, { visits: number; cost: VisitCost }>

/** A day each. Most shops are as they were. */
const DAYS: VisitKind[] = ['first', 'same', 'same', 'changed', 'same', 'same', 'changed', 'same']
/** How much of the shop's life a change shows. */
const LIFE_MS = 10 * DAY_MS
/** As many new as old: only new ones are followed. */
const SIDES = ['new', 'old'] as const
const SHOPS_PER_SIDE = 4
const VISITS_AT_ONCE = 10
const MOST_PRODUCTS = 60
const PRODUCTS_ASKED = 250

const [folder = ''] = process.argv.slice(2)
const from = (path: string) => import(pathToFileURL(join(folder, path)).href)

type Sources = {
  createTestContext: typeof createTestContext
  addCandidates: typeof addCandidates
  recordVisits: typeof recordVisits
  extractVisit: typeof extractVisit
  matchProducts: typeof matchProducts
}
const sources: Sources = Object.assign(
  {},
  ...(await Promise.all(
    [
      'testing/test-context.ts',
      'server/discovery/candidates.ts',
      'server/discovery/visits/record-visits.ts',
      'server/discovery/trends/match-products.ts',
      'discovery/extract/extract-visit.ts',
    ].map(from),
  )),
)

/** What runs beside the visits because of them; earlier sources have none. */
type Upkeep = { ageWindows: typeof ageWindows; assessStoresStep: typeof assessStoresStep }
const upkeep: Upkeep | null = existsSync(join(folder, 'server/discovery/risks'))
  ? {
      ...(await from('server/discovery/risks/assess-stores.ts')),
      ...(await from('server/discovery/changes/change-windows.ts')),
    }
  : null

const cpuMicros = () => {
  const { user, system } = process.cpuUsage()
  return user + system
}
const databaseMicros = () =>
  usageOfTrees((pid) => pid === Number(process.env['DATABASE_PID'])).reduce(
    (sum, { cpuSeconds, endedCpuSeconds }) => sum + (cpuSeconds + endedCpuSeconds) * 1e6,
    0,
  )

await using ctx = await sources.createTestContext()
ctx.clock.advance(NOW - ctx.now().getTime())
const shops = LANGUAGES.flatMap((language) =>
  SIDES.flatMap((side) =>
    shopsOf(language, 8 * SHOPS_PER_SIDE, side)
      .filter(({ plan }) => plan.baseCount <= MOST_PRODUCTS)
      .slice(0, SHOPS_PER_SIDE),
  ),
)
const revealedAt = ctx.now()
await sources.addCandidates(ctx.db, new Map(shops.map(({ host }) => [host, revealedAt])), {
  answer: 'pointing',
  logId: 'log',
  now: revealedAt,
})
const candidates: Candidate[] = await ctx.db
  .selectFrom('candidates')
  .select(['host', 'stage', 'revealed_at', 'log_id', 'attempts'])
  .execute()

const fetchedNow = (page: Page): Page => ({ ...page, fetchedAt: ctx.now().toISOString() })

/** As the shop was at that moment of its life. */
function fetchPages(shop: (typeof shops)[number], lifeMs: number) {
  const { home, meta, contact } = visitOf(shop, lifeMs)
  return {
    host: shop.host,
    home: home && fetchedNow(home),
    meta: meta && fetchedNow(meta),
    contact: contact.map(fetchedNow),
    products: fetchedNow(catalogueOf(shop, lifeMs, PRODUCTS_ASKED)),
  }
}

function read({ host, ...pages }: ReturnType<typeof fetchPages>) {
  const candidate = candidates.find((one) => one.host === host)
  if (!candidate) throw new Error('no such shop')
  const { snapshot, products } = sources.extractVisit(pages, host)
  return { candidate, result: { kind: 'store' as const, finalHost: host, snapshot, products } }
}

async function visitAll(lifeMs: number): Promise<VisitCost> {
  const cost = { reading: 0, storing: 0, database: 0 }
  const store = async (work: () => Promise<unknown>) => {
    // Reading the figures of all processes costs some itself.
    const [database, own] = [databaseMicros(), cpuMicros()]
    await work()
    cost.storing += cpuMicros() - own
    cost.database += databaseMicros() - database
  }
  for (let at = 0; at < shops.length; at += VISITS_AT_ONCE) {
    const fetched = shops.slice(at, at + VISITS_AT_ONCE).map((shop) => fetchPages(shop, lifeMs))
    const began = cpuMicros()
    const visits = fetched.map(read)
    cost.reading += cpuMicros() - began
    await store(() => sources.recordVisits(ctx, visits))
  }
  // As long ago as the issue; only the warning signs that follow from it count.
  while ((await sources.matchProducts(ctx)) > 0);
  if (upkeep)
    await store(async () => {
      while ((await upkeep.assessStoresStep(ctx)) === 0);
      while (await upkeep.ageWindows(ctx));
    })
  return cost
}

const none = () => ({ visits: 0, cost: { reading: 0, storing: 0, database: 0 } })
const costs: VisitCosts = { first: none(), same: none(), changed: none() }
let lifeMs = NOW
for (const kind of DAYS) {
  if (kind === 'changed') lifeMs += LIFE_MS
  const cost = await visitAll(lifeMs)
  for (const part of keysOf(cost)) costs[kind].cost[part] += cost[part]
  costs[kind].visits += shops.length
  ctx.clock.advance(DAY_MS)
}
process.send?.(costs)
process.disconnect()
