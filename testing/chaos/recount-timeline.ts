import type { StoreEventKind } from '#contracts/stores/timeline.ts'
import type { ProductTruth } from '#sim/control/product-truth.ts'
import type { Truth } from '#sim/control/truth.ts'
import type { OddWorld } from './odd-world.ts'

/** A change so shortly before a round may fall between the visit and our reading of the truth. */
const UNSURE_MS = 15 * 60_000
/** A page of the platform's list: a longer catalogue is read in parts. */
const ONE_PAGE = 250

type Reading = {
  truth: Truth
  /** The truth when a visit last saw the shop open; null before that. */
  open: Truth | null
  /** Nothing changed between the visit and our reading of the truth. */
  isSure: boolean
  /** Only if this round has read all of it while nothing changed. */
  products: ReadonlyMap<string, ProductTruth> | null
}

/** What the product knew, and the world was, after one round of visits. */
export type Round = {
  /** By shop, as of the last round that visited it. */
  readings: ReadonlyMap<string, Reading>
  checkedAt: ReadonlyMap<string, number>
  lastEvent: number
  lastProductChange: number
}

/** `nowMs` = the time of both clocks; `startedMs` = when the round began. */
export async function readRound(
  { ctx: { db }, sim: { world } }: OddWorld,
  { nowMs, startedMs }: { nowMs: number; startedMs: number },
  before?: Round,
): Promise<Round> {
  const stores = await db.selectFrom('stores').select(['id', 'shop', 'last_checked_at']).execute()
  const reread = await readWholeCatalogues(db, new Date(startedMs))
  const checkedAt = new Map(stores.map((store) => [store.shop ?? '', store.last_checked_at.getTime()]))
  const idOf = new Map(stores.map((store) => [store.shop ?? '', store.id]))
  const visited = [...world.truths()].filter(
    ({ shop }) => checkedAt.get(shop) !== before?.checkedAt.get(shop),
  )
  const readings = new Map(before?.readings)
  for (const truth of visited) {
    const { shop, host } = truth
    const products = reread.has(idOf.get(shop) ?? -1) ? quietProducts(world, host) : null
    readings.set(shop, {
      truth,
      open: truth.kind === 'open' ? truth : (before?.readings.get(shop)?.open ?? null),
      isSure: isQuiet(truth, nowMs),
      products,
    })
  }
  return {
    readings,
    checkedAt,
    lastEvent: await lastIdOf(db, 'store_events'),
    lastProductChange: await lastIdOf(db, 'product_changes'),
  }
}

type Db = OddWorld['ctx']['db']

async function lastIdOf(db: Db, table: 'store_events' | 'product_changes'): Promise<number> {
  const { last } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  return Number(last ?? 0)
}

/** Stores of which the round has read every product that they still list. */
async function readWholeCatalogues(db: Db, since: Date): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom('products')
    .select(['store_id'])
    .where('removed_at', 'is', null)
    .groupBy('store_id')
    .having(({ fn }) => fn.min('last_seen_at'), '>=', since)
    .having(({ fn }) => fn.countAll(), '<=', ONE_PAGE)
    .execute()
  return new Set(rows.map((row) => row.store_id))
}

function isQuiet({ changes, opensAt }: Truth, nowMs: number): boolean {
  const last = [changes.at(-1)?.at, opensAt].map((at) => (at ? nowMs - Date.parse(at) : Number.NaN))
  return !last.some((agoMs) => agoMs > 0 && agoMs < UNSURE_MS)
}

function quietProducts(world: OddWorld['sim']['world'], host: string): Reading['products'] {
  const [now, before] = [world.products(host), world.products(host, UNSURE_MS)]
  return JSON.stringify(now) === JSON.stringify(before)
    ? new Map(now.map((product) => [product.id, product]))
    : null
}

/** Expected and recorded events of one shop. */
export type Comparison = { shop: string; expected: string[]; found: string[] }

/** Of the shops that both rounds visited while nothing changed. */
export async function compareEvents(
  { ctx: { db } }: OddWorld,
  before: Round,
  after: Round,
): Promise<Comparison[]> {
  const rows = await db
    .selectFrom('store_events')
    .innerJoin('stores', 'stores.id', 'store_events.store_id')
    .select(['stores.shop', 'store_events.kind'])
    .where('store_events.id', '>', before.lastEvent)
    .execute()
  return [...after.readings].flatMap(([shop, later]) => {
    const earlier = before.readings.get(shop)
    const isVisited = before.checkedAt.has(shop) && before.checkedAt.get(shop) !== after.checkedAt.get(shop)
    if (!earlier?.isSure || !later.isSure || !isVisited) return []
    const expected = eventsBetween(earlier, later.truth)
    // Behind a closed shop's page nothing could be read before.
    if (expected === null) return []
    const found = rows.filter((row) => row.shop === shop).map(({ kind }) => kind)
    return [{ shop, expected: expected.toSorted(), found: found.toSorted() }]
  })
}

