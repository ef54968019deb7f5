import { type RawBuilder, sql } from 'kysely'
import type { AppContext } from '#server/platform/context.ts'
import type { Filler } from './as-found.ts'

/** Among the first stores hardly any product or niche is shared: the best of them wait for more. */
const STORES = { early: 3, late: 1 }
const EARLY_FOR_MS = 20_000

/** A store that is about to open, the product of most stores, and the fullest niche. */
const TARGETS: ((stores: number) => RawBuilder<unknown>)[] = [
  (stores) => sql`
    select id as store_id, null::bigint as cluster, null as category, null as country from stores
    where launch_status = 'new' and (status = 'PASSWORD_PROTECTED' or ${stores} <= ${STORES.late})
    order by status <> 'PASSWORD_PROTECTED', id limit 1`,
  (stores) => sql`
    select null::bigint as store_id, cluster, null as category, null as country from products
    where cluster is not null group by cluster having count(distinct store_id) >= ${stores}
    order by count(distinct store_id) desc, cluster limit 1`,
  (stores) => sql`
    select null::bigint as store_id, null::bigint as cluster, category, country from stores
    where launch_status = 'new' and category is not null and country is not null
    group by category, country having count(*) >= ${stores} order by count(*) desc, category, country limit 1`,
]

export const FOLLOWS = TARGETS.length

/** For an account without follows: one of each kind. Called before the lists are created. */
export async function seedFollows(ctx: AppContext, emailKey: string): Promise<Filler[]> {
  const { rows } = await sql<{ id: string }>`select id from users where email_key = ${emailKey}
    and not exists (select from mark_revisions where user_id = users.id and kind = 'list')`.execute(
    ctx.db,
  )
  const lateAt = ctx.now().getTime() + EARLY_FOR_MS
  return rows.flatMap(({ id }) =>
    TARGETS.map((target) => () => {
      const isEarly = ctx.now().getTime() < lateAt
      return follow(ctx, id, target(isEarly ? STORES.early : STORES.late))
    }),
  )
}

async function follow(
  { db, now }: AppContext,
  userId: string,
  target: RawBuilder<unknown>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into follows (id, user_id, store_id, cluster, category, country, created_at)
    select gen_random_uuid(), ${userId}::uuid, store_id, cluster, category, country, ${now()}::timestamptz
    from (${target}) as target on conflict do nothing`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}
