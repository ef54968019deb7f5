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
 * Protects actions against a stranger who finds an open session: requires the current password, or a proof by `reauthenticate` within the
 * last ten minutes.
 * @throws AppError `fresh_sign_in_required`, or the error for the given password
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
