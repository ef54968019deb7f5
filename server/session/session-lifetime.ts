const HOUR_MS = 60 * 60 * 1000

export const SESSION_MS = 12 * HOUR_MS
export const REMEMBERED_SESSION_MS = 30 * 24 * HOUR_MS
/** A session that nobody asked to be remembered ends when it was not used for this long. */
const IDLE_SESSION_MS = 4 * HOUR_MS

/** The idle end is exact to this; it costs one small write per second and session that is in use. */
const USED_NOTE_EVERY_MS = 1_000
/** Of a remembered session the last use is only shown to people. */
const REMEMBERED_NOTE_EVERY_MS = 60_000

type Times = { remember_me: boolean; last_used_at: Date; expires_at: Date; revoked_at: Date | null }

/** When it ends if it is not used any more. */
export function endOfSession({ remember_me, last_used_at, expires_at }: Omit<Times, 'revoked_at'>): Date {
  if (remember_me) return expires_at
  return new Date(Math.min(expires_at.getTime(), last_used_at.getTime() + IDLE_SESSION_MS))
}

export const isLiving = (session: Times, now: Date): boolean =>
  session.revoked_at === null && endOfSession(session) > now

export function isUseWorthNoting(
  { remember_me, last_used_at }: Pick<Times, 'remember_me' | 'last_used_at'>,
  now: Date,
): boolean {
  const everyMs = remember_me ? REMEMBERED_NOTE_EVERY_MS : USED_NOTE_EVERY_MS
  return now.getTime() - last_used_at.getTime() >= everyMs
}
