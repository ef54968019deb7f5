import { sql } from 'kysely'
import { dayOf } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { requirePaid } from '#server/platform/session/viewer.ts'

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
