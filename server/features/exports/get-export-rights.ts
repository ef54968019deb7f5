import type { ResponseOf } from '#contracts/endpoint.ts'
import type { getExportRights as endpoint } from '#contracts/exports.ts'
import { remainingContacts } from '#server/features/contact-quota/contact-quota.ts'
import { rightsOf } from '#server/features/plans/plan-of-role.ts'
import { requirePaid, type RequestContext } from '#server/route.ts'
import { remainingRows } from './export-usage.ts'

export async function getExportRights(ctx: RequestContext): Promise<ResponseOf<typeof endpoint>> {
  const { userId, role } = requirePaid(ctx)
  const { exportFormats, exportRowsPerDay: rowsPerDay, contactsPerDay } = rightsOf(role)
  const remainingToday = await remainingRows(ctx.db, { userId, rowsPerDay, at: ctx.now() })
  const contacts =
    rowsPerDay === null ? null : { perDay: contactsPerDay, remainingToday: await remainingContacts(ctx) }
  return { formats: [...exportFormats], rowsPerDay, remainingToday, contacts }
}
