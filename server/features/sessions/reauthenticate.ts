import type { BodyOf } from '#contracts/endpoint.ts'
import type { reauthenticate as endpoint } from '#contracts/auth.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { invalidRequest } from '#server/errors.ts'
import { recordAuditEvent } from '#server/features/audit/record-audit-event.ts'
import { readIdentity, refuseIdentity } from '#server/features/identity/read-identity.ts'
import { requireViewer, type RequestContext } from '#server/route.ts'
import { provePassword } from './prove-password.ts'

/** Records in this session that the person proved their identity; `requireFresh` checks it. */
export async function reauthenticate(
  ctx: RequestContext,
  { password, idToken }: BodyOf<typeof endpoint>,
): Promise<{ message: string }> {
  if ((password === undefined) === (idToken === undefined)) throw invalidRequest()
  if (password !== undefined) await provePassword(ctx, { password, field: 'password' })
  if (idToken !== undefined) await proveIdentity(ctx, idToken)
  await noteProof(ctx, password === undefined ? 'identity' : 'password')
  return { message: ctx.say('done_proven') }
}

/** A sign-in at the provider as a different person proves nothing. */
async function proveIdentity(ctx: RequestContext, idToken: string): Promise<void> {
  await ctx.identityLimits.begin(ctx.network)
  const { issuer, subject } = await readIdentity(ctx, idToken)
  const own = await ctx.db
    .updateTable('identities')
    .set({ last_used_at: ctx.now() })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .where('user_id', '=', requireViewer(ctx).userId)
    .executeTakeFirst()
  if (own.numUpdatedRows === 0n) await refuseIdentity(ctx, 'not_of_this_account')
  await ctx.identityLimits.forgive(ctx.network)
}

async function noteProof(ctx: RequestContext, by: 'identity' | 'password'): Promise<void> {
  const { userId, sessionId } = requireViewer(ctx)
  await inTransaction(ctx, async (ctx) => {
    await ctx.db.updateTable('sessions').set({ proven_at: ctx.now() }).where('id', '=', sessionId).execute()
    await recordAuditEvent(ctx, { kind: 'session.proven', userId, network: ctx.network, detail: { by } })
  })
}
