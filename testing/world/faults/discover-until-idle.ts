import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { WorldAddress } from '#sim/world.ts'

export const REST_MS = 20
const POLL_MS = 40
const IDLE_POLLS = 3
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

/**
 * Runs until every log is read to its end and no work is due. Moves the clock to make planned work
 * due.
 */
export async function untilIdle(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  moveClock: (ms: number) => void,
  aheadMs = AHEAD_MS,
): Promise<void> {
  const startedAt = Date.now()
  let idlePolls = 0
  while (idlePolls < IDLE_POLLS) {
    if (Date.now() - startedAt > IDLE_WITHIN_MS)
      throw new Error(`not idle after ${IDLE_WITHIN_MS} ms: ${await describeWork(db)}`)
    await sleep(POLL_MS)
    const isRead = await isAllRead(db)
    const waitMs = await nextDueIn({ db, now })
    const isIdle = isRead && waitMs > aheadMs
    idlePolls = isIdle ? idlePolls + 1 : 0
    if (isRead && waitMs > 0 && waitMs <= aheadMs) moveClock(waitMs + 1)
  }
}

/** Whether there are entries and all of them are read. */
async function isAllRead(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isRead: boolean | null }>`
    select bool_or(tree_size > 0) and bool_and(next_index >= tree_size) as "isRead"
    from ct_logs`.execute(db)
  return rows[0]?.isRead === true
}

/** @returns ms until the next work is due; infinite if none is planned */
export async function nextDueIn({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<number> {
  const { rows } = await sql<{ at: Date | null }>`
    select least((select min(due_at) from candidates), (select min(due_at) from catalogue_walks)) as at`.execute(
    db,
  )
  const at = rows[0]?.at ?? null
  return at === null ? Number.POSITIVE_INFINITY : at.getTime() - now().getTime()
}

async function describeWork(db: Db): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select string_agg(host || ' ' || coalesce(outcome, 'new') || ' ' || due_at, ', ') as text
    from (select * from candidates where due_at is not null order by due_at limit 5) c`.execute(db)
  return rows[0]?.text ?? 'nothing is planned'
}
