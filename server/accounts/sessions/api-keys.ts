import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import {
  type ApiKey,
  type createApiKey as createEndpoint,
  type listApiKeys as listEndpoint,
  MAX_API_KEYS,
} from '#contracts/account/integrations.ts'
import { rightsOf } from '#contracts/account/plans.ts'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import { apiKeyCreatedMail } from '#server/accounts/account-mails.ts'
import { readAccountForUpdate, requireOpenSession } from '#server/accounts/account-state.ts'
import type { AccountRequest } from '#server/accounts/context.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import type { ApiKeys } from '#server/platform/db/account-schema.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { AppError, notFound, planRequired, sessionExpired } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { queueMail } from '#server/platform/mail/mail.ts'
import { hashOfToken, newToken } from '#server/platform/opaque-token.ts'
import { API_KEY_PREFIX, requireViewer } from '#server/platform/session/viewer.ts'
import { requireFresh } from './reauthentication.ts'

/** Of the whole key: enough to tell keys apart, of no use to guess one. */
const START_LENGTH = 10

export async function listApiKeys(ctx: RequestContext): Promise<ResponseOf<typeof listEndpoint>> {
  const { userId, role } = requireViewer(ctx)
  const rows = await ctx.db
    .selectFrom('api_keys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return { keys: rows.map(presentKey), isIncluded: rightsOf(role).hasApiKeys }
}

const presentKey = ({
  id,
  name,
  start,
  created_at,
  last_used_at,
}: Selectable<ApiKeys>): ApiKey => ({
  id,
  name,
  start,
  createdAt: created_at.toISOString(),
  lastUsedAt: last_used_at?.toISOString() ?? null,
})

/** @throws AppError `plan_required`, `fresh_sign_in_required` or `api_key_limit` */
export async function createApiKey(
  ctx: AccountRequest,
  { name }: BodyOf<typeof createEndpoint>,
): Promise<ResponseOf<typeof createEndpoint>> {
  const { userId, role, email, firstName } = requireViewer(ctx)
  if (!rightsOf(role).hasApiKeys) throw planRequired()
  await requireFresh(ctx, { acceptsSignIn: true })
  const key = newToken(API_KEY_PREFIX)
  const start = key.slice(0, START_LENGTH)
  const row = await inTransaction(ctx, async (ctx) => {
    // The lock makes two parallel calls count one after the other, and an ended session creates no
    // key.
    if (!(await readAccountForUpdate(ctx.db, userId))) throw sessionExpired()
    await requireOpenSession(ctx)
    const { count } = await ctx.db
      .selectFrom('api_keys')
      .select((on) => on.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    if (count >= MAX_API_KEYS) throw new AppError('api_key_limit')
    const created = { id: randomUUID(), user_id: userId, name, start, created_at: ctx.now() }
    await queueMail(ctx, apiKeyCreatedMail, {
      recipient: email,
      userId,
      language: ctx.language,
      params: { name: firstName, key: name },
    })
    await recordAuditEvent(ctx, {
      kind: 'api_key.created',
      userId,
      network: ctx.network,
      detail: { keyId: created.id },
    })
    return ctx.db
      .insertInto('api_keys')
      .values({ ...created, token_hash: hashOfToken(key) })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  return { ...presentKey(row), key }
}

/** @throws AppError `not_found`, also for another account's key */
export async function deleteApiKey(
  ctx: RequestContext,
  keyId: string,
): Promise<{ message: string }> {
  const { userId } = requireViewer(ctx)
  await inTransaction(ctx, async (ctx) => {
    const { numDeletedRows } = await ctx.db
      .deleteFrom('api_keys')
      .where('id', '=', keyId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound()
    await recordAuditEvent(ctx, {
      kind: 'api_key.deleted',
      userId,
      network: ctx.network,
      detail: { keyId },
    })
  })
  return { message: ctx.say('done_api_key_deleted') }
}
