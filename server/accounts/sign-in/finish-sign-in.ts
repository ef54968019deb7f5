import type { finishSignin as endpoint } from '#contracts/accounts/second-factor.ts'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import type { AccountRequest } from '#server/accounts/context.ts'
import { withCode } from '#server/accounts/second-factor/use-code.ts'
import { markOf, openChallenge } from '#server/accounts/sessions/challenge.ts'
import { openAccountSession, tokenOf } from '#server/accounts/sessions/open-session.ts'
import { AppError } from '#server/platform/errors.ts'

/** The second step of a sign-in by password or by the identity provider. */
export async function finishSignin(
  ctx: AccountRequest,
  { challenge, code }: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const proved = openChallenge(ctx, challenge)
  if (!proved) throw new AppError('sign_in_expired')
  const { userId, rememberMe, by, passwordMark } = proved
  const opening = await withCode(ctx, { userId, code }, async (ctx) => {
    const user = await ctx.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', userId)
      .where('deletion_requested_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!user || markOf(user.password_hash) !== passwordMark) throw new AppError('sign_in_expired')
    return openAccountSession(ctx, { userId, rememberMe, by, hasCode: true })
  })
  return tokenOf(opening)
}
