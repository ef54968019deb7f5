import type { exportAccount as endpoint } from '#contracts/accounts/users.ts'
import type { ResponseOf } from '#contracts/endpoint.ts'
import type { AccountRequest } from '#server/accounts/context.ts'
import { requireFresh } from '#server/accounts/sessions/reauthentication.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import { sessionExpired } from '#server/platform/errors.ts'
import { requireViewer } from '#server/platform/session/viewer.ts'
import { account, exportedParts } from './exported-parts.ts'

/** All data stored about the account. */
export async function exportAccount(ctx: AccountRequest): Promise<ResponseOf<typeof endpoint>> {
  const { userId, emailKey } = requireViewer(ctx)
  await requireFresh(ctx, { acceptsSignIn: true })
  await recordAuditEvent(ctx, { kind: 'account.exported', userId, network: ctx.network })
  const [own] = await account.read(ctx, { userId, emailKey })
  if (!own) throw sessionExpired()
  const records: Record<string, Record<string, unknown>[]> = {}
  for (const [name, { read }] of Object.entries(exportedParts))
    records[name] = await read(ctx, { userId, emailKey })
  return { exportedAt: ctx.now().toISOString(), account: own, records }
}
