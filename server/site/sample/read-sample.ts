import { FactKey } from '#contracts/catalog/fact-table.ts'
import type { StoreDetails } from '#contracts/catalog/stores.ts'
import { addDays, type Day, dayOf, mondayOf } from '#contracts/dates.ts'
import type { SampleFact, SampleStore } from '#contracts/site/sample.ts'
import {
  type CatalogContext,
  type CatalogRequest,
  readDayTrends,
  readOpenDetails,
  selectNewStores,
  summaryColumns,
  type SummaryRow,
} from '#server/catalog/api.ts'
import { presentOpenStore } from '#server/site/open-store.ts'

const SHOWN_PRODUCTS = 5

/** What is read once for all visitors; stores that are erased meanwhile must still be left out. */
export type SampleReading = NonNullable<Awaited<ReturnType<typeof readSample>>>

/** Of the stores, the latest found first. */
export async function readSample(ctx: CatalogRequest) {
  const chosen = await chooseDay(ctx)
  if (!chosen) return null
  const { day } = chosen
  const days = { from: day, to: day }
  const every = { days, badges: null, title: '', stores: null }
  const [rows, trends, { total: trendingProducts }] = await Promise.all([
    selectNewStores(ctx.db, days)
      .select(summaryColumns)
      .orderBy('found_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
    readDayTrends(ctx, day, SHOWN_PRODUCTS),
    ctx.productSearch.find(every),
  ])
  return { ...chosen, rows, opened: await openStores(ctx, rows), trends, trendingProducts }
}

/**
 * While the day of the rule has no store, the day before today with the most: the latest one may
 * have just begun to fill.
 */
async function chooseDay({ db, now }: CatalogContext) {
  const ruled = sampleDayOf(now())
  const today = dayOf(now())
  const { found } = await selectNewStores(db, { from: ruled.day, to: ruled.day })
    .select((on) => on.fn.countAll<number>().as('found'))
    .executeTakeFirstOrThrow()
  if (found > 0) return { ...ruled, isByRule: true }
  const fullest = await selectNewStores(db, null)
    .where('found_day', '<', today)
    .select('found_day')
    .groupBy('found_day')
    .orderBy((on) => on.fn.countAll(), 'desc')
    .orderBy('found_day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return fullest ? { day: fullest.found_day, until: addDays(today, 1), isByRule: false } : null
}

type Role = SampleStore['role']

const knownValues = (row: SummaryRow): number =>
  [row.category, row.country, row.theme_name, row.price_min_minor, row.email].filter(
    (value) => value !== null,
  ).length

const waysOf = (row: SummaryRow): number =>
  [row.email !== null, row.phone !== null, row.has_contact_form].filter(Boolean).length

/** Who stands for what, in the order of choosing; among equals the latest found. */
const ROLES: Record<
  Role,
  { fits: (row: SummaryRow) => boolean; rank: (row: SummaryRow) => number }
> = {
  sure: { fits: (row) => row.launch_confidence === 'high', rank: knownValues },
  reachable: {
    fits: (row) => row.email_state === 'has_mx' && !row.email_bounced && row.email_kind === 'role',
    rank: (row) => waysOf(row) * 10 + knownValues(row),
  },
  doubtful: {
    fits: (row) => row.launch_confidence !== 'high',
    // A low confidence is a clearer example of doubt than a medium one.
    rank: (row) => (row.launch_confidence === 'low' ? 10 : 0) + knownValues(row),
  },
}

function chooseStores(rows: readonly SummaryRow[]): { role: Role; row: SummaryRow }[] {
  const chosen: { role: Role; row: SummaryRow }[] = []
  for (const role of ['sure', 'reachable', 'doubtful'] as const) {
    const { fits, rank } = ROLES[role]
    const free = rows.filter((row) => fits(row) && !chosen.some((other) => other.row === row))
    const [row] = free.toSorted((one, other) => rank(other) - rank(one))
    if (row) chosen.push({ role, row })
  }
  return chosen
}

const openStores = (ctx: CatalogRequest, rows: readonly SummaryRow[]) =>
  Promise.all(
    chooseStores(rows).map(async ({ role, row }) => ({
      id: row.id,
      store: presentSampleStore(role, row, await readOpenDetails(ctx, row.id), ctx),
    })),
  )

function presentSampleStore(
  role: Role,
  row: SummaryRow,
  details: StoreDetails,
  ctx: CatalogRequest,
): SampleStore {
  const { evidence } = details
  const labels = FactKey.options.map((key) => evidence[key]?.label ?? 'unavailable')
  return {
    ...presentOpenStore(row, ctx),
    role,
    city: details.city,
    launchReason: details.launchReason,
    lastCheckedAt: details.lastCheckedAt,
    signals: details.signals,
    ways: (['email', 'phone', 'contactForm'] as const).flatMap((key) => {
      const seen = evidence[key]
      return seen && seen.label !== 'unavailable' ? [{ key, evidence: seen }] : []
    }),
    facts: factsOf(details, row),
    factsWithSource: labels.filter((label) => label !== 'unavailable').length,
    factKinds: labels.length,
  }
}

/** Facts of every certainty, without contacts. */
function factsOf({ evidence, ...details }: StoreDetails, { theme_name }: SummaryRow): SampleFact[] {
  const values: [FactKey, string | null][] = [
    ['theme', theme_name],
    [
      'apps',
      details.shopifyApps
        .map(({ name }) => name)
        .slice(0, 3)
        .join(', ') || null,
    ],
    ['category', details.category?.id ?? null],
    ['country', details.shopifyCountry],
    ['currency', details.shopifyCurrency],
    ['freeShipping', details.freeShippingFrom],
  ]
  return values.flatMap(([key, value]) => {
    const seen = evidence[key]
    return seen ? [{ key, value, evidence: seen }] : []
  })
}

const WEEK_DAYS = 7
const FRIDAY_AFTER_MONDAY = 4

/**
 * The Friday of the last whole week, Monday to Sunday in UTC: the same day for seven days. `until`
 * is the Monday on which the next one takes its place.
 */
export function sampleDayOf(now: Date): { day: Day; until: Day } {
  const monday = mondayOf(dayOf(now))
  return {
    day: addDays(monday, FRIDAY_AFTER_MONDAY - WEEK_DAYS),
    until: addDays(monday, WEEK_DAYS),
  }
}
