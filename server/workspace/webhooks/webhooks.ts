import { randomBytes, randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { rightsOf } from '#contracts/account/plans.ts'
import {
  type createWebhook as createEndpoint,
  type listWebhooks as listEndpoint,
  MAX_WEBHOOKS,
  type Webhook,
} from '#contracts/account/integrations.ts'
import type { BodyOf, ResponseOf } from '#contracts/endpoint.ts'
import { readAccountForUpdate } from '#server/accounts/api.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Webhooks } from '#server/platform/db/workspace-schema.ts'
import { AppError, notFound, planRequired, sessionExpired } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { readPublicUrl } from '#server/platform/outgoing-http.ts'
import { deleteDeliveries } from '#server/platform/locks.ts'
import { requireViewer } from '#server/platform/session/viewer.ts'
import { openWebhookPost, sealSecret, sendMessage } from './webhook-message.ts'

export async function listWebhooks(ctx: RequestContext): Promise<ResponseOf<typeof listEndpoint>> {
  const { userId, role } = requireViewer(ctx)
  const rows = await ctx.db
    .selectFrom('webhooks')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return { webhooks: rows.map(presentWebhook), isIncluded: rightsOf(role).hasWebhooks }
}

const presentWebhook = (row: Selectable<Webhooks>): Webhook => ({
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
}: Selectable<Webhooks>): Webhook['state'] {
  if (paused_at !== null) return 'paused'
  if (failing_since !== null) return 'failing'
  return last_attempt_at === null ? 'unused' : 'working'
}

/** As the standard has it: base64 of 24 to 64 bytes. */
const SECRET_BYTES = 32

/** @throws AppError `plan_required`, `invalid_webhook_url` or `webhook_limit` */
export async function createWebhook(
  ctx: RequestContext,
  { url: text }: BodyOf<typeof createEndpoint>,
): Promise<ResponseOf<typeof createEndpoint>> {
  const { userId, role } = requireViewer(ctx)
  if (!rightsOf(role).hasWebhooks) throw planRequired()
  const url = readPublicUrl(text)
  if (!url) throw new AppError('invalid_webhook_url', { field: 'url' })
  const secret = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
  const row = await inTransaction(ctx, async (ctx) => {
    // The lock makes two parallel calls count one after the other.
    if (!(await readAccountForUpdate(ctx.db, userId))) throw sessionExpired()
    const { count } = await ctx.db
      .selectFrom('webhooks')
      .select((on) => on.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    if (count >= MAX_WEBHOOKS) throw new AppError('webhook_limit')
    const created = { id: randomUUID(), user_id: userId, url: url.href, created_at: ctx.now() }
    await recordAuditEvent(ctx, {
      kind: 'webhook.created',
      userId,
      network: ctx.network,
      detail: { webhookId: created.id },
    })
    return ctx.db
      .insertInto('webhooks')
      .values({ ...created, secret: sealSecret(ctx, secret) })
      .returningAll()
      .executeTakeFirstOrThrow()
  })
  return { ...presentWebhook(row), secret }
}

/** @throws AppError `not_found`, also for another account's webhook */
export async function deleteWebhook(
  ctx: RequestContext,
  webhookId: string,
): Promise<{ message: string }> {
  const { userId } = requireViewer(ctx)
  await inTransaction(ctx, async (ctx) => {
    const { numDeletedRows } = await ctx.db
      .deleteFrom('webhooks')
      .where('id', '=', webhookId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw notFound()
    await deleteDeliveries(ctx.db, 'webhook_id', [webhookId])
    await recordAuditEvent(ctx, {
      kind: 'webhook.deleted',
      userId,
      network: ctx.network,
      detail: { webhookId },
    })
  })
  return { message: ctx.say('done_webhook_deleted') }
}

/** @throws AppError `plan_required` or `not_found` */
export async function testWebhook(ctx: RequestContext, webhookId: string): Promise<Webhook> {
  const { userId, role } = requireViewer(ctx)
  if (!rightsOf(role).hasWebhooks) throw planRequired()
  const find = () =>
    ctx.db
      .selectFrom('webhooks')
      .selectAll()
      .where('id', '=', webhookId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
  const webhook = await find()
  if (!webhook) throw notFound()
  const message = { id: randomUUID(), type: 'test', timestamp: ctx.now(), data: {} } as const
  await using post = openWebhookPost(ctx)
  await sendMessage(ctx, { post, webhook, message })
  const tested = await find()
  if (!tested) throw notFound()
  return presentWebhook(tested)
}
