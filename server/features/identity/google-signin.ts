import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import type { googleSignin as endpoint } from '#contracts/auth.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/errors.ts'
import { openAccountSession } from '#server/features/auth/open-account-session.ts'
import type { RequestContext } from '#server/route.ts'
import { readIdentity, refuseIdentity, type Identity } from './read-identity.ts'
import { settleAccount } from './settle-account.ts'

/** Signs in the person that the provider names, or creates the account. Only failed attempts count against a network. */
export async function googleSignin(
  ctx: RequestContext,
  { idToken, rememberMe = false }: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  await ctx.identityLimits.begin(ctx.network)
  const identity = await readIdentity(ctx, idToken)
  const outcome = await enter(ctx, identity, rememberMe)
  switch (outcome.kind) {
    case 'entered':
      await ctx.identityLimits.forgive(ctx.network)
      return { token: outcome.token }
    case 'other_subject':
      return refuseIdentity(ctx, 'other_subject')
    case 'being_deleted':
      throw new AppError('deletion_requested')
    default:
      return outcome satisfies never
  }
}

type Outcome = { kind: 'entered'; token: string } | { kind: 'other_subject' } | { kind: 'being_deleted' }

async function enter(ctx: RequestContext, identity: Identity, rememberMe: boolean): Promise<Outcome> {
  return inTransaction(ctx, async (ctx): Promise<Outcome> => {
    const settled = await settleAccount(ctx, identity)
    if (settled.kind !== 'account') return settled
    const { token, sessionId } = await openAccountSession(ctx, {
      userId: settled.userId,
      rememberMe,
      detail: { by: 'identity' },
    })
    // A person who signed in at the provider a moment ago need not prove it again.
    await ctx.db.updateTable('sessions').set({ proven_at: ctx.now() }).where('id', '=', sessionId).execute()
    return { kind: 'entered', token }
  })
}
