import * as z from 'zod'
import { DAY_MS } from '#contracts/dates.ts'
import type { AppContext } from '#server/context.ts'
import { defineJob } from '#server/jobs/jobs.ts'

/** Long enough to answer "why was I signed out". */
const KEEP_ENDED_MS = 7 * DAY_MS

export const purgeSessions = defineJob({
  name: 'purge-sessions',
  payload: z.object({}),
  maxAttempts: 3,
  cron: '17 * * * *',
  run: (ctx) => deleteEndedSessions(ctx),
})

/** Deletes sessions that expired or were revoked a week ago. */
export async function deleteEndedSessions({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - KEEP_ENDED_MS)
  await db
    .deleteFrom('sessions')
    .where((where) => where.or([where('expires_at', '<', before), where('revoked_at', '<', before)]))
    .execute()
}