/** What a reader who sees the shop at both moments would report; null where the earlier one showed nothing. */
export function eventsBetween({ truth: before, open }: Reading, after: Truth): StoreEventKind[] | null {
  const moved = before.domain === after.domain ? [] : ['moved' as const]
  if (after.kind === 'closed') return before.kind === 'closed' ? [] : ['closed']
  if (before.kind === 'closed')
    return open && after.kind === 'open' ? ['reopened', ...moved, ...factEvents(open, after)] : null
  if (after.kind === 'protected')
    return [
      ...(before.kind === 'open' ? (['protected'] as const) : []),
      ...moved,
      ...themeEvents(before, after),
    ]
  if (before.kind === 'protected')
    return ['opened', ...moved, ...themeEvents(before, after), ...(open ? listEvents(open, after) : [])]
  return [...moved, ...factEvents(before, after)]
}

const factEvents = (before: Truth, after: Truth): StoreEventKind[] => [
  ...themeEvents(before, after),
  ...listEvents(before, after),
]

function listEvents(before: Truth, after: Truth): StoreEventKind[] {
  const added = (list: (truth: Truth) => readonly string[], kind: StoreEventKind) =>
    list(after)
      .filter((item) => !list(before).includes(item))
      .map(() => kind)
  const removed = (list: (truth: Truth) => readonly string[], kind: StoreEventKind) =>
    list(before)
      .filter((item) => !list(after).includes(item))
      .map(() => kind)
  const email = (truth: Truth) => (truth.email === null ? [] : [truth.email])
  return [
    ...added(({ pixels }) => pixels, 'pixel_added'),
    ...removed(({ pixels }) => pixels, 'pixel_removed'),
    ...added(({ apps }) => apps, 'app_added'),
    ...removed(({ apps }) => apps, 'app_removed'),
    ...added(email, 'contact_added'),
    ...removed(email, 'contact_removed'),
    ...added(({ socials }) => socials, 'social_added'),
    ...removed(({ socials }) => socials, 'social_removed'),
    ...added(({ policies }) => policies, 'policy_added'),
    ...(before.country === after.country ? [] : (['country_changed'] as const)),
    ...(before.currency === after.currency ? [] : (['currency_changed'] as const)),
  ]
}

/** Older pages print only the merchant's label. */
const shownTheme = ({ theme, themeLabel, themeVersion }: Truth): string =>
  themeVersion === null ? themeLabel : theme

function themeEvents(before: Truth, after: Truth): StoreEventKind[] {
  if (shownTheme(before) !== shownTheme(after)) return ['theme_changed']
  return before.themeVersion === after.themeVersion ? [] : ['theme_updated']
}

/** Of the shops whose whole catalogue both rounds have read while nothing changed. */
export async function compareProducts(
  { ctx: { db } }: OddWorld,
  before: Round,
  after: Round,
): Promise<Comparison[]> {
  const rows = await db
    .selectFrom('product_changes')
    .innerJoin('stores', 'stores.id', 'product_changes.store_id')
    .select(['stores.shop', 'product_changes.product_id', 'product_changes.kind'])
    .where('product_changes.id', '>', before.lastProductChange)
    .where('product_changes.kind', '!=', 'best_seller')
    .execute()
  return [...after.readings].flatMap(([shop, { products: now, truth }]) => {
    const then = before.readings.get(shop)?.products
    if (!then || !now || then.size === 0 || truth.habit !== 'plain') return []
    const found = rows.filter((row) => row.shop === shop).map(({ kind, product_id: id }) => `${kind} ${id}`)
    return [{ shop, expected: productChanges(then, now).toSorted(), found: found.toSorted() }]
  })
}

type Products = ReadonlyMap<string, ProductTruth>

const productChanges = (then: Products, now: Products): string[] => [
  ...[...now.keys()].filter((id) => !then.has(id)).map((id) => `added ${id}`),
  ...[...then].flatMap(([id, before]) => {
    const after = now.get(id)
    return after
      ? [...stockChange(before, after), ...priceChange(before, after)].map((kind) => `${kind} ${id}`)
      : [`removed ${id}`]
  }),
]

const stockChange = (before: ProductTruth, after: ProductTruth): string[] =>
  before.isAvailable === after.isAvailable ? [] : [after.isAvailable ? 'restocked' : 'sold_out']

/** Amounts of two currencies are not compared. */
const priceChange = (before: ProductTruth, after: ProductTruth): string[] =>
  before.currency !== after.currency || before.priceMinor === after.priceMinor
    ? []
    : [after.priceMinor > before.priceMinor ? 'price_up' : 'price_down']
