import { addDays, type Day, daysBetween } from '#contracts/dates.ts'
import type { QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import {
  type getPulse as endpoint,
  type PulseGroup,
  type PulseRank,
  type PulseRow,
  PULSE_MIN_STORES,
  PULSE_ROWS,
} from '#contracts/catalog/pulse.ts'
import type { FilterChoice, FilterChoices } from '#contracts/catalog/store-filters.ts'
import type { Facet } from '#contracts/catalog/stores.ts'
import type { CatalogRequest } from '#server/catalog/context.ts'
import { asOfPart } from '#server/catalog/search/search-freshness.ts'
import type { DaySpan, StoreMatch } from '#server/catalog/search/search.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'

type Answer = ResponseOf<typeof endpoint>
type Query = QueryOf<typeof endpoint>
type Span = NonNullable<DaySpan>

const only = (value: string): FilterChoice => ({ include: [value], exclude: [], unknown: false })
const ALIVE: FilterChoices = { alive: only('yes') }
/**
 * Far more themes and apps than have enough stores to rank high. A rank takes the others for zero;
 * the figures are exact for all.
 */
const COUNTED_VALUES = 1_000

/** Every figure is the total of a search, so that the list behind it has as many rows. */
export async function getPulse(
  ctx: CatalogRequest,
  { by, rank, from, to, value }: Query,
): Promise<Answer> {
  requirePaid(ctx)
  const period = { from, to }
  const length = daysBetween(from, to)
  const previous = { from: addDays(from, -length), to: addDays(from, -1) }
  const find = (days: Span, choices: FilterChoices = {}) =>
    ctx.storeSearch.find({ days, scope: 'new', choices })
  const [now, before, alive] = await Promise.all([
    find(period),
    find(previous),
    find(period, ALIVE),
  ])
  const chosen = value === undefined ? {} : { [by]: only(value) }
  const [rows, days, previousDays] = await Promise.all([
    readRows({ by, rank, now, before, alive }, { period, previous }, find),
    find(period, chosen).then((match) => dailyCounts(match, period)),
    find(previous, chosen).then((match) => dailyCounts(match, previous)),
  ])
  const total = { now: now.total, before: before.total, alive: alive.total }
  return { period, previous, total, rows, days, previousDays, ...asOfPart(now) }
}

type Find = (days: Span, choices?: FilterChoices) => Promise<StoreMatch>
type Counted = {
  by: PulseGroup
  rank: PulseRank
  now: StoreMatch
  before: StoreMatch
  alive: StoreMatch
}

async function readRows(
  { by, rank, now, before, alive }: Counted,
  { period, previous }: { period: Span; previous: Span },
  find: Find,
): Promise<PulseRow[]> {
  const [ofNow, ofBefore, ofAlive] = await Promise.all([
    facetOf(now, by),
    facetOf(before, by),
    facetOf(alive, by),
  ])
  const totalOf = async (facet: Facet, value: string, days: Span, choices: FilterChoices = {}) =>
    countIn(facet, value) ?? (await find(days, { [by]: only(value), ...choices })).total
  const values = unionOf(ofNow, ofBefore).map(({ value, label }) => ({
    value,
    label,
    now: countIn(ofNow, value) ?? 0,
    before: countIn(ofBefore, value) ?? 0,
  }))
  return Promise.all(
    rankValues(values, rank).map(async ({ value, label }) => ({
      value,
      label,
      now: await totalOf(ofNow, value, period),
      before: await totalOf(ofBefore, value, previous),
      alive: await totalOf(ofAlive, value, period, ALIVE),
      products: by === 'category' ? await countProducts(value, { period, previous }, find) : null,
    })),
  )
}

async function countProducts(
  category: string,
  { period, previous }: { period: Span; previous: Span },
  find: Find,
): Promise<PulseRow['products']> {
  const choices = { category: only(category) }
  const [now, before] = await Promise.all(
    [period, previous].map(async (days) => (await find(days, choices)).sums()),
  )
  return { now: now?.listedProducts ?? 0, before: before?.listedProducts ?? 0 }
}

/** Values of either period: one that fell to zero is in the period before only. */
const unionOf = (now: Facet, before: Facet): Facet['options'] => {
  const values = new Map(
    [...before.options, ...now.options].map((option) => [option.value, option]),
  )
  return [...values.values()]
}

async function facetOf(match: StoreMatch, by: PulseGroup): Promise<Facet> {
  const [facet] = await match.facets([by], { limit: COUNTED_VALUES })
  if (!facet) throw new Error(`the search did not count ${by}`)
  return facet
}

/** Null when the value may be among those that the facet leaves out. */
function countIn({ options, more }: Facet, value: string): number | null {
  const option = options.find((each) => each.value === value)
  return option ? option.count : more === 0 ? 0 : null
}

async function dailyCounts(
  match: StoreMatch,
  { from, to }: Span,
): Promise<{ day: Day; stores: number }[]> {
  const stores = new Map((await match.days()).map((each) => [each.day, each.stores]))
  return Array.from({ length: daysBetween(from, to) }, (_, at) => {
    const day = addDays(from, at)
    return { day, stores: stores.get(day) ?? 0 }
  })
}

type Counts = { value: string; now: number; before: number }

const isLarge = ({ now, before }: Counts) => Math.max(now, before) >= PULSE_MIN_STORES

const ranks: Record<
  PulseRank,
  { includes: (counts: Counts) => boolean; key: (counts: Counts) => number }
> = {
  frequent: { includes: ({ now }) => now > 0, key: ({ now }) => now },
  rising: {
    includes: (counts) => isLarge(counts) && counts.now > counts.before,
    key: ({ now, before }) => now - before,
  },
  falling: {
    includes: (counts) => isLarge(counts) && counts.now < counts.before,
    key: ({ now, before }) => before - now,
  },
  growth: {
    includes: (counts) => isLarge(counts) && counts.now > counts.before,
    key: ({ now, before }) => (before === 0 ? Infinity : now / before),
  },
}

/** The first values of a rank; of equal ones those with more stores, then by their name. */
export function rankValues<Value extends Counts>(
  values: readonly Value[],
  rank: PulseRank,
): Value[] {
  const { includes, key } = ranks[rank]
  return values
    .filter(includes)
    .map((counts) => ({ counts, key: key(counts) }))
    .toSorted(
      (a, b) =>
        // Equal keys first: infinity minus infinity is not a number.
        (a.key === b.key ? 0 : b.key - a.key) ||
        b.counts.now + b.counts.before - a.counts.now - a.counts.before ||
        (a.counts.value < b.counts.value ? -1 : 1),
    )
    .slice(0, PULSE_ROWS)
    .map(({ counts }) => counts)
}
