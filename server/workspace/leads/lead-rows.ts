import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { StoreId, UserId } from '#contracts/ids.ts'
import { profileOf } from '#contracts/catalog/score-profile.ts'
import type { Lead, LeadDuplicate } from '#contracts/workspace/leads.ts'
import { type CatalogRequest, readSummaries, scoreStores } from '#server/catalog/api.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { SavedStores } from '#server/platform/db/workspace-schema.ts'
import { isSearchUnavailable } from '#server/platform/errors.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import { isChosenLead, type LeadChoice } from './lead-choice.ts'

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

/** Undefined for a store that is no lead of the account. */
export async function readLeadRow(
  db: Db,
  userId: UserId,
  storeId: StoreId,
): Promise<LeadRow | undefined> {
  const { rows } = await sql<LeadRow>`select ${leadColumns} from saved_stores as saved
    where user_id = ${userId} and store_id = ${storeId} and stage is not null`.execute(db)
  return rows[0]
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
