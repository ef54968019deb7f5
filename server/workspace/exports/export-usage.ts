import { sql } from 'kysely'
import { rightsOf } from '#contracts/billing/plan-rights.ts'
import { type Day, dayOf } from '#contracts/dates.ts'
import type { ResponseOf } from '#contracts/endpoint.ts'
import type { StoreId, UserId } from '#contracts/ids.ts'
import type { getExportRights as getExportRightsEndpoint } from '#contracts/workspace/exports.ts'
import { remainingContacts } from '#server/catalog/api.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { AppError } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'

export async function getExportRights(
  ctx: RequestContext,
): Promise<ResponseOf<typeof getExportRightsEndpoint>> {
  const { userId, role } = requirePaid(ctx)
  const { exportFormats, exportRowsPerDay: rowsPerDay, contactsPerDay } = rightsOf(role)
  const remainingToday = await remainingRows(ctx.db, { userId, rowsPerDay, at: ctx.now() })
  const contacts =
    rowsPerDay === null
      ? null
      : { perDay: contactsPerDay, remainingToday: await remainingContacts(ctx) }
  return { formats: [...exportFormats], rowsPerDay, remainingToday, contacts }
}

export const exportLimitReached = (remainingToday: number) =>
  new AppError('export_limit_reached', { remainingToday })

/** Rows that the account may still export on the day of `at`; null = no limit. */
export async function remainingRows(
  db: Db,
  { userId, rowsPerDay, at }: { userId: UserId; rowsPerDay: number | null; at: Date },
): Promise<number | null> {
  if (rowsPerDay === null) return null
  const usage = await db
    .selectFrom('export_usage')
    .select('rows')
    .where('user_id', '=', userId)
    .where('day', '=', dayOf(at))
    .executeTakeFirst()
  return Math.max(0, rowsPerDay - (usage?.rows ?? 0))
}

type Consumption = { userId: UserId; rows: number; rowsPerDay: number | null }

/**
 * Inside a transaction: counts the rows of a download that is about to start. The row is locked, so
 * that two parallel downloads cannot exceed the rest.
 * @returns the day that they count for.
 * @throws AppError `export_limit_reached`
 */
export async function consumeRows(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { userId, rows, rowsPerDay }: Consumption,
): Promise<Day> {
  const day = dayOf(now())
  const counted = await sql<{ rows: number }>`
    insert into export_usage (user_id, day, rows) values (${userId}, ${day}, ${rows})
    on conflict (user_id, day) do update set rows = export_usage.rows + excluded.rows returning rows`.execute(
    db,
  )
  const used = counted.rows[0]?.rows ?? rows
  // The throw rolls back the rows that were just counted.
  if (rowsPerDay !== null && used > rowsPerDay)
    throw exportLimitReached(Math.max(0, rowsPerDay - (used - rows)))
  return day
}

/** Of a download that failed on our side. */
export async function refundRows(
  db: Db,
  { userId, day, rows }: { userId: UserId; day: Day; rows: number },
) {
  await db
    .updateTable('export_usage')
    .set(({ eb }) => ({ rows: eb('rows', '-', rows) }))
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .execute()
}

/**
 * Notes, with the day, that the account exported the stores. Locks the rows of account and stores,
 * so that an erasure meanwhile leaves no trace of this.
 */
export async function rememberExported(
  ctx: Pick<RequestContext, 'db' | 'now' | 'viewer'>,
  storeIds: readonly StoreId[],
): Promise<void> {
  const { userId } = requirePaid(ctx)
  await sql`
    insert into exported_stores (user_id, store_id, day)
    select users.id, stores.id, ${dayOf(ctx.now())}::date from users, stores
    where users.id = ${userId} and stores.id = any(${[...storeIds]}::bigint[])
    order by stores.id for key share
    on conflict (user_id, store_id) do update set day = excluded.day
      where exported_stores.day < excluded.day`.execute(ctx.db)
}
