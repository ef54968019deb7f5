/**
 * What a run costs that looks for news each five minutes: instant searches, and follows reported at
 * once; then a morning on which all briefs are due. Processor time of this process and of
 * PostgreSQL, per run and as a share of a core over five minutes.
 * `node bench/workspace/news-bench.ts [--stores 20000] [--searches 5000] [--follows 20000] [--runs 5]`
 */
import { availableParallelism, loadavg } from 'node:os'
import { sql } from 'kysely'
import { MINUTE_MS } from '#contracts/dates.ts'
import type { UserId } from '#contracts/ids.ts'
import { reportNews } from '#server/workspace/brief/at-once.ts'
import { sendDueBriefs } from '#server/workspace/brief/send-briefs.ts'
import { reportDueSearches } from '#server/workspace/saved-searches/search-matches-job.ts'
import { insertStores, insertUser } from '#testing/factories.ts'
import { insertStoreEvents } from '#testing/insert-changes.ts'
import { startPostgresServer } from '#testing/postgres-server.ts'
import { createRandom, pick } from '#testing/random.ts'
import { createTestContext, type TestContext } from '#testing/test-context.ts'
import { usageOfTree } from '../process-usage.ts'
import { valueOf } from './asked-size.ts'

const STORES = valueOf('--stores', 20_000)
const SEARCHES = valueOf('--searches', 5_000)
const FOLLOWS = valueOf('--follows', 20_000)
const RUNS = valueOf('--runs', 5)
const RUN_MS = 5 * MINUTE_MS
/** What a follower may have at most. */
const FOLLOWS_EACH = 500
const SEARCHES_EACH = 50
/** Some 6,000 new stores and 170,000 changes a day. */
const NEW_STORES_PER_RUN = 20
const CHANGES_PER_RUN = 600

const COUNTRIES = ['US', 'DE', 'GB', 'FR', 'CA', 'AU', 'NL', 'ES', 'IT', 'TR']
const CATEGORIES = ['fashion', 'beauty', 'home_living', 'food_drink', 'electronics', 'garden_diy']

const random = createRandom(43)
const say = (line: string) => process.stdout.write(`${line}\n`)

const newStores = (ctx: TestContext, count: number) =>
  insertStores(
    ctx.db,
    Array.from({ length: count }, () => ({
      visible_at: ctx.now(),
      found_at: ctx.now(),
      country: pick(random, COUNTRIES),
      category: pick(random, CATEGORIES),
    })),
  )

async function insertSearches({ db, now }: TestContext, userId: UserId): Promise<void> {
  const rows = Array.from({ length: SEARCHES_EACH }, (_, at) => ({
    id: crypto.randomUUID(),
    user_id: userId,
    name: `Search ${at}`,
    view: 'stores' as const,
    query: `country=${pick(random, COUNTRIES)}&category=${pick(random, CATEGORIES)}`,
    webhooks: true,
    instant: true,
    mails_since: now(),
    checked_at: now(),
    created_at: now(),
    updated_at: now(),
    seen_at: now(),
  }))
  await db.insertInto('saved_searches').values(rows).execute()
}

/** Mostly stores, and some niches. */
const insertFollows = ({ db, now }: TestContext, userId: UserId) =>
  sql`insert into follows (id, user_id, store_id, category, country, created_at)
    select gen_random_uuid(), ${userId}::uuid, id, null::text, null::text, ${now()}::timestamptz
    from (select id from stores order by random() limit ${FOLLOWS_EACH - 20}) as picked
    union all select gen_random_uuid(), ${userId}::uuid, null::bigint, category, country, ${now()}::timestamptz
    from unnest(${CATEGORIES.slice(0, 2)}::text[]) as category, unnest(${COUNTRIES}::text[]) as country`.execute(
    db,
  )

