/**
 * What 20,000 follows cost a day: the news of each account is read once for its brief and every
 * five minutes for news at once, over a month of changes at the platform's pace. CPU of this process
 * and of PostgreSQL together. `node bench/follows.ts [--stores 60000]`
 */
import { sql } from 'kysely'
import { DAY_MS, MINUTE_MS } from '#contracts/dates.ts'
import { toUserId, type UserId } from '#contracts/ids.ts'
import { createPictureAddresses } from '#server/catalog/api.ts'
import { readFollowedNews } from '#server/workspace/api.ts'
import { withClient } from '#testing/database-client.ts'
import { DURABLE, startPostgresServer } from '#testing/postgres-server.ts'
import { startTestApp } from '#testing/test-app.ts'
import { fillStores } from './fill-stores.ts'
import { usageOfTree } from './process-usage.ts'
import { valueOf } from './workspace/asked-size.ts'

const FOLLOWS = 20_000
const PER_ACCOUNT = 20
const ACCOUNTS = FOLLOWS / PER_ACCOUNT
const STORES = valueOf('--stores', 60_000)
const PRODUCTS_PER_STORE = 20
/** A product in so many stores on average; the popular ones in a thousand. */
const PER_CLUSTER = 12
const CLUSTERS = Math.round((STORES * PRODUCTS_PER_STORE) / PER_CLUSTER)
const DAYS = 30
/** Of each kind, as followed stores change: a third of them within a week. */
const EVENTS_PER_DAY = STORES / 20
const MOST_SHARE = 0.1

const say = (line: string) => process.stdout.write(`${line}\n`)

await using server = await startPostgresServer(DURABLE)
process.env['TEST_DATABASE_URL'] = server.url
const app = await startTestApp()
const { db, now } = app.ctx
await fillStores(app.ctx.config.DATABASE_URL ?? '', STORES)
await fillChanges(app.ctx.config.DATABASE_URL ?? '')
const accounts = await fillFollows()
await sql`analyze`.execute(db)
const ctx = {
  ...app.ctx,
  language: 'en' as const,
  pictureAddresses: createPictureAddresses(app.ctx),
}
// The engine loads its table with the first question.
await readFollowedNews(ctx, accounts[0] ?? toUserId(''), { after: now(), until: now() })

/** Without triggers, because nothing here reads the rows that they would write. */
async function fillChanges(url: string): Promise<void> {
  const at = `$1::timestamptz - random() * interval '${DAYS} days'`
  const store = `1 + floor(random() * ${STORES})::bigint`
  await withClient(url, async (client) => {
    await client.query(`set session_replication_role = replica; set statement_timeout = 0`)
    await client.query(
      `insert into products (store_id, product_id, handle, title, tags, variants, images, options, currency, price_min_minor,
        first_seen_at, last_seen_at, cluster)
      select s.id, n, 'p' || n, 'Lamp ' || n, '[]', '[]', '[]', '[]', 'EUR', 1900, $1::timestamptz - random() * interval '90 days', $1,
        1 + floor(power(random(), 2) * ${CLUSTERS})::bigint
      from stores s, generate_series(1, ${PRODUCTS_PER_STORE}) as n`,
      [now()],
    )
    await client.query(
      `insert into product_changes (store_id, product_id, kind, at)
      select ${store}, 1 + floor(random() * ${PRODUCTS_PER_STORE})::bigint, (array['added', 'removed', 'price_down', 'sold_out'])[1 + floor(random() * 4)], ${at}
      from generate_series(1, ${Math.round(EVENTS_PER_DAY * DAYS * 4)})`,
      [now()],
    )
    await client.query(`insert into product_change_days (store_id, kind, day, at)
      select store_id, kind, (at at time zone 'UTC')::date, min(at) from product_changes group by 1, 2, 3`)
    await client.query(
      `insert into store_events (store_id, kind, at, strength)
      select ${store}, 'app_added', ${at}, 'strong' from generate_series(1, ${Math.round(EVENTS_PER_DAY * DAYS)})`,
      [now()],
    )
  })
}

/** Of each account 8 stores, 8 products and 4 niches. */
async function fillFollows(): Promise<UserId[]> {
  const ids: UserId[] = []
  for (let at = 0; at < ACCOUNTS; at++) ids.push((await app.newAccount('PLUS_USER')).userId)
  await sql`
    insert into follows (id, user_id, store_id, cluster, category, country, created_at)
    select gen_random_uuid(), u, case when n <= 8 then 1 + floor(random() * ${STORES}::int)::bigint end,
      case when n between 9 and 16 then 1 + floor(power(random(), 2) * ${CLUSTERS}::int)::bigint end,
      case when n > 16 then (array['fashion', 'beauty', 'pets', 'toys_games', 'furniture', 'kitchen', 'shoes', 'health'])[1 + (at + n) % 8] end,
      case when n > 16 then (array['DE', 'US', 'FR', 'GB', 'ES', 'IT'])[1 + (at * 7 + n) % 6] end, ${now()}
    from unnest(${ids}::uuid[]) with ordinality as account (u, at), generate_series(1, ${PER_ACCOUNT}::int) as n
    on conflict do nothing`.execute(db)
  return ids
}

/** Of this process and of those of its database. */
const cpuSeconds = () =>
  usageOfTree(process.pid).reduce((sum, usage) => sum + usage.cpuSeconds + usage.endedCpuSeconds, 0)

type Read = { perFollow: number; news: number }

async function readAll(spanMs: number): Promise<Read> {
  const span = { after: new Date(now().getTime() - spanMs), until: now() }
  const before = cpuSeconds()
  let news = 0
  for (const userId of accounts) {
    const { changes, clusters, niches } = await readFollowedNews(ctx, userId, span)
    news += changes.length + clusters.length + niches.length
  }
  return { perFollow: (1_000 * (cpuSeconds() - before)) / FOLLOWS, news }
}

const day = await readAll(DAY_MS)
const atOnce = await readAll(5 * MINUTE_MS)
const runsADay = DAY_MS / (5 * MINUTE_MS)
const shareOf = (perFollow: number, runs: number) => (perFollow * FOLLOWS * runs) / DAY_MS
const [daily, all] = [shareOf(day.perFollow, 1), shareOf(atOnce.perFollow, runsADay)]
say(`${FOLLOWS} follows of ${ACCOUNTS} accounts, ${STORES} stores, ${DAYS} days of changes`)
say(
  `a brief a day:   ${day.perFollow.toFixed(3)} ms a follow, ${day.news} news; ${(100 * daily).toFixed(3)} % of a core`,
)
say(
  `every 5 minutes: ${atOnce.perFollow.toFixed(3)} ms a follow, ${atOnce.news} news; ${(100 * all).toFixed(1)} % of a core`,
)
process.exitCode = daily + all > MOST_SHARE ? 1 : 0
await app[Symbol.asyncDispose]()
