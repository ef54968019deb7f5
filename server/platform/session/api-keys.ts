import type { Selectable } from 'kysely'
import type { AppContext } from '#server/platform/context.ts'
import type { ApiKeys } from '#server/platform/db/account-schema.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { authenticationRequired } from '#server/platform/errors.ts'
import { hashOfToken, isWellFormedToken } from '#server/platform/opaque-token.ts'
import { hasPassword, ownerColumns, presentOwner, type Viewer } from './viewer.ts'

export const API_KEY_PREFIX = 'sdk_'

export const isApiKey = (token: string): boolean => token.startsWith(API_KEY_PREFIX)

/**
 * The owner of an API key, read from the database on every request: a deleted key, a locked account or an ended plan takes effect at once.
 * @throws AppError `authentication_required`
 */
export async function findKeyOwner(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  key: string,
): Promise<Viewer> {
  const row = isWellFormedToken(API_KEY_PREFIX, key) ? await selectKey(db, hashOfToken(key)) : undefined
  if (!row || row.deletion_requested_at || row.locked_at) throw authenticationRequired()
  await recordUse(db, row, now())
  return {
    ...presentOwner(row, now()),
    sessionId: null,
    signedInAt: row.created_at,
    provenAt: null,
    operatorUntil: null,
  }
}

const selectKey = (db: Db, hash: string) =>
  db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .select(['api_keys.id as key_id', 'api_keys.created_at', 'api_keys.last_used_at', 'users.locked_at'])
    .select(ownerColumns)
    .select(hasPassword)
    .where('api_keys.token_hash', '=', hash)
    .executeTakeFirst()

/** The last use is only displayed, so one small write per minute and key is enough. */
const RECORD_USE_EVERY_MS = 60_000

type KeyRow = { key_id: string } & Pick<Selectable<ApiKeys>, 'last_used_at'>

/** Never moves backwards: two requests may be recorded in the opposite order. */
async function recordUse(db: Db, { key_id: id, last_used_at: last }: KeyRow, at: Date): Promise<void> {
  if (last !== null && at.getTime() - last.getTime() < RECORD_USE_EVERY_MS) return
  await db
    .updateTable('api_keys')
    .set({ last_used_at: at })
    .where('id', '=', id)
    .where((on) => on.or([on('last_used_at', 'is', null), on('last_used_at', '<', at)]))
    .execute()
}