const insertSettings = ({ db, now }: TestContext, userId: UserId) =>
  db
    .insertInto('brief_settings')
    .values({
      user_id: userId,
      pace: 'daily',
      weekday: 1,
      hour: 7,
      time_zone: 'UTC',
      mail: true,
      webhook: false,
      at_once: true,
      last_day: '2026-03-10',
      due_at: '2026-03-11T07:00:00Z',
      briefed_until: now(),
      looked_at: now(),
      updated_at: now(),
    })
    .execute()

async function cpuSecondsOf(work: () => Promise<void>): Promise<number> {
  const read = () =>
    usageOfTree(process.pid).reduce((sum, one) => sum + one.cpuSeconds + one.endedCpuSeconds, 0)
  const before = read()
  await work()
  return read() - before
}

const row = (...cells: string[]) => say(`| ${cells.join(' | ')} |`)
const medianOf = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

async function bench(ctx: TestContext): Promise<void> {
  ctx.clock.set('2026-03-10T12:00:00Z')
  for (let at = 0; at < STORES; at += 1_000) await newStores(ctx, 1_000)
  const searchers = SEARCHES / SEARCHES_EACH
  const followers = FOLLOWS / FOLLOWS_EACH
  for (let at = 0; at < searchers; at += 1) {
    const { userId } = await insertUser(ctx, { role: 'PLUS_USER' })
    await insertSearches(ctx, userId)
  }
  for (let at = 0; at < followers; at += 1) {
    const { userId } = await insertUser(ctx, { role: 'PLUS_USER' })
    await insertFollows(ctx, userId)
    await insertSettings(ctx, userId)
  }
  await sql`analyze`.execute(ctx.db)
  say(
    `${STORES} stores, ${SEARCHES} instant searches of ${searchers} accounts, ${FOLLOWS} follows of ${followers}; ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(2)}`,
  )
  const searches: number[] = []
  const follows: number[] = []
  for (let run = 0; run <= RUNS; run += 1) {
    ctx.clock.advance(RUN_MS)
    const ids = await newStores(ctx, NEW_STORES_PER_RUN)
    for (const id of ids)
      await insertStoreEvents(
        ctx.db,
        id,
        Array.from({ length: CHANGES_PER_RUN / NEW_STORES_PER_RUN }, (_, at) => ({
          kind: 'app_added' as const,
          at: ctx.now(),
          subject: `App ${at}`,
        })),
      )
    // Followed stores change as well.
    await sql`insert into store_events (store_id, kind, at, subject, label, source_url, path)
      select store_id, 'app_added', ${ctx.now()}::timestamptz, 'Loox', 'observed', 'https://a.example/', 'apps'
      from (select distinct store_id from follows where store_id is not null order by store_id limit 50) as picked
      on conflict do nothing`.execute(ctx.db)
    const [searching, following] = [
      await cpuSecondsOf(() => reportDueSearches(ctx, 'instant')),
      await cpuSecondsOf(() => reportNews(ctx)),
    ]
    // The first run loads the stores and plans the queries.
    if (run === 0) continue
    searches.push(searching)
    follows.push(following)
  }
  row('work', 'CPU s per run', 'ms each', 'share of a core')
  row('---', '---', '---', '---')
  const report = (name: string, seconds: number, count: number) =>
    row(
      name,
      seconds.toFixed(2),
      ((seconds * 1000) / count).toFixed(2),
      `${((seconds * 1000 * 100) / RUN_MS).toFixed(1)} %`,
    )
  report('instant searches', medianOf(searches), SEARCHES)
  report('follows at once', medianOf(follows), FOLLOWS)
  report('together', medianOf(searches) + medianOf(follows), SEARCHES + FOLLOWS)
  ctx.clock.set('2026-03-11T07:00:00Z')
  const briefs = await cpuSecondsOf(() => sendDueBriefs(ctx))
  row('briefs of a morning', briefs.toFixed(2), ((briefs * 1000) / followers).toFixed(1), '')
}

await using server = await startPostgresServer()
process.env['TEST_DATABASE_URL'] = server.url
await using ctx = await createTestContext()
await bench(ctx)
