import type { StoreId, UserId } from '#contracts/ids.ts'
import { sql } from 'kysely'
import type { Db } from './db/schema.ts'
import type { AppContext } from './context.ts'

/** Another process takes over the work of a dead one within this time. */
const TAKE_OVER_WITHIN_MS = 60_000
/** The pause of a process that finds a lease taken, before it tries again. */
export const LEASE_TAKEN_WAIT_MS = 5_000
/** For the attempt itself, and for clocks that differ. */
const MARGIN_MS = 3_000
const LEASE_MS = TAKE_OVER_WITHIN_MS - LEASE_TAKEN_WAIT_MS - MARGIN_MS
/** Renewed early enough, but not at every step. */
const RENEW_BEFORE_MS = 30_000

export type Lease = {
  /** False while another process holds it. */
  hold: () => Promise<boolean>
  /**
   * Extends it over a pause, e.g. one that a host requested and that the next holder would not know
   * about.
   */
  keepFor: (pauseMs: number) => Promise<void>
  release: () => Promise<void>
}

/**
 * Lets one process at a time do work that must not run in parallel. The lease of a dead process
 * expires within a minute. It prevents repeated requests, but correctness never depends on it,
 * because a stalled process may lose it.
 */
export function createLease(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  name: string,
  holderId: string,
): Lease {
  let heldUntilMs = -Infinity

  const claimUntil = async (until: Date): Promise<boolean> => {
    const { rows } = await sql`
      insert into leases (name, holder, until) values (${name}, ${holderId}, ${until})
      on conflict (name) do update set holder = excluded.holder, until = excluded.until
        where leases.holder = excluded.holder or leases.until < ${now()}
      returning name`.execute(db)
    const isHeld = rows.length > 0
    heldUntilMs = isHeld ? until.getTime() : -Infinity
    return isHeld
  }
  return {
    async hold() {
      const nowMs = now().getTime()
      return heldUntilMs - nowMs > RENEW_BEFORE_MS || (await claimUntil(new Date(nowMs + LEASE_MS)))
    },
    async keepFor(pauseMs) {
      const untilMs = now().getTime() + pauseMs + RENEW_BEFORE_MS
      if (untilMs > heldUntilMs) await claimUntil(new Date(untilMs))
    },
    async release() {
      heldUntilMs = -Infinity
      await db
        .deleteFrom('leases')
        .where('name', '=', name)
        .where('holder', '=', holderId)
        .execute()
    },
  }
}

/** For the only worker of a database: every other holder has ended, whatever its name. */
export async function endLeasesOfOthers(db: Db, processId: string): Promise<void> {
  await db.deleteFrom('leases').where('holder', 'not like', `${processId}%`).execute()
}

/**
 * A lock for work that two processes must not do at once, held until the end of the transaction.
 * False while another process holds it.
 */
export async function tryLock({ db }: Pick<AppContext, 'db'>, name: string): Promise<boolean> {
  const { rows } = await sql<{ isHeld: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as "isHeld"`.execute(db)
  return rows[0]?.isHeld === true
}

/**
 * Holds the account until the transaction ends: its plan, links and sessions change one after the
 * other. Rows that only name the account do not wait.
 */
export async function lockAccountRow(db: Db, userId: UserId): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

/**
 * Call it before the transaction reads or writes anything of them. All transactions lock in one
 * order to avoid deadlocks: the erasure lock, hosts by name, stores by number, what belongs to
 * stores, the days of the trends. Rows that name a store may be inserted meanwhile (`for no key
 * update`).
 */
export async function lockStores(db: Db, storeIds: readonly StoreId[]): Promise<void> {
  if (storeIds.length === 0) return
  await sql`select id from stores where id = any(${storeIds}::bigint[]) order by id for no key update`.execute(
    db,
  )
}
