import { type ScoreProfile, writeProfile } from '#contracts/catalog/score-profile.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { ListDisplay } from '#contracts/workspace/list-views.ts'
import type { ExclusionReason } from '#contracts/workspace/exclusions.ts'
import { type StoreId, toUserId } from '#contracts/ids.ts'
import type { AppContext } from '#server/platform/context.ts'
import { fillAsFound } from './as-found.ts'
import { seedBrief } from './brief.ts'
import { seedFollows } from './follows.ts'
import { seedLeads } from './leads.ts'

const LISTS = ['To call this week', 'Mailed in November', 'Shops to learn from']
const STORES_PER_LIST = 4
const IN_LISTS = LISTS.length * STORES_PER_LIST
/** The stores after those of the lists. */
const CUSTOMERS = 3

const PLUS = 'plus@demo.storedawn.test'

const CALL_SHEET: ListDisplay = {
  columns: ['phone', 'email', 'country', 'category', 'products', 'launched', 'tags'],
  density: 'comfortable',
  sortBy: 'productCount',
  sortDirection: 'DESC',
}

/**
 * On their first start, gives the accounts of the demo lists, a saved search with its own columns,
 * follows, and lines of "Not these". What names stores is added once they have been found.
 */
export async function seedOwnThings(ctx: AppContext): Promise<void> {
  await seedSearch(ctx)
  const [leads, follows, brief] = [
    await seedLeads(ctx, PLUS),
    await seedFollows(ctx, PLUS),
    await seedBrief(ctx, PLUS),
  ]
  await sql`
    insert into lists (id, user_id, name, created_at)
    select gen_random_uuid(), users.id, list.name, ${ctx.now()}::timestamptz + list.at * interval '1 second'
    from users, unnest(${LISTS}::text[]) with ordinality as list (name, at)
    where users.role <> 'GUEST' and users.email_key like '%@demo.storedawn.test'
      and not exists (select from mark_revisions where user_id = users.id and kind = 'list')`.execute(
    ctx.db,
  )
  // Not awaited: stores are found after the start.
  void fillAsFound([...follows, ...leads, () => fillFromStores(ctx), ...brief]).catch(() => {})
}

/** Young shops that sell, without a helpdesk yet. */
const CALL_PROFILE: ScoreProfile = {
  factors: [
    { kind: 'launchAge', weight: 24, fullDays: 3 },
    { kind: 'lacksApp', weight: 20, apps: ['gorgias-live-chat-helpdesk'] },
    { kind: 'hasApp', weight: 12, apps: ['judge-me-product-reviews', 'loox'] },
    { kind: 'catalogueSize', weight: 14, from: 10, to: 100 },
    { kind: 'price', weight: 10, from: 25, to: 80 },
    { kind: 'newProducts', weight: 10, window: 7 },
    { kind: 'alive', weight: 5 },
    { kind: 'risk', weight: 5 },
  ],
}

/** Called before the lists are created: an account that never had one is new. */
const seedSearch = ({ db, now }: AppContext) =>
  sql`
  insert into saved_searches (id, user_id, name, view, query, display, profile,
    mails_since, checked_at, created_at, updated_at, seen_at)
  select ${randomUUID()}::uuid, id, 'Shops to call', 'leads', 'phone=yes', ${JSON.stringify(CALL_SHEET)}::jsonb, ${writeProfile(CALL_PROFILE)},
    at, at, at, at, at
  from users, (select ${now()}::timestamptz as at) as now
  where email_key = ${PLUS} and not exists (select from mark_revisions where user_id = users.id and kind = 'list')`.execute(
    db,
  )

async function fillFromStores(ctx: AppContext): Promise<boolean> {
  const { rows: stores } = await sql<{ id: StoreId; domain: string }>`
    select id, domain from stores where launch_status = 'new' order by id limit ${IN_LISTS + CUSTOMERS}`.execute(
    ctx.db,
  )
  if (stores.length < IN_LISTS + CUSTOMERS) return false
  const listed = stores.slice(0, IN_LISTS).map(({ id }) => id)
  const customers = stores.slice(IN_LISTS).map(({ domain }) => domain)
  await fillLists(ctx, listed)
  await hideCustomers(ctx, customers)
  return true
}

const fillLists = ({ db, now }: AppContext, storeIds: readonly StoreId[]) =>
  sql`
  insert into list_stores (list_id, store_id, user_id, added_at)
  select lists.id, store.id, lists.user_id, ${now()}::timestamptz
  from unnest(${LISTS}::text[]) with ordinality as list (name, at)
  join unnest(${storeIds}::bigint[]) with ordinality as store (id, at)
    on store.at % ${LISTS.length}::int = list.at % ${LISTS.length}::int
  join lists on lists.name = list.name
  where not exists (select from list_stores as known where known.user_id = lists.user_id)`.execute(
    db,
  )

const OTHER_LINES: Record<ExclusionReason, readonly string[]> = {
  customer: ['alder-and-oak.example', 'kaffeewerk.example', 'petite-rive.example'],
  competitor: ['storefinder.example', 'shopscout.example', 'launch-radar.example'],
  other: ['our-own-shop.example', 'partner-agency.example', 'press-room.example'],
}

/** Once: the first hidden store gives the account a revision, which it keeps. */
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
      const text = [new TextEncoder().encode(lines.join('\n'))]
      await addLines(ctx, { userId: toUserId(id), role: 'PLUS_USER' }, { name, reason, text })
    }
}
