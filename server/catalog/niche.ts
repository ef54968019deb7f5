import { sql } from 'kysely'
import {
  type getNiche as endpoint,
  type Niche,
  NICHE_PRICED_STORES,
  NICHE_VALUES,
  type NicheFacet,
} from '#contracts/catalog/niche.ts'
import { PulseGroup } from '#contracts/catalog/pulse.ts'
import type { FilterChoices } from '#contracts/catalog/store-filters.ts'
import type { QueryOf } from '#contracts/endpoint.ts'
import type { StoreId } from '#contracts/ids.ts'
import type { CatalogRequest } from './context.ts'
import type { DaySpan, StoreMatch } from './search/search.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import { rates } from './products/cluster-summary.ts'
import { presentRising, readDayProducts, readDayTrends } from './products/day-trends.ts'
import { ALIVE, COUNTED_VALUES, only, openPeriods } from './pulse.ts'
import { withMarks } from './stores/account-marks.ts'
import { NEWEST_FIRST, readNewest } from './stores/store-summary.ts'

const NEWEST_STORES = 8
const RISING_PRODUCTS = 6

export async function getNiche(
  ctx: CatalogRequest,
  { from, to, ...values }: QueryOf<typeof endpoint>,
): Promise<Niche> {
  const { userId, markRevisions: known } = requirePaid(ctx)
  const choices: FilterChoices = {}
  for (const key of PulseGroup.options) {
    const value = values[key]
    if (value !== undefined) choices[key] = only(value)
  }
  const { find, spans, covered, daysOf } = await openPeriods(ctx, { from, to })
  const { period, previous } = spans
  // Figures describe the market; stores and products that it names leave out what the account hides.
  const market = { days: period, scope: 'new', choices } as const
  const shown = await withMarks(ctx.sharedDb, userId, market, { known })
  const count = async (days: DaySpan, more: FilterChoices = {}) =>
    days === null ? 0 : (await find(days, { ...choices, ...more })).total
  const [match, all, before, alive, now, comparedBefore, days, previousDays, trends] =
    await Promise.all([
      find(period, choices),
      find(period),
      count(previous),
      count(period, ALIVE),
      count(spans.now),
      count(spans.before),
      daysOf(period, choices),
      daysOf(previous, choices),
      readDayTrends(ctx, to, RISING_PRODUCTS, { ...shown, days: null, scope: 'all' }),
    ])
  const [facets, { leads }, prices, newest, rising] = await Promise.all([
    readFacets(match, all),
    match.sums(),
    readPrices(ctx, match),
    readNewest(ctx, await ctx.storeSearch.find(shown), NEWEST_STORES),
    readDayProducts(ctx, trends),
  ])
  const compared = { now, before: comparedBefore }
  return {
    period,
    previous,
    days,
    previousDays,
    ...covered,
    total: { now: match.total, before, compared, alive },
    all: all.total,
    leads,
    prices,
    facets,
    newest,
    rising: rising.map(presentRising),
  }
}

async function readFacets(match: StoreMatch, all: StoreMatch): Promise<NicheFacet[]> {
  const [own, general] = await Promise.all(
    [match, all].map((each) => each.facets(PulseGroup.options, { limit: COUNTED_VALUES })),
  )
  return PulseGroup.options.map((key) => {
    const [mine, others] = [own, general].map(
      (facets) => facets?.find((facet) => facet.key === key)?.options ?? [],
    )
    const counts = new Map(others?.map(({ value, count }) => [value, count]))
    const options = (mine ?? [])
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count)
      .slice(0, NICHE_VALUES)
    return {
      key,
      options: options.map((option) => ({ ...option, all: counts.get(option.value) ?? 0 })),
    }
  })
}

type Quartiles = { stores: number; quartiles: number[] | null }

/** By the keys of a bounded number of stores. */
async function readPrices({ db }: CatalogRequest, match: StoreMatch): Promise<Niche['prices']> {
  const asked: StoreId[] = []
  for await (const ids of match.ids(NEWEST_FIRST, NICHE_PRICED_STORES)) asked.push(...ids)
  if (asked.length === 0) return null
  const { rows } = await sql<Quartiles>`
    select count(*)::integer as stores,
      percentile_cont(array[0.25, 0.5, 0.75]) within group (order by price_median_minor * rate.dollars) as quartiles
    from stores join ${rates} on rate.currency = upper(stores.currency)
    where id = any(${asked}::bigint[]) and price_median_minor is not null`.execute(db)
  const [{ stores, quartiles } = { stores: 0, quartiles: null }] = rows
  const [lower, median, upper] = (quartiles ?? []).map((dollars) => dollars.toFixed(2))
  return lower && median && upper ? { stores, lower, median, upper } : null
}
