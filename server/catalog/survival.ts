import { type RawBuilder, sql } from 'kysely'
import { addDays, type Day, dayOf, mondayOf } from '#contracts/dates.ts'
import type { QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import {
  type getSurvival as endpoint,
  SURVIVAL_CHOICES,
  SURVIVAL_WEEKS,
  type SurvivalCohort,
  type SurvivalGroup,
} from '#contracts/catalog/pulse.ts'
import { filterValue } from '#contracts/catalog/store-filters.ts'
import { SURVIVAL_DAYS } from '#contracts/catalog/timeline.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import type { CatalogRequest } from './context.ts'

type Answer = ResponseOf<typeof endpoint>
type Query = QueryOf<typeof endpoint>

/**
 * Survival of newly launched stores by launch week. A store survived day d if a visit on that day
 * or later found it alive; it did not if it is closed and no such visit did. About other stores we
 * do not know yet.
 */
export async function getSurvival(ctx: CatalogRequest, query: Query): Promise<Answer> {
  requirePaid(ctx)
  const today = dayOf(ctx.now())
  const from = firstWeek(today)
  const [cohorts, choices] = await Promise.all([
    readCohorts(ctx.db, { from, today }, query),
    query.by ? readChoices(ctx.db, from, query.by) : [],
  ])
  return { cohorts, choices }
}

const firstWeek = (today: Day): Day => addDays(mondayOf(today), -7 * (SURVIVAL_WEEKS - 1))

/** The values as the list's filters name them. */
const valueOf: Record<SurvivalGroup, RawBuilder<string>> = {
  country: sql`country`,
  category: sql`category`,
  theme: sql`lower(theme_name)`,
}

type Span = { from: Day; today: Day }
type CohortRow = { week: Day; stores: number; survived: number[]; known: number[] }

async function readCohorts(
  db: Db,
  { from, today }: Span,
  { by, value }: Query,
): Promise<SurvivalCohort[]> {
  const filter = by && value !== undefined ? sql`and ${valueOf[by]} = ${value}` : sql``
  const survived = SURVIVAL_DAYS.map(
    (day) => sql`count(*) filter (where alive_on >= launch_day + ${day}::integer)`,
  )
  const known = SURVIVAL_DAYS.map(
    (day) => sql`count(*) filter (where alive_on >= launch_day + ${day}::integer
      or (status = 'CLOSED' and alive_on < launch_day + ${day}::integer and launch_day + ${day}::integer <= ${today}::date))`,
  )
  const { rows } = await sql<CohortRow>`
    select date_trunc('week', launch_day)::date as week, count(*)::integer as stores,
      array[${sql.join(survived)}]::integer[] as survived, array[${sql.join(known)}]::integer[] as known
    from stores where launch_status = 'new' and launch_day >= ${from} and launch_day <= ${today} ${filter}
    group by 1 order by 1 desc`.execute(db)
  return rows.map((row) => ({
    week: row.week,
    stores: row.stores,
    points: SURVIVAL_DAYS.map((day, at) => ({
      day,
      survived: row.survived[at] ?? 0,
      known: row.known[at] ?? 0,
    })),
  }))
}

/** Values whose spelling the filters change are left out: no list could be requested for them. */
async function readChoices(db: Db, from: Day, by: SurvivalGroup): Promise<Answer['choices']> {
  const label = by === 'theme' ? sql`min(theme_name)` : valueOf[by]
  const { rows } = await sql<{ value: string; label: string; stores: number }>`
    select ${valueOf[by]} as value, ${label} as label, count(*)::integer as stores
    from stores where launch_status = 'new' and launch_day >= ${from} and ${valueOf[by]} is not null
    group by ${valueOf[by]} order by count(*) desc, ${valueOf[by]} collate "C" limit ${SURVIVAL_CHOICES}`.execute(
    db,
  )
  return rows.filter(({ value }) => filterValue(value) === value)
}
