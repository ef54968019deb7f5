import { type RawBuilder, sql } from 'kysely'
import type { QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import type { StoreId } from '#contracts/ids.ts'
import {
  type getLead as getEndpoint,
  type Lead,
  type LeadSort,
  type listLeads as listEndpoint,
  MAX_MOVES,
} from '#contracts/workspace/leads.ts'
import { numberedPage } from '#contracts/paging.ts'
import type { CatalogRequest } from '#server/catalog/api.ts'
import { notFound } from '#server/platform/errors.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'
import { byName } from '#server/workspace/saved/saved-items.ts'
import {
  findLeads,
  isOverdue,
  isToday,
  leadColumns,
  type LeadRow,
  presentLeads,
  readLeadRow,
  todayOf,
} from './lead-rows.ts'

/** With the direction that people mean when they name none. */
const orders: Record<LeadSort, { key: RawBuilder<unknown>; usual: 'asc' | 'desc' }> = {
  due: { key: sql`saved.next_day`, usual: 'asc' },
  movedAt: { key: sql`saved.moved_at`, usual: 'desc' },
  name: { key: byName('stores.name'), usual: 'asc' },
}

export async function listLeads(
  ctx: CatalogRequest,
  { page, size, sortBy, sortDirection, ...query }: QueryOf<typeof listEndpoint>,
): Promise<ResponseOf<typeof listEndpoint>> {
  const { userId } = requirePaid(ctx)
  const today = query.today ?? todayOf(ctx.now())
  const choice = { ...query, userId, today }
  const { key, usual } = orders[sortBy]
  const direction = sql.raw(sortDirection?.toLowerCase() ?? usual)
  const part = sql`case when ${isOverdue(today)} then 0 when ${isToday(today)} then 1
    when saved.next_day is null then 3 else 2 end`
  const [counted, { rows }] = await Promise.all([
    sql<{ total: number }>`select count(*)::int as total ${findLeads(choice)}`.execute(ctx.db),
    sql<LeadRow>`select ${leadColumns} ${findLeads(choice, sortBy === 'name')}
      order by ${part}, ${key} ${direction}, saved.moved_at desc, saved.store_id
      limit ${size} offset ${page * size}`.execute(ctx.db),
  ])
  const total = counted.rows[0]?.total ?? 0
  return numberedPage(await presentLeads(ctx, rows), { page, size, total })
}

/** @throws AppError `not_found`, also for another account's lead */
export async function readLead(ctx: CatalogRequest, storeId: StoreId): Promise<Lead> {
  const row = await readLeadRow(ctx.db, requirePaid(ctx).userId, storeId)
  const [lead] = row ? await presentLeads(ctx, [row]) : []
  if (!lead) throw notFound()
  return lead
}

/** @throws AppError `not_found`, also for another account's lead */
export async function getLead(
  ctx: CatalogRequest,
  storeId: StoreId,
): Promise<ResponseOf<typeof getEndpoint>> {
  const { userId } = requirePaid(ctx)
  const [lead, moves] = await Promise.all([
    readLead(ctx, storeId),
    ctx.db
      .selectFrom('stage_moves')
      .select(['from_stage as from', 'to_stage as to', 'at'])
      .where('user_id', '=', userId)
      .where('store_id', '=', storeId)
      .orderBy('id', 'desc')
      .limit(MAX_MOVES)
      .execute(),
  ])
  return { ...lead, history: moves.map((move) => ({ ...move, at: move.at.toISOString() })) }
}
