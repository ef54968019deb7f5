import { addDays, type Day, daysBetween } from '#contracts/dates.ts'
import type { QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import {
  type getPulse as endpoint,
  PULSE_ROWS,
  type PulseGroup,
  type PulseRow,
} from '#contracts/stores/pulse.ts'
import type { FilterChoice, FilterChoices } from '#contracts/stores/store-filters.ts'
import type { Facet } from '#contracts/stores/stores.ts'
import type { CatalogRequest } from '#server/catalog/context.ts'
import { asOfPart } from '#server/catalog/search/found-rows.ts'
import type { DaySpan, StoreMatch } from '#server/catalog/search/search.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'

type Answer = ResponseOf<typeof endpoint>
type Query = QueryOf<typeof endpoint>
type Span = NonNullable<DaySpan>

const only = (value: string): FilterChoice => ({ include: [value], exclude: [], unknown: false })
const ALIVE: FilterChoices = { alive: only('yes') }

/** Every figure is the total of a search, so that the list behind it has as many rows. */
export async function getPulse(ctx: CatalogRequest, { by, from, to, value }: Query): Promise<Answer> {
  requirePaid(ctx)
  const period = { from, to }
  const length = daysBetween(from, to)
  const previous = { from: addDays(from, -length), to: addDays(from, -1) }
  const find = (days: Span, choices: FilterChoices = {}) =>
    ctx.storeSearch.find({ days, scope: 'new', choices })
  const [now, before, alive] = await Promise.all([find(period), find(previous), find(period, ALIVE)])
  const chosen = value === undefined ? {} : { [by]: only(value) }
  const [rows, days, previousDays] = await Promise.all([
    readRows({ by, now, before, alive }, { period, previous }, find),
    find(period, chosen).then((match) => dailyCounts(match, period)),
    find(previous, chosen).then((match) => dailyCounts(match, previous)),
  ])
  const total = { now: now.total, before: before.total, alive: alive.total }
  return { period, previous, total, rows, days, previousDays, ...asOfPart(now) }
}

type Find = (days: Span, choices?: FilterChoices) => Promise<StoreMatch>
type Counted = { by: PulseGroup; now: StoreMatch; before: StoreMatch; alive: StoreMatch }

async function readRows(
  { by, now, before, alive }: Counted,
  { period, previous }: { period: Span; previous: Span },
  find: Find,
): Promise<PulseRow[]> {
  const [ofNow, ofBefore, ofAlive] = await Promise.all([
    facetOf(now, by),
    facetOf(before, by),
    facetOf(alive, by),
  ])
  // A closed list comes in its own order.
  const options = ofNow.options
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count)
    .slice(0, PULSE_ROWS)
  return Promise.all(
    options.map(async ({ value, label, count }) => {
      const choices = { [by]: only(value) }
      return {
        value,
        label,
        now: count,
        before: countIn(ofBefore, value) ?? (await find(previous, choices)).total,
        alive: countIn(ofAlive, value) ?? (await find(period, { ...choices, ...ALIVE })).total,
        products:
          by === 'category'
            ? {
                now: await listedProducts(find(period, choices)),
                before: await listedProducts(find(previous, choices)),
              }
            : null,
      }
    }),
  )
}

const listedProducts = async (match: Promise<StoreMatch>): Promise<number> =>
  (await (await match).sums()).listedProducts

async function facetOf(match: StoreMatch, by: PulseGroup): Promise<Facet> {
  const [facet] = await match.facets([by])
  if (!facet) throw new Error(`the search did not count ${by}`)
  return facet
}

/** Null when the value may be among those that the facet leaves out. */
function countIn({ options, more }: Facet, value: string): number | null {
  const option = options.find((each) => each.value === value)
  return option ? option.count : more === 0 ? 0 : null
}

async function dailyCounts(match: StoreMatch, { from, to }: Span): Promise<{ day: Day; stores: number }[]> {
  const stores = new Map((await match.days()).map((each) => [each.day, each.stores]))
  return Array.from({ length: daysBetween(from, to) }, (_, at) => {
    const day = addDays(from, at)
    return { day, stores: stores.get(day) ?? 0 }
  })
}
