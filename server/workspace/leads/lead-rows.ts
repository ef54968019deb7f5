import { type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely'
import { type Day, dayOf } from '#contracts/dates.ts'
import type { StoreId, UserId } from '#contracts/ids.ts'
import { profileOf } from '#contracts/catalog/score-profile.ts'
import type { Lead, LeadDue, LeadDuplicate } from '#contracts/workspace/leads.ts'
import { CLOSED_STAGES } from '#contracts/workspace/stage-keys.ts'
import { type CatalogRequest, readSummaries, scoreStores } from '#server/catalog/api.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { SavedStores } from '#server/platform/db/workspace-schema.ts'
import { isSearchUnavailable } from '#server/platform/errors.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import {
  containsText,
  matchesQuery,
  type SavedQuery,
  storeList,
  tagsText,
} from '#server/workspace/saved/saved-items.ts'

export type OwnLeads = LeadChoice & { userId: UserId }

/**
 * The leads as `saved`, with their `stores` where the choice or `needsStore` wants them: thousands
 * of rows need not be read for a count.
 */
export function findLeads(
  { userId, ...choice }: OwnLeads,
  needsStore = false,
): RawBuilder<unknown> {
  const stores =
    needsStore || choice.q?.trim() ? sql`join stores on stores.id = saved.store_id` : sql``
  return sql`from saved_stores as saved ${stores}
    where saved.user_id = ${userId} and ${isChosenLead(choice)}`
}

export type LeadRow = Pick<
  Selectable<SavedStores>,
  'store_id' | 'next_step' | 'next_day' | 'contacted_at' | 'moved_at' | 'version'
> & { stage: string }

export const leadColumns = sql`saved.store_id, saved.stage, saved.next_step, saved.next_day,
  saved.contacted_at, saved.moved_at, saved.version`

/** In the order of the stores; none for a store that is no lead of the account. */
export async function readLeadRows(
  db: Db,
  userId: UserId,
  storeIds: StoreId[],
): Promise<LeadRow[]> {
  const { rows } = await sql<LeadRow>`select ${leadColumns} from saved_stores as saved
    where user_id = ${userId} and stage is not null and store_id = any(${storeIds}::bigint[])
    order by array_position(${storeIds}::bigint[], store_id)`.execute(db)
  return rows
}

/** With their stores as lists show them; stores erased meanwhile are left out. */
export async function presentLeads(
  ctx: CatalogRequest,
  rows: LeadRow[],
  profile?: string,
): Promise<Lead[]> {
  const ids = rows.map(({ store_id }) => store_id)
  const [stores, scores, duplicates] = await Promise.all([
    readSummaries(ctx, ids),
    readScores(ctx, ids, profile),
    readDuplicates(ctx.db, requirePaid(ctx).userId, ids),
  ])
  const byId = new Map(stores.map((store) => [store.id, store]))
  return rows.flatMap((row) => {
    const store = byId.get(row.store_id)
    if (!store) return []
    return [
      {
        store,
        stage: row.stage,
        nextStep: row.next_step,
        nextDay: row.next_day,
        contactedAt: row.contacted_at?.toISOString() ?? null,
        movedAt: (row.moved_at ?? NEVER).toISOString(),
        version: row.version,
        duplicates: duplicates.get(row.store_id) ?? [],
        score: scores.get(row.store_id) ?? null,
      },
    ]
  })
}

type Score = NonNullable<Lead['score']>
const NO_SCORES: ReadonlyMap<StoreId, Score> = new Map()

/** Leads are there to be worked on while the search engine is away too. */
async function readScores(
  ctx: CatalogRequest,
  ids: readonly StoreId[],
  profile: string | undefined,
): Promise<ReadonlyMap<StoreId, Score>> {
  try {
    return await scoreStores(ctx, ids, profileOf(profile))
  } catch (error) {
    if (isSearchUnavailable(error)) return NO_SCORES
    throw error
  }
}

const NEVER = new Date(0)

