import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { WorldAddress } from '#sim/world.ts'

export const REST_MS = 20
const POLL_MS = 50
const IDLE_POLLS = 4
const IDLE_WITHIN_MS = 300_000
/** Work planned within this time belongs to the discovery itself; later work is re-checks. */
const AHEAD_MS = 6 * 60 * 60 * 1000

/** Settings to discover this world as fast as possible. */
export const settingsFor = (
  address: Pick<WorldAddress, 'logListUrl' | 'dns' | 'connectTo' | 'caFile'>,
) => ({
  CT_LOG_LIST_URL: address.logListUrl,
  CT_BACKLOG_ENTRIES: 1_000_000,
  CT_CHECKPOINT_EVERY_MS: 500,
  CT_PARTIAL_AFTER_MS: 0,
  DNS_SERVERS: [address.dns],
  CONNECT_TO: address.connectTo,
  EXTRA_CA_FILE: address.caFile,
  PROBE_HOST_GAP_MS: 0,
  PROBE_REQUESTS_PER_SECOND: 2_000,
  PROBE_CONCURRENCY: 1,
})

const KEPT_TABLES = ['kysely_migration', 'kysely_migration_lock']

export async function emptyTables({ db }: Pick<AppContext, 'db'>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
    db,
  )
  const names = rows.map(({ name }) => name).filter((name) => !KEPT_TABLES.includes(name))
  await sql.raw(`truncate ${names.map((name) => `"${name}"`).join(', ')}`).execute(db)
}

type Clocked = Pick<AppContext, 'db' | 'now'>
type Options = { aheadMs?: number; findUnread?: (db: Db) => Promise<string[]> }

/**
 * Runs until every log is read to its end and no work is due. Moves the clock to make planned work
 * due.
 */
export async function untilIdle(
  { db, now }: Clocked,
  moveClock: (ms: number) => void,
  { aheadMs = AHEAD_MS, findUnread = findUnreadLogs }: Options = {},
): Promise<void> {
  const startedAt = Date.now()
  let idlePolls = 0
  while (idlePolls < IDLE_POLLS) {
    await sleep(POLL_MS)
    const unread = await findUnread(db)
    const waitMs = await nextDueIn({ db, now })
    const isRead = unread.length === 0
    idlePolls = isRead && waitMs > aheadMs ? idlePolls + 1 : 0
    if (isRead && waitMs > 0 && waitMs <= aheadMs) moveClock(waitMs + 1)
    if (Date.now() - startedAt > IDLE_WITHIN_MS)
      throw new Error(`not idle: ${unread.join(', ')}; ${await describeDue({ db, now })}`)
  }
}

/** None if there are entries and all of them are read. */
async function findUnreadLogs(db: Db): Promise<string[]> {
  const { rows } = await sql<{ isRead: boolean | null }>`
    select bool_or(tree_size > 0) and bool_and(next_index >= tree_size) as "isRead"
    from ct_logs`.execute(db)
  return rows[0]?.isRead ? [] : ['a log']
}

/** @returns ms until the next work is due; infinite if none is planned */
async function nextDueIn({ db, now }: Clocked): Promise<number> {
  const { rows } = await sql<{ at: Date | null }>`
    select least((select min(due_at) from candidates), (select min(due_at) from catalogue_walks)) as at`.execute(
    db,
  )
  const at = rows[0]?.at ?? null
  return at === null ? Number.POSITIVE_INFINITY : at.getTime() - now().getTime()
}

async function describeDue({ db, now }: Clocked): Promise<string> {
  const { rows } = await sql<{ text: string | null }>`
    select string_agg(host || ' ' || what || ' ' || due_at, ', ') as text from (
      select host, coalesce(outcome, 'new') as what, due_at from candidates where due_at is not null
      union all select host, 'walk ' || next_step, due_at from catalogue_walks where due_at is not null
      order by due_at limit 8) as first`.execute(db)
  return `at ${now().toISOString()} due: ${rows[0]?.text ?? 'nothing'}`
}
