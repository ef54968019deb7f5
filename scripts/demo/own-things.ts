import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ListDisplay } from '#contracts/workspace/list-views.ts'
import type { ExclusionReason } from '#contracts/workspace/exclusions.ts'
import { toUserId } from '#contracts/ids.ts'
import type { AppContext } from '#server/platform/context.ts'

const LISTS = ['To call this week', 'Mailed in November', 'Shops to learn from']
const STORES_EACH = 4
const IN_LISTS = LISTS.length * STORES_EACH
/** Customers among the stores that come after those of the lists. */
const CUSTOMERS = 3
const LOOK_EVERY_MS = 5_000
const LOOK_TIMES = 120

const PLUS = 'plus@demo.storedawn.test'

const CALL_SHEET: ListDisplay = {
  columns: ['phone', 'email', 'country', 'category', 'products', 'launched', 'tags'],
  density: 'comfortable',
  sortBy: 'productCount',
  sortDirection: 'DESC',
}

/**
 * What an account of the demo has of its own, once: lists, a search shown its own way, and lines of
 * "Not these". What names stores comes once there are stores.
 */
export async function seedOwnThings(ctx: AppContext): Promise<void> {
  await seedSearch(ctx)
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

/** Before the lists, which tell whether the account is new. */
const seedSearch = ({ db, now }: AppContext) =>
  sql`
  insert into saved_searches (id, user_id, name, view, query, display,
    mails_since, checked_at, created_at, updated_at, seen_at)
  select ${randomUUID()}::uuid, id, 'Shops to call', 'leads', 'phone=yes', ${JSON.stringify(CALL_SHEET)}::jsonb,
    at, at, at, at, at
  from users, (select ${now()}::timestamptz as at) as now
  where email_key = ${PLUS} and not exists (select from mark_revisions where user_id = users.id and kind = 'list')`.execute(
    db,
  )

async function fillWhenFound(ctx: AppContext): Promise<void> {
  for (let time = 0; time < LOOK_TIMES; time++) {
    const { rows } = await sql<{ domain: string }>`
      select domain from stores where launch_status = 'new' order by id limit ${IN_LISTS + CUSTOMERS}`.execute(
      ctx.db,
    )
    if (rows.length === IN_LISTS + CUSTOMERS) {
      await fillLists(ctx)
      return hideCustomers(
        ctx,
        rows.slice(IN_LISTS).map(({ domain }) => domain),
      )
    }
    await sleep(LOOK_EVERY_MS, undefined, { ref: false })
  }
}

const fillLists = ({ db, now }: AppContext) =>
  sql`
  insert into list_stores (list_id, store_id, user_id, added_at)
  select list.id, store.id, list.user_id, ${now()}
  from (select *, row_number() over (partition by user_id order by created_at) - 1 as at from lists) as list
  join (select id, row_number() over (order by id) - 1 as at
    from (select id from stores where launch_status = 'new' order by id limit ${IN_LISTS}) as first) as store
    on store.at % ${LISTS.length} = list.at
  where not exists (select from list_stores as known where known.user_id = list.user_id)`.execute(
    db,
  )

const OTHER_LINES: Record<ExclusionReason, readonly string[]> = {
  customer: ['alder-and-oak.example', 'kaffeewerk.example', 'petite-rive.example'],
  competitor: ['storefinder.example', 'shopscout.example', 'launch-radar.example'],
  other: ['storedawn.demo.inbox@gmail.com', 'partner-agency.example', 'press-room.example'],
}

/** Hidden stores renew the revision of the marks, which thus tells whether there ever was one. */
async function hideCustomers(ctx: AppContext, domains: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from users where email_key = ${PLUS}
      and not exists (select from mark_revisions where user_id = users.id and kind = 'hidden')
      and not exists (select from exclusions where user_id = users.id)`.execute(ctx.db)
  // Loaded only here, so that the other processes of the demo do not load it.
  const { addLines } = await import('#server/workspace/exclusions/add-exclusions.ts')
  for (const { id } of rows)
    for (const reason of ['customer', 'competitor', 'other'] as const) {
      const lines = [...(reason === 'customer' ? domains : []), ...OTHER_LINES[reason]]
      const name = reason === 'customer' ? 'customers.csv' : undefined
      const text = (async function* () {
        yield new TextEncoder().encode(lines.join('\n'))
      })()
      await addLines(ctx, { userId: toUserId(id), role: 'PLUS_USER' }, { name, reason, text })
    }
}
