import { sql } from 'kysely'
import type { AppContext, Db } from '#server/context.ts'

const LEASE_MS = 60_000
/** Said again in good time, and not at every step. */
const RENEW_BEFORE_MS = 30_000

export type Lease = {
  /** False while another process has it. */
  hold: () => Promise<boolean>
  /** Keeps it through a rest, e.g. one that somebody asked for and that the next holder would know nothing of. */
  keepFor: (restMs: number) => Promise<void>
  release: () => Promise<void>
}

/**
 * Lets one process at a time do what several must not do side by side. The lease of one that died runs out after a minute. It saves others
 * from being asked twice; it never is what correctness rests on, because a process that stalls may find it gone.
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
    async keepFor(restMs) {
      const untilMs = now().getTime() + restMs + RENEW_BEFORE_MS
      if (untilMs > heldUntilMs) await claimUntil(new Date(untilMs))
    },
    async release() {
      heldUntilMs = -Infinity
      await db.deleteFrom('leases').where('name', '=', name).where('holder', '=', holderId).execute()
    },
  }
}

/** For the only worker of a database: any other holder has died, however it is called. */
export async function endLeasesOfOthers(db: Db, processId: string): Promise<void> {
  await db.deleteFrom('leases').where('holder', 'not like', `${processId}%`).execute()
}
