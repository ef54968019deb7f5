import { randomBytes, randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import * as api from '#contracts/workspace/integrations.ts'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import { type AccountRequest, createIntegration, deleteIntegration } from '#server/accounts/api.ts'
import type { Webhooks } from '#server/platform/db/workspace-schema.ts'
import { AppError, notFound, planRequired } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { readPublicUrl } from '#server/platform/outgoing-http.ts'
import { includesIntegration } from '#server/platform/session/integrations.ts'
import { requireViewer } from '#server/platform/session/viewer.ts'
import { webhookIntegration } from '#server/workspace/integrations.ts'
import { openWebhookPost, sealSecret, sendMessage } from './webhook-message.ts'

export async function listWebhooks(
  ctx: RequestContext,
): Promise<ResponseOf<typeof api.listWebhooks>> {
  const { userId, role } = requireViewer(ctx)
  const rows = await ctx.db
    .selectFrom('webhooks')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return {
    webhooks: rows.map(presentWebhook),
    isIncluded: includesIntegration(role, webhookIntegration),
  }
}

const presentWebhook = (row: Selectable<Webhooks>): api.Webhook => ({
  id: row.id,
  url: row.url,
  state: stateOf(row),
  createdAt: row.created_at.toISOString(),
  lastAttemptAt: row.last_attempt_at?.toISOString() ?? null,
  lastStatus: row.last_status,
})

function stateOf({
  paused_at,
  failing_since,
  last_attempt_at,
}: Selectable<Webhooks>): api.Webhook['state'] {
  if (paused_at !== null) return 'paused'
  if (failing_since !== null) return 'failing'
  return last_attempt_at === null ? 'unused' : 'working'
}

/** As the standard has it: base64 of 24 to 64 bytes. */
const SECRET_BYTES = 32

/**
 * @throws AppError `plan_required`, `invalid_webhook_url`, `fresh_sign_in_required` or
 * `webhook_limit`
 */
export async function createWebhook(
  ctx: AccountRequest,
  { url: text }: BodyOf<typeof api.createWebhook>,
): Promise<ResponseOf<typeof api.createWebhook>> {
  const { userId, role } = requireViewer(ctx)
  if (!includesIntegration(role, webhookIntegration)) throw planRequired()
  const url = readPublicUrl(text)
  if (!url) throw new AppError('invalid_webhook_url', { field: 'url' })
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
  const row = await createIntegration(ctx, webhookIntegration, {
    // Its path and query may hold the receiver's secret.
    label: url.host,
    limit: { most: api.MAX_WEBHOOKS, refusal: 'webhook_limit' },
    insert: (db) =>
      db
        .insertInto('webhooks')
        .values({
          id: randomUUID(),
          user_id: userId,
          url: url.href,
          created_at: ctx.now(),
          secret: sealSecret(ctx, secret),
        })
        .returningAll()
        .executeTakeFirstOrThrow(),
  })
  return { ...presentWebhook(row), secret }
}

/** @throws AppError `not_found`, also for another account's webhook */
export async function deleteWebhook(
  ctx: RequestContext,
  webhookId: string,
): Promise<{ message: string }> {
  await deleteIntegration(ctx, webhookIntegration, webhookId)
  return { message: ctx.say('done_webhook_deleted') }
}

/** @throws AppError `plan_required` or `not_found` */
export async function testWebhook(ctx: RequestContext, webhookId: string): Promise<api.Webhook> {
  const { userId, role } = requireViewer(ctx)
  if (!includesIntegration(role, webhookIntegration)) throw planRequired()
  const find = () =>
    ctx.db
      .selectFrom('webhooks')
      .selectAll()
      .where('id', '=', webhookId)
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow(notFound)
  const webhook = await find()
  const message = {
    id: randomUUID(),
    about: null,
    type: 'test',
    timestamp: ctx.now(),
    data: {},
  } as const
  await using post = openWebhookPost(ctx)
  await sendMessage(ctx, { post, webhook, message, nextAt: null })
  return presentWebhook(await find())
}
