import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import { downloadExport, type createExport as endpoint } from '#contracts/exports.ts'
import { planRequired } from '#server/errors.ts'
import { rightsOf } from '#server/features/plans/plan-of-role.ts'
import { requirePaid, type RequestContext } from '#server/route.ts'
import { createTicket } from './export-tickets.ts'
import { exportLimitReached, remainingRows } from './export-usage.ts'
import { openList } from './open-list.ts'

/** @throws AppError `plan_required` for a format beyond the plan, `export_limit_reached` for more rows than are left today */
export async function createExport(
  ctx: RequestContext,
  request: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const { userId, sessionId, role } = requirePaid(ctx)
  const { exportFormats, exportRowsPerDay: rowsPerDay } = rightsOf(role)
  if (!exportFormats.includes(request.format)) throw planRequired()
  const { total } = await openList(ctx, request)
  const rows = Math.min(total, request.limit ?? total)
  const remainingToday = await remainingRows(ctx.db, { userId, rowsPerDay, at: ctx.now() })
  if (remainingToday !== null && rows > remainingToday) throw exportLimitReached(remainingToday)
  const kept = { sessionId, language: ctx.language, rows, request }
  const { ticket, expiresAt } = await createTicket(ctx, userId, kept)
  return {
    url: downloadExport.path.replace(':ticket', ticket),
    rows,
    expiresAt: expiresAt.toISOString(),
    remainingToday,
  }
}
