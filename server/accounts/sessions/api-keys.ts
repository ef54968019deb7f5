import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import * as api from '#contracts/workspace/integrations.ts'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import type { AccountRequest } from '#server/accounts/context.ts'
import type { ApiKeys } from '#server/platform/db/account-schema.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { hashOfToken, newToken } from '#server/platform/secrets/opaque-token.ts'
import { apiKeys, includesIntegration } from '#server/platform/session/integrations.ts'
import { API_KEY_PREFIX, insertApiKey, requireViewer } from '#server/platform/session/viewer.ts'
import { createIntegration, deleteIntegration } from './integrations.ts'

/** Of the whole key: enough to tell keys apart, of no use to guess one. */
const START_LENGTH = 10

export async function listApiKeys(
  ctx: RequestContext,
): Promise<ResponseOf<typeof api.listApiKeys>> {
  const { userId, role } = requireViewer(ctx)
  const rows = await ctx.db
    .selectFrom('api_keys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return { keys: rows.map(presentKey), isIncluded: includesIntegration(role, apiKeys) }
}

const presentKey = ({
  id,
  name,
  start,
  created_at,
  last_used_at,
}: Selectable<ApiKeys>): api.ApiKey => ({
  id,
  name,
  start,
  createdAt: created_at.toISOString(),
  lastUsedAt: last_used_at?.toISOString() ?? null,
})

/** @throws AppError `plan_required`, `fresh_sign_in_required` or `api_key_limit` */
export async function createApiKey(
  ctx: AccountRequest,
  { name }: BodyOf<typeof api.createApiKey>,
): Promise<ResponseOf<typeof api.createApiKey>> {
  const { userId } = requireViewer(ctx)
  const key = newToken(API_KEY_PREFIX)
  const row = await createIntegration(ctx, apiKeys, {
    label: name,
    limit: { most: api.MAX_API_KEYS, refusal: 'api_key_limit' },
    insert: (db) =>
      insertApiKey(db, {
        id: randomUUID(),
        user_id: userId,
        name,
        start: key.slice(0, START_LENGTH),
        created_at: ctx.now(),
        token_hash: hashOfToken(key),
      }),
  })
  return { ...presentKey(row), key }
}

/** @throws AppError `not_found`, also for another account's key */
export async function deleteApiKey(
  ctx: RequestContext,
  keyId: string,
): Promise<{ message: string }> {
  await deleteIntegration(ctx, apiKeys, keyId)
  return { message: ctx.say('done_api_key_deleted') }
}
