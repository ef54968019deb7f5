import { tryPassword } from '#server/features/auth/try-password.ts'
import { requireViewer, type RequestContext } from '#server/route.ts'

type Proof = {
  password: string
  /** The request field to blame. */
  field: string
}

/**
 * Checks the account's password again. It counts like a sign-in, so that an open session does not bypass its limits.
 * @returns the hash that it was compared with
 * @throws AppError `wrong_password` or `too_many_attempts`
 */
export async function provePassword(ctx: RequestContext, { password, field }: Proof): Promise<string | null> {
  const { userId, emailKey } = requireViewer(ctx)
  const { password_hash: hash } = await tryPassword(ctx, {
    emailKey,
    password,
    findUser: () =>
      ctx.db.selectFrom('users').select(['id', 'password_hash']).where('id', '=', userId).executeTakeFirst(),
    refusal: { code: 'wrong_password', field },
    detail: { within: 'session' },
  })
  return hash
}
