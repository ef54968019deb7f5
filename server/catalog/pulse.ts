import {
  evenCounts,
  type getPulse as endpoint,
  PULSE_MIN_STORES,
  PULSE_ROWS,
  type PulseGroup,
  type PulseRank,
  type PulseRow,
} from '#contracts/catalog/pulse.ts'
import type { FilterChoice, FilterChoices } from '#contracts/catalog/store-filters.ts'
import type { Facet } from '#contracts/catalog/stores.ts'
import { addDays, type Day, dayOf, daysBetween } from '#contracts/dates.ts'
import type { QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import type { CatalogRequest } from './context.ts'
import { asOfPart, type DaySpan, type StoreMatch } from './search/search.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'

type Answer = ResponseOf<typeof endpoint>
type Query = QueryOf<typeof endpoint>
type Span = NonNullable<DaySpan>

export const only = (value: string): FilterChoice => ({
  include: [value],
  exclude: [],
  unknown: false,
})
export const ALIVE: FilterChoices = { alive: only('yes') }
/**
 * Far more themes and apps than have enough stores to rank high. A rank takes the others for zero;
 * the figures are exact for all.
 */
export const COUNTED_VALUES = 1_000

type Find = (days: Span, choices?: FilterChoices) => Promise<StoreMatch>
/** A period, the one before it, and what of each is compared; null where nothing is. */
type Spans = Record<'period' | 'previous', Span> & Record<'now' | 'before', DaySpan>

/**
 * The two periods, what our data covers of them, and searches of new stores. Every figure is the
 * total of a search, so that the list behind it has as many rows.
 */
export async function openPeriods(ctx: Pick<CatalogRequest, 'storeSearch' | 'now'>, period: Span) {
  const length = daysBetween(period.from, period.to)
  const previous = { from: addDays(period.from, -length), to: addDays(period.from, -1) }
  const find = (days: DaySpan, choices: FilterChoices = {}) =>
    ctx.storeSearch.find({ days, scope: 'new', choices })
  const found = await find(null)
  const coverage = coverageOf(await found.days(), dayOf(ctx.now()))
  const comparedDays = { now: coverage.countDays(period), before: coverage.countDays(previous) }
  const { comparedPart } = coverage
  return {
    find,
    spans: { period, previous, now: comparedPart(period), before: comparedPart(previous) },
    covered: { comparedDays, coveredSince: coverage.since, ...asOfPart(found) },
    daysOf: async (span: Span, choices: FilterChoices) =>
      dailyCounts(await find(span, choices), span, coverage),
  }
}

export async function getPulse(
  ctx: CatalogRequest,
  { by, rank, from, to, value }: Query,
): Promise<Answer> {
  requirePaid(ctx)
  const { find, spans, covered, daysOf } = await openPeriods(ctx, { from, to })
  const { period, previous } = spans
  const { comparedDays } = covered
  const chosen = value === undefined ? {} : { [by]: only(value) }
  const [counts, days, previousDays] = await Promise.all([
    readCounts({ by, rank, comparedDays }, spans, find),
    daysOf(period, chosen),
    daysOf(previous, chosen),
  ])
  return { period, previous, ...counts, ...covered, days, previousDays }
}

type Asked = Pick<Query, 'by' | 'rank'> & Pick<Answer, 'comparedDays'>

async function readCounts(
  { by, rank, comparedDays }: Asked,
  spans: Spans,
  find: Find,
): Promise<Pick<Answer, 'total' | 'rows'>> {
  const [now, before, alive, comparedNow, comparedBefore] = await Promise.all([
    countSpan(by, spans.period, find),
    countSpan(by, spans.previous, find),
    countSpan(by, spans.period, find, ALIVE),
    countSpan(by, spans.now, find),
    countSpan(by, spans.before, find),
  ])
  const values = unionOf(now.facet, before.facet).map(({ value, label }) => ({
    value,
    label,
    now: countIn(now.facet, value) ?? 0,
    before: countIn(before.facet, value) ?? 0,
    compared: {
      now: countIn(comparedNow.facet, value) ?? 0,
      before: countIn(comparedBefore.facet, value) ?? 0,
    },
  }))
  const rows = rankValues(values, rank, comparedDays).map(async ({ value, label }) => ({
    value,
    label,
    now: await now.of(value),
    before: await before.of(value),
    compared: { now: await comparedNow.of(value), before: await comparedBefore.of(value) },
    alive: await alive.of(value),
    products: by === 'category' ? await countProducts(value, spans, find) : null,
  }))
  const compared = { now: comparedNow.total, before: comparedBefore.total }
  const total = { now: now.total, before: before.total, compared, alive: alive.total }
  return { total, rows: await Promise.all(rows) }
}

/** How many stores a span has, together and of each value. Without a span there are none. */
async function countSpan(by: PulseGroup, span: DaySpan, find: Find, choices: FilterChoices = {}) {
  if (span === null) return { total: 0, facet: NO_VALUES, of: () => 0 }
  const match = await find(span, choices)
  const facet = await facetOf(match, by)
  const of = async (value: string) =>
    countIn(facet, value) ?? (await find(span, { [by]: only(value), ...choices })).total
  return { total: match.total, facet, of }
}

async function countProducts(
  category: string,
  { period, previous }: Spans,
  find: Find,
): Promise<PulseRow['products']> {
  const choices = { category: only(category) }
  const [now, before] = await Promise.all(
    [period, previous].map(async (days) => (await find(days, choices)).sums()),
  )
  return { now: now?.listedProducts ?? 0, before: before?.listedProducts ?? 0 }
}

type Values = Pick<Facet, 'options' | 'more'>
const NO_VALUES: Values = { options: [], more: 0 }

/** Values of either period: one that fell to zero is in the period before only. */
const unionOf = (now: Values, before: Values): Facet['options'] => {
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
function countIn({ options, more }: Values, value: string): number | null {
  const option = options.find((each) => each.value === value)
  return option ? option.count : more === 0 ? 0 : null
}

async function dailyCounts(
  match: StoreMatch,
  span: Span,
  { covers }: Coverage,
): Promise<Answer['days']> {
  const stores = new Map((await match.days()).map((each) => [each.day, each.stores]))
  return daysOf(span).map((day) => ({ day, stores: covers(day) ? (stores.get(day) ?? 0) : null }))
}

type Counts = { value: string; now: number; before: number; compared: Answer['comparedDays'] }
/** `even`: stores per covered day, by the same factor. */
type Ranked = { counts: Counts; even: Answer['comparedDays'] }

const isLarge = ({ compared: { now, before } }: Counts) => Math.max(now, before) >= PULSE_MIN_STORES

const ranks: Record<
  PulseRank,
  { includes: (each: Ranked) => boolean; key: (each: Ranked) => number }
> = {
  frequent: { includes: ({ counts }) => counts.now > 0, key: ({ counts }) => counts.now },
  rising: {
    includes: ({ counts, even }) => isLarge(counts) && even.now > even.before,
    key: ({ even }) => even.now - even.before,
  },
  falling: {
    includes: ({ counts, even }) => isLarge(counts) && even.now < even.before,
    key: ({ even }) => even.before - even.now,
  },
  growth: {
    includes: ({ counts, even }) => isLarge(counts) && even.now > even.before,
    key: ({ even }) => (even.before === 0 ? Infinity : even.now / even.before),
  },
}

/**
 * The first values of a rank; of equal ones those with more stores, then by their name. Where
 * nothing can be compared, nothing rises or falls.
 */
export function rankValues<Value extends Counts>(
  values: readonly Value[],
  rank: PulseRank,
  days: Answer['comparedDays'],
): Value[] {
  const { includes, key } = ranks[rank]
  return values
    .map((counts) => ({ counts, even: evenCounts(counts.compared, days) }))
    .filter(includes)
    .map((each) => ({ counts: each.counts, key: key(each) }))
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

/**
 * Which days two periods may be compared by. `found`: all days with a new store, in order. As among
 * the figures of today, we began during the first of them, and a day without any is one on which we
 * did not read.
 */
export function coverageOf(found: readonly { day: Day; stores: number }[], today: Day) {
  const [first] = found
  const since = first ? addDays(first.day, 1) : null
  const covered = new Set(found.slice(1).map(({ day }) => day))
  /** Without the days before our first whole one, and without today, which is not over. */
  const comparedPart = ({ from, to }: Span): Span | null => {
    if (since === null) return null
    const part = { from: from < since ? since : from, to: to < today ? to : addDays(today, -1) }
    return part.from <= part.to ? part : null
  }
  return {
    since,
    comparedPart,
    /** Today is counted up to now. */
    covers: (day: Day) => day === today || covered.has(day),
    countDays: (span: Span): number => {
      const part = comparedPart(span)
      return part ? daysOf(part).filter((day) => covered.has(day)).length : 0
    },
  }
}
type Coverage = ReturnType<typeof coverageOf>

const daysOf = ({ from, to }: Span): Day[] =>
  Array.from({ length: daysBetween(from, to) }, (_, at) => addDays(from, at))