type DuplicateRow = LeadDuplicate & { leadId: StoreId }

/** An address that more leads share is an agency's rather than a shop's. */
const MAX_DUPLICATES = 5

/** Of each of these leads the other leads that share something with it, by their strongest tie. */
async function readDuplicates(
  db: Db,
  userId: UserId,
  ids: readonly StoreId[],
): Promise<Map<StoreId, LeadDuplicate[]>> {
  if (ids.length === 0) return new Map()
  const sharing = (tie: LeadDuplicate['shared'], rank: number, column: string) => sql`
    select mine.id as "leadId", other.id, ${sql.lit(tie)} as shared, ${sql.lit(rank)} as tie_rank from lead as mine
    join lead as other on other.${sql.ref(column)} = mine.${sql.ref(column)} and other.id <> mine.id
    where mine.id = any(${[...ids]}::bigint[])`
  const { rows } = await sql<DuplicateRow>`
    with lead as materialized (
      select stores.id, name, domain, shop_id, email, phone, stage from saved_stores join stores on stores.id = store_id
      where user_id = ${userId} and stage is not null),
    tie as (${sharing('shopId', 1, 'shop_id')} union all ${sharing('email', 2, 'email')} union all ${sharing('phone', 3, 'phone')}),
    strongest as (select distinct on ("leadId", id) * from tie order by "leadId", id, tie_rank),
    first as (
      select *, row_number() over (partition by "leadId" order by tie_rank, id) as place from strongest)
    select "leadId", id as "storeId", name, domain, stage, shared from first join lead using (id)
    where place <= ${MAX_DUPLICATES} order by "leadId", place`.execute(db)
  return Map.groupBy(rows, ({ leadId }) => leadId)
}

type LeadChoice = {
  stage?: string | undefined
  due?: LeadDue | undefined
  q?: string | undefined
  today: Day
}

/** When the rows `saved` want their next step; null if never. */
export const dueDay = (today: Day) => sql<Day | null>`case
  when saved.next_day >= ${today}::date or saved.stage <> all(${CLOSED_STAGES}) then saved.next_day end`
export const isOverdue = (today: Day) => sql<SqlBool>`${dueDay(today)} < ${today}::date`
export const isToday = (today: Day) => sql<SqlBool>`saved.next_day = ${today}::date`

function isDue(due: LeadDue, today: Day): RawBuilder<SqlBool> {
  switch (due) {
    case 'overdue':
      return isOverdue(today)
    case 'today':
      return isToday(today)
    case 'later':
      return sql`saved.next_day > ${today}::date`
    case 'none':
      return sql`${dueDay(today)} is null`
    default:
      return due satisfies never
  }
}

const searchedTexts = [
  ...storeList.searchColumns,
  sql<string>`saved.notes`,
  tagsText,
  sql<string>`coalesce(saved.next_step, '')`,
]

/** True for the rows `saved` that are such leads; a text also needs their `stores`. */
function isChosenLead({ stage, due, q, today }: LeadChoice): RawBuilder<SqlBool> {
  const text = q?.trim()
  const conditions = [
    stage === undefined ? sql`saved.stage is not null` : sql`saved.stage = ${stage}`,
  ]
  if (due) conditions.push(isDue(due, today))
  if (text) conditions.push(containsText(searchedTexts, text))
  return sql`${sql.join(conditions, sql` and `)}`
}

type SavedInput = {
  userId: UserId
  query: SavedQuery
  spellings: string[] | null
  now: Date
}

/** True for the account's saved stores of a query, which may be about its leads. */
export function matchesSavedStore({ userId, query, spellings, now }: SavedInput) {
  const { isLead, stage, due, q, today = dayOf(now) } = query
  if (!isLead && !stage && !due) return matchesQuery(storeList, { userId, query, spellings })
  const others = matchesQuery(storeList, { userId, query: { ...query, q: undefined }, spellings })
  return sql<SqlBool>`(${others} and ${isChosenLead({ stage, due, q, today })})`
}
