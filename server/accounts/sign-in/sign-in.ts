import type { emailSignin as endpoint } from '#contracts/accounts/auth.ts'
import type { finishSignin as finishEndpoint } from '#contracts/accounts/second-factor.ts'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import type { UserId } from '#contracts/ids.ts'
import type { AccountRequest } from '#server/accounts/context.ts'
import { hashPassword, isOutdatedHash } from '#server/accounts/password/password.ts'
import { withCode } from '#server/accounts/second-factor/use-code.ts'
import {
  markOf,
  openAccountSession,
  openChallenge,
  tokenOf,
} from '#server/accounts/sessions/open-session.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError } from '#server/platform/errors.ts'
import { emailKeyOf } from '#server/platform/mail/email-address.ts'
import { tryPassword } from './try-password.ts'

/**
 * Until the password is known to be right, a known and an unknown address get the same answer after
 * the same work.
 */
export async function emailSignin(
  ctx: AccountRequest,
  input: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const emailKey = emailKeyOf(input.email)
  const user = await tryPassword(ctx, {
    emailKey,
    password: input.password,
    findUser: () => findUser(ctx.db, emailKey),
    refusal: { code: 'invalid_credentials' },
  })
  if (!user.email_verified_at) throw new AppError('email_unverified')
  if (user.deletion_requested_at) throw new AppError('deletion_requested')
  const passwordHash = await renewHash(ctx.db, user, input.password)
  return openSession(ctx, { userId: user.id, passwordHash, rememberMe: input.rememberMe ?? false })
}

const findUser = (db: Db, emailKey: string) =>
  db
    .selectFrom('users')
    .select(['id', 'password_hash', 'email_verified_at', 'deletion_requested_at'])
    .where('email_key', '=', emailKey)
    .executeTakeFirst()

type UserRow = NonNullable<Awaited<ReturnType<typeof findUser>>>

/**
 * The password is at hand only now; hashes of an older cost would otherwise stay weak for ever.
 * @returns the hash that counts
 */
async function renewHash(db: Db, user: UserRow, password: string): Promise<string | null> {
  if (!user.password_hash || !isOutdatedHash(user.password_hash)) return user.password_hash
  const renewed = await hashPassword(password)
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ password_hash: renewed })
    .where('id', '=', user.id)
    .where('password_hash', '=', user.password_hash)
    .executeTakeFirst()
  return numUpdatedRows === 1n ? renewed : user.password_hash
}

type Entry = { userId: UserId; passwordHash: string | null; rememberMe: boolean }

async function openSession(
  ctx: AccountRequest,
  { userId, passwordHash, rememberMe }: Entry,
): Promise<{ token: string }> {
  const opening = await inTransaction(ctx, async (ctx) => {
    // A reset may have ended all sessions since the password was compared; the old password must
    // not open another.
    const unchanged = await ctx.db
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .where('password_hash', '=', passwordHash)
      .where('deletion_requested_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!unchanged) throw new AppError('invalid_credentials')
    return openAccountSession(ctx, { userId, rememberMe, by: 'password' })
  })
  return tokenOf(opening)
}

/** The second step of a sign-in by password or by the identity provider. */
export async function finishSignin(
  ctx: AccountRequest,
  { challenge, code }: BodyOf<typeof finishEndpoint>,
): Promise<ResponseOf<typeof finishEndpoint>> {
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
