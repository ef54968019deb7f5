import { tryPassword } from '#server/features/auth/try-password.ts'
import { requireViewer, type RequestContext } from '#server/route.ts'

type Proof = {
  password: string
  /** Of the request: the one to blame. */
  field: string
}

/**
 * The account's password, once more. Counts like a sign-in: an open session is no way around its limits.
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
