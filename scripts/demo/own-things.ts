import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { AppContext } from '#server/platform/context.ts'

const LISTS = ['To call this week', 'Mailed in November', 'Shops to learn from']
const STORES_EACH = 4
const LOOK_EVERY_MS = 5_000
const LOOK_TIMES = 120

/** Three lists for each demo account that never had one; they fill once there are stores. */
export async function seedDemoLists(ctx: AppContext): Promise<void> {
  if (!ctx.config.ROLES.includes('worker')) return
  await sql`
    insert into lists (id, user_id, name, created_at)
    select gen_random_uuid(), users.id, list.name, ${ctx.now()}::timestamptz + list.at * interval '1 second'
    from users, unnest(${LISTS}::text[]) with ordinality as list (name, at)
    where users.role <> 'GUEST' and users.email_key like '%@demo.storedawn.test'
      and not exists (select from mark_revisions where user_id = users.id and kind = 'list')`.execute(
    ctx.db,
  )
  // Not awaited: the stores come after the start. A demo that ends meanwhile closes the database.
  void fillWhenFound(ctx).catch(() => {})
}

async function fillWhenFound({ db, now }: AppContext): Promise<void> {
  for (let time = 0; time < LOOK_TIMES; time++) {
    const { rows } = await sql`
      insert into list_stores (list_id, store_id, user_id, added_at)
      select list.id, store.id, list.user_id, ${now()}
      from (select *, row_number() over (partition by user_id order by created_at) - 1 as at from lists) as list
      join (select id, row_number() over (order by id) - 1 as at
        from (select id from stores where launch_status = 'new' order by id limit ${LISTS.length * STORES_EACH}) as first) as store
        on store.at % ${LISTS.length} = list.at
      where (select count(*) from (select from stores limit ${LISTS.length * STORES_EACH}) as known) = ${LISTS.length * STORES_EACH}
        and not exists (select from list_stores as known where known.user_id = list.user_id)
      returning list_id`.execute(db)
    if (rows.length > 0) return
    await sleep(LOOK_EVERY_MS, undefined, { ref: false })
  }
}
