import { DAY_MS } from '#contracts/dates.ts'
import type { UserId } from '#contracts/ids.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { StoredCredentials, TokenPurpose } from '#server/platform/db/account-schema.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { hashOfToken, isWellFormedToken, newToken } from '#server/platform/secrets/opaque-token.ts'

type Deps = Pick<AppContext, 'db' | 'now'>

const PREFIX = 'sdm_'

export const DELETION_DAYS = 30

const LIFETIME_MS: Record<TokenPurpose, number> = {
  sign_up: DAY_MS,
  email_change: DAY_MS,
  reset_password: DAY_MS,
  undo_deletion: DELETION_DAYS * DAY_MS,
}

type NewToken = {
  userId: UserId
  purpose: TokenPurpose
  email: string
  credentials?: StoredCredentials | null
}

/**
 * Makes the secret of a mail link; only its hash is stored. An older link of the same purpose stops
 * working. Sign-up links are the exception: each carries its own credentials, and opening one ends
 * the others.
 */
export async function createToken(
  { db, now }: Deps,
  { userId, purpose, email, credentials = null }: NewToken,
): Promise<string> {
  const token = newToken(PREFIX)
  if (purpose !== 'sign_up') await revokeTokens({ db, now }, { userId, purpose })
  await db
    .insertInto('account_tokens')
    .values({
      token_hash: hashOfToken(token),
      user_id: userId,
      purpose,
      email,
      credentials: credentials && JSON.stringify(credentials),
      created_at: now(),
      expires_at: new Date(now().getTime() + LIFETIME_MS[purpose]),
    })
    .execute()
  return token
}

/** Without a purpose all of the account. */
export async function revokeTokens(
  { db, now }: Deps,
  { userId, purpose }: { userId: UserId; purpose?: TokenPurpose },
): Promise<void> {
  let open = db
    .updateTable('account_tokens')
    .set({ replaced_at: now() })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
  if (purpose) open = open.where('purpose', '=', purpose)
  await open.execute()
}

type TokenReading =
  | { kind: 'open' | 'used' | 'expired'; token: FoundToken }
  /** Unknown, of another purpose, or replaced by a newer one. */
  | { kind: 'invalid' }

export type FoundToken = {
  tokenHash: string
  userId: UserId
  purpose: TokenPurpose
  email: string
  credentials: StoredCredentials | null
}

export async function readToken(
  { db, now }: Deps,
  token: string,
  purposes: readonly TokenPurpose[],
): Promise<TokenReading> {
  if (!isWellFormedToken(PREFIX, token)) return { kind: 'invalid' }
  const row = await db
    .selectFrom('account_tokens')
    .selectAll()
    .where('token_hash', '=', hashOfToken(token))
    .where('purpose', 'in', [...purposes])
    .executeTakeFirst()
  if (!row) return { kind: 'invalid' }
  const { token_hash, user_id, purpose, email, credentials } = row
  const found = { tokenHash: token_hash, userId: user_id, purpose, email, credentials }
  if (row.used_at) return { kind: 'used', token: found }
  if (row.replaced_at) return { kind: 'invalid' }
  return { kind: row.expires_at <= now() ? 'expired' : 'open', token: found }
}

/**
 * Uses up an open token. False when another request was faster: the caller must then change
 * nothing.
 */
export async function consumeToken(db: Db, tokenHash: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('account_tokens')
    .set({ used_at: at })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * The address is confirmed, so every other sign-up with it is void. Their links count as used: they
 * answer that the address is confirmed.
 */
export async function consumeSignUpTokens({ db, now }: Deps, userId: UserId): Promise<void> {
  await db
    .updateTable('account_tokens')
    .set({ used_at: now(), credentials: null })
    .where('user_id', '=', userId)
    .where('purpose', '=', 'sign_up')
    .where('used_at', 'is', null)
    .execute()
}
