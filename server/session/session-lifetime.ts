const HOUR_MS = 60 * 60 * 1000

export const SESSION_MS = 12 * HOUR_MS
export const REMEMBERED_SESSION_MS = 30 * 24 * HOUR_MS

/** The last use is only displayed, so one small write per minute and session is enough. */
const NOTE_USE_EVERY_MS = 60_000

type Times = { expires_at: Date; revoked_at: Date | null }

export const isLiving = ({ expires_at, revoked_at }: Times, now: Date): boolean =>
  revoked_at === null && expires_at > now

export const isUseWorthNoting = ({ last_used_at }: { last_used_at: Date }, now: Date): boolean =>
  now.getTime() - last_used_at.getTime() >= NOTE_USE_EVERY_MS
