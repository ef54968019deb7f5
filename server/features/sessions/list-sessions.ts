import type { listSessions as endpoint } from '#contracts/auth.ts'
import type { ResponseOf } from '#contracts/endpoint.ts'
import { requireViewer, type RequestContext } from '#server/route.ts'
import { findLivingSessions } from './living-sessions.ts'
import { presentSession } from './present-session.ts'

export async function listSessions(ctx: RequestContext): Promise<ResponseOf<typeof endpoint>> {
  const { userId, sessionId } = requireViewer(ctx)
  const rows = await findLivingSessions(ctx, userId)
  const sessions = rows.map((row) => presentSession(row, sessionId))
  return { sessions: sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent)) }
}
