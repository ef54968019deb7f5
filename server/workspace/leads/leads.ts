import { type RawBuilder, sql } from 'kysely'
import type { QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import type { StoreId } from '#contracts/ids.ts'
import * as api from '#contracts/workspace/leads.ts'
import { type Day, dayOf } from '#contracts/dates.ts'
import { profileOf } from '#contracts/catalog/score-profile.ts'
import { numberedPage } from '#contracts/paging.ts'
import { type CatalogRequest, scoreStores } from '#server/catalog/api.ts'
import { notFound } from '#server/platform/errors.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import { byName } from '#server/workspace/saved/saved-items.ts'
import {
  dueDay,
  findLeads,
  leadColumns,
  type LeadRow,
  type OwnLeads,
  presentLeads,
  readLeadRows,
} from './lead-rows.ts'

/** With the direction that people mean when they name none. */
const orders: Record<Exclude<api.LeadSort, 'score'>, Order> = {
  due: { keyOf: dueDay, usual: 'asc' },
  movedAt: { keyOf: () => sql`saved.moved_at`, usual: 'desc' },
  name: { keyOf: () => byName('stores.name'), usual: 'asc', isOfStore: true },
}
type Order = {
  keyOf: (today: Day) => RawBuilder<unknown>
  usual: 'asc' | 'desc'
  isOfStore?: true
}
type Query = QueryOf<typeof api.listLeads>

export async function listLeads(
  ctx: CatalogRequest,
  query: Query,
): Promise<ResponseOf<typeof api.listLeads>> {
  const { userId } = requirePaid(ctx)
  const choice = { ...query, userId, today: query.today ?? dayOf(ctx.now()) }
  const { total, rows } = await (query.sortBy === 'score'
    ? readByScore(ctx, choice, query)
    : readInOrder(ctx, choice, { ...query, ...orders[query.sortBy] }))
  const { page, size, profile } = query
  return numberedPage(await presentLeads(ctx, rows, profile), { page, size, total })
}

async function readInOrder(
  { db }: CatalogRequest,
  choice: OwnLeads,
  { keyOf, usual, isOfStore, sortDirection, page, size }: Query & Order,
) {
  const direction = sql.raw(sortDirection?.toLowerCase() ?? usual)
  const [counted, { rows }] = await Promise.all([
    sql<{ total: number }>`select count(*)::int as total ${findLeads(choice)}`.execute(db),
    sql<LeadRow>`select ${leadColumns} ${findLeads(choice, isOfStore)}
      order by ${keyOf(choice.today)} ${direction} nulls last, saved.moved_at desc, saved.store_id
      limit ${size} offset ${page * size}`.execute(db),
  ])
  return { total: counted.rows[0]?.total ?? 0, rows }
}

/** Scores are in no table: those of all leads of the choice are computed, for one page of them. */
async function readByScore(
  ctx: CatalogRequest,
  choice: OwnLeads,
  { sortDirection, page, size, profile }: Query,
) {
  const { rows: all } = await sql<{ id: StoreId }>`
    select saved.store_id as id ${findLeads(choice)}
    order by saved.moved_at desc, saved.store_id`.execute(ctx.db)
  const ids = all.map(({ id }) => id)
  const scores = await scoreStores(ctx, ids, profileOf(profile))
  const sign = sortDirection?.toLowerCase() === 'asc' ? 1 : -1
  const pointsOf = (id: StoreId) => scores.get(id)?.points ?? 0
  const sorted = all.toSorted((a, b) => sign * (pointsOf(a.id) - pointsOf(b.id)))
  const shown = sorted.slice(page * size, (page + 1) * size).map(({ id }) => id)
  return { total: all.length, rows: await readLeadRows(ctx.db, choice.userId, shown) }
}

/** @throws AppError `not_found`, also for another account's lead */
export async function readLead(ctx: CatalogRequest, storeId: StoreId): Promise<api.Lead> {
  const rows = await readLeadRows(ctx.db, requirePaid(ctx).userId, [storeId])
  const [lead] = rows.length > 0 ? await presentLeads(ctx, rows) : []
  if (!lead) throw notFound()
  return lead
}

/** @throws AppError `not_found`, also for another account's lead */
export async function getLead(
  ctx: CatalogRequest,
  storeId: StoreId,
): Promise<ResponseOf<typeof api.getLead>> {
  const { userId } = requirePaid(ctx)
  const [lead, moves] = await Promise.all([
    readLead(ctx, storeId),
    ctx.db
      .selectFrom('stage_moves')
      .select(['from_stage as from', 'to_stage as to', 'at'])
      .where('user_id', '=', userId)
      .where('store_id', '=', storeId)
      .orderBy('id', 'desc')
      .limit(api.MAX_MOVES)
      .execute(),
  ])
  return { ...lead, history: moves.map((move) => ({ ...move, at: move.at.toISOString() })) }
}
