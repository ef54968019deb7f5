import { sql } from 'kysely'
import { addDays, type Day, dayOf, dayStart, mondayOf } from '#contracts/dates.ts'
import type { ClusterId } from '#contracts/ids.ts'
import { MAX_PRICE_MINOR, minorToDecimal, usDollars } from '#contracts/money.ts'
import { PRICE_WEEKS, type PriceCourse } from '#contracts/catalog/product-clusters.ts'
import { listedOn } from '#server/platform/db/sql-text.ts'
import type { Db } from '#server/platform/db/schema.ts'

/** One store's listing with its present price. */
export type PricedListing = {
  store: number
  product: number
  /** The day from which on the store listed it. */
  listed: Day
  removedAt: Date | null
  minor: number | null
  currency: string | null
}
/** In the order of their times. */
export type PriceChange = {
  store: number
  product: number
  at: Date
  before: number | null
  after: number | null
  currency: string | null
}

/** The stores' prices at the end of each week, as far back as price changes are kept. */
export async function readPriceCourse(
  db: Db,
  cluster: ClusterId,
  now: Date,
): Promise<PriceCourse | null> {
  const from = dayStart(firstWeek(now))
  const { rows: listings } = await sql<PricedListing>`
    select p.store_id as store, p.product_id as product, ${listedOn} as listed, p.removed_at as "removedAt",
      p.price_min_minor as minor, upper(p.currency) as currency
    from products p join stores s on s.id = p.store_id where p.cluster = ${cluster}`.execute(db)
  const { rows: changes } = await sql<PriceChange>`
    select c.store_id as store, c.product_id as product, c.at, c.before_minor as before, c.after_minor as after,
      upper(c.currency) as currency
    from products p join product_changes c using (store_id, product_id)
    where p.cluster = ${cluster} and c.kind in ('price_up', 'price_down') and c.at >= ${from}::timestamptz
    order by c.at, c.id`.execute(db)
  return replayPrices(listings, changes, now)
}

/** Monday of the first week that may be shown. */
const firstWeek = (now: Date): Day => addDays(mondayOf(dayOf(now)), -7 * (PRICE_WEEKS - 1))

type Price = { minor: number; currency: string }

/**
 * Each store's lowest price at the end of each week since the first listing. Null without any known
 * price.
 */
export function replayPrices(
  listings: readonly PricedListing[],
  changes: readonly PriceChange[],
  now: Date,
): PriceCourse | null {
  const byListing = Map.groupBy(changes, ({ store, product }) => `${store}-${product}`)
  const pricedAt = (listing: PricedListing, end: Date): Price | null => {
    if (dayStart(listing.listed) >= end) return null
    if (listing.removedAt !== null && listing.removedAt < end) return null
    return priceAt(listing, byListing.get(`${listing.store}-${listing.product}`) ?? [], end)
  }
  const weeks = weeksOf(listings, now).map((week) => {
    const end = new Date(Math.min(dayStart(addDays(week, 7)).getTime(), now.getTime() + 1))
    const prices = listings.flatMap((listing) => {
      const price = pricedAt(listing, end)
      return price ? [{ store: listing.store, ...price }] : []
    })
    return { week, prices }
  })
  const currencies = new Set(weeks.flatMap(({ prices }) => prices.map(({ currency }) => currency)))
  const [currency, ...others] = currencies
  if (currency === undefined) return null
  const isConverted = others.length > 0
  const shown = isConverted ? 'USD' : currency
  const present = weeks.flatMap(({ week, prices }) => {
    const amounts = lowestOfEachStore(prices, isConverted)
    return amounts.length === 0 ? [] : [{ week, ...bandOf(amounts, shown) }]
  })
  return present.length === 0 ? null : { currency: shown, isConverted, weeks: present }
}

function weeksOf(listings: readonly PricedListing[], now: Date): Day[] {
  const listed = listings.map((listing) => mondayOf(listing.listed)).toSorted()
  const first = [listed[0] ?? '', firstWeek(now)].toSorted().at(-1) ?? ''
  const weeks: Day[] = []
  for (let week = first; week <= dayOf(now); week = addDays(week, 7)) weeks.push(week)
  return weeks
}

/**
 * The last change before the moment says what it cost after it; the first one later, what it cost
 * until then.
 */
function priceAt(listing: PricedListing, changes: readonly PriceChange[], end: Date): Price | null {
  const earlier = changes.findLast(({ at }) => at < end)
  const later = changes.find(({ at }) => at >= end)
  const minor = earlier ? earlier.after : later ? later.before : listing.minor
  const currency = (earlier ?? later)?.currency ?? listing.currency
  if (minor === null || currency === null || minor < 0 || minor >= MAX_PRICE_MINOR) return null
  return { minor, currency }
}

const CENTS = 100

/** Minor units, or cents of US dollars; currencies without a rate are left out of the latter. */
function lowestOfEachStore(
  prices: readonly (Price & { store: number })[],
  isConverted: boolean,
): number[] {
  const lowest = new Map<number, number>()
  for (const { store, minor, currency } of prices) {
    const dollars = isConverted ? usDollars(minor, currency) : null
    const amount = isConverted ? (dollars === null ? null : dollars * CENTS) : minor
    if (amount !== null) lowest.set(store, Math.min(amount, lowest.get(store) ?? Infinity))
  }
  return [...lowest.values()].toSorted((a, b) => a - b)
}

function bandOf(sorted: readonly number[], currency: string) {
  const text = (amount: number) => minorToDecimal(Math.round(amount), currency)
  const at = (index: number) => sorted[index] ?? 0
  const middle = (sorted.length - 1) / 2
  return {
    min: text(at(0)),
    median: text((at(Math.floor(middle)) + at(Math.ceil(middle))) / 2),
    max: text(at(sorted.length - 1)),
    stores: sorted.length,
  }
}
