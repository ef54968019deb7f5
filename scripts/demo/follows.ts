import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { MINUTE_MS } from '#contracts/dates.ts'
import type { AppContext } from '#server/platform/context.ts'

const LOOK_EVERY_MS = 5_000
const LOOK_FOR_MS = 30 * MINUTE_MS

/** A store that is about to open, the product of most stores, and the fullest niche. */
const TARGETS = [
  sql`select id as store_id, null::bigint as cluster, null as category, null as country
    from stores where launch_status = 'new' order by status <> 'PASSWORD_PROTECTED', id limit 1`,
  sql`select null::bigint as store_id, cluster, null as category, null as country
    from products where cluster is not null group by cluster order by count(distinct store_id) desc, cluster limit 1`,
  sql`select null::bigint as store_id, null::bigint as cluster, category, country
    from stores where launch_status = 'new' and category is not null and country is not null
    group by category, country order by count(*) desc, category, country limit 1`,
]

/** Once for an account without follows: one of each kind, as they are found. */
export async function followWhenFound(ctx: AppContext, userId: string): Promise<void> {
  const until = Date.now() + LOOK_FOR_MS
  const left = new Set(TARGETS)
  while (left.size > 0 && Date.now() < until) {
    for (const target of left) if (await follow(ctx, userId, target)) left.delete(target)
    await sleep(LOOK_EVERY_MS, undefined, { ref: false })
  }
}

async function follow(
  { db, now }: AppContext,
  userId: string,
  target: (typeof TARGETS)[number],
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into follows (id, user_id, store_id, cluster, category, country, created_at)
    select gen_random_uuid(), ${userId}::uuid, store_id, cluster, category, country, ${now()}::timestamptz
    from (${target}) as target on conflict do nothing`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}
