import { type RawBuilder, sql } from 'kysely'
import type { AppContext } from '#server/platform/context.ts'
import { readJobAge } from '#server/platform/jobs/ensure-queues.ts'

type Waiting = { count: number; oldestSeconds: number }

/** Work that was accepted and is not finished; 0 seconds when nothing waits. */
export type WaitingWork = { mails: Waiting; webhooks: Waiting; jobOldestSeconds: number }

const MAILS = sql`created_at as at from outgoing_mails`
const WEBHOOKS = sql`received_at as at from billing_events where processed_at is null`

export async function readWaitingWork(ctx: Pick<AppContext, 'db' | 'now'>): Promise<WaitingWork> {
  return {
    mails: await readWaiting(ctx, MAILS),
    webhooks: await readWaiting(ctx, WEBHOOKS),
    jobOldestSeconds: await readJobAge(ctx.db),
  }
}

async function readWaiting(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  work: RawBuilder<unknown>,
): Promise<Waiting> {
  const { rows } = await sql<{ count: number; oldest: Date | null }>`
    select count(*) as count, min(at) as oldest from (select ${work}) as waiting`.execute(db)
  const { count = 0, oldest = null } = rows[0] ?? {}
  return { count, oldestSeconds: oldest ? Math.max(0, (now().getTime() - oldest.getTime()) / 1_000) : 0 }
}
