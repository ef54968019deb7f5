import { AppError } from '#server/errors.ts'
import { requireViewer, type RequestContext } from '#server/route.ts'
import { provePassword } from './prove-password.ts'

const MINUTE_MS = 60_000
const FRESH_FOR_MS = 10 * MINUTE_MS

type Evidence = {
  currentPassword?: string | undefined
  /** A sign-in of the last ten minutes is enough too. */
  acceptsSignIn?: boolean
}

/**
 * For what must not be done by whoever finds an open session: the current password, or a proof by `reauthenticate` of the last ten
 * minutes.
 * @throws AppError `fresh_sign_in_required`, or what is wrong with the password that was given
 */
export async function requireFresh(
  ctx: RequestContext,
  { currentPassword, acceptsSignIn = false }: Evidence = {},
): Promise<void> {
  const { provenAt, signedInAt } = requireViewer(ctx)
  if (currentPassword !== undefined) {
    await provePassword(ctx, { password: currentPassword, field: 'currentPassword' })
    return
  }
  const isFresh = (at: Date | null) => at !== null && ctx.now().getTime() - at.getTime() < FRESH_FOR_MS
  if (isFresh(provenAt) || (acceptsSignIn && isFresh(signedInAt))) return
  throw new AppError('fresh_sign_in_required')
}
