import { type Selectable, sql } from 'kysely'
import { Webhook as Signer } from 'standardwebhooks'
import { DAY_MS } from '#contracts/dates.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Webhooks } from '#server/platform/db/workspace-schema.ts'
import { openPost, type Post, type PostOutcome } from '#server/platform/outgoing-http.ts'
import { openSealedText, sealText } from '#server/platform/sealed-text.ts'
import { deleteDeliveries } from './delivery-queue.ts'

/** Nothing more is sent to an address that has only failed for so long. */
const PAUSE_AFTER_MS = 3 * DAY_MS
/** The receiver wants no more requests. */
const GONE = 410

export const openWebhookPost = ({ config }: Pick<AppContext, 'config'>): Post & AsyncDisposable =>
  openPost(config, 'StoredawnWebhooks')

type Keys = Pick<AppContext, 'keyring'>

export const sealSecret = ({ keyring }: Keys, secret: string): string =>
  sealText(keyring.current('webhook'), secret)

const openSecret = ({ keyring }: Keys, sealed: string): string | null =>
  openSealedText(keyring.accepted('webhook'), sealed)

export type WebhookMessage = {
  /** The same for every attempt, so that a receiver recognises repetitions. */
  id: string
  type: 'saved_search.matched' | 'brief.ready' | 'test'
  /** When it happened. */
  timestamp: Date
  data: object
}

type Sending = {
  post: Post
  webhook: Pick<Selectable<Webhooks>, 'id' | 'url' | 'secret'>
  message: WebhookMessage
  signal?: AbortSignal
}

/** `aborted`: by our own signal, so nothing is known about the receiver. */
type SendResult = 'accepted' | 'failed' | 'aborted'

/**
 * Sends the message once, signed by the scheme of standardwebhooks.com, and records how it went.
 */
export async function sendMessage(
  ctx: AppContext,
  { post, webhook, message, signal }: Sending,
): Promise<SendResult> {
  const { id: webhookId, url } = webhook
  const secret = openSecret(ctx, webhook.secret)
  if (secret === null) {
    const fields = { event: 'webhook.secret_unreadable', webhookId }
    ctx.log.error(
      fields,
      'the secret of a webhook cannot be opened: it was sealed under an APP_SECRET that is gone',
    )
    return recordOutcome(ctx, webhookId, { kind: 'unanswered', reason: 'secret' })
  }
  const { id, type, timestamp, data } = message
  const body = JSON.stringify({ type, timestamp: timestamp.toISOString(), data })
  const at = ctx.now()
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Signer(secret).sign(id, at, body),
  }
  const outcome = await post({ url, headers, body, ...(signal && { signal }) })
  return recordOutcome(ctx, webhookId, outcome)
}

async function recordOutcome(
  ctx: AppContext,
  webhookId: string,
  outcome: PostOutcome,
): Promise<SendResult> {
  if (outcome.kind === 'aborted') return 'aborted'
  const status = outcome.kind === 'answered' ? outcome.status : null
  if (status !== null && status >= 200 && status < 300) {
    await ctx.db
      .updateTable('webhooks')
      .set({
        last_attempt_at: ctx.now(),
        last_status: status,
        failing_since: null,
        paused_at: null,
      })
      .where('id', '=', webhookId)
      .execute()
    ctx.log.info({ event: 'webhook.sent', webhookId }, 'a webhook accepted a message')
    return 'accepted'
  }
  // What a run adds at this very moment is dropped when its turn comes.
  if (await recordFailure(ctx, webhookId, status))
    await deleteDeliveries(ctx.db, 'webhook_id', [webhookId])
  const reason = outcome.kind === 'answered' ? status : outcome.reason
  ctx.log.info({ event: 'webhook.failed', webhookId, reason }, 'a webhook did not accept a message')
  return 'failed'
}

/** @returns whether the webhook is paused */
async function recordFailure(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  webhookId: string,
  status: number | null,
): Promise<boolean> {
  const at = now()
  const before = (ms: number) => new Date(at.getTime() - ms)
  // After a day without an attempt nothing is known about the time between, so a rare failure does
  // not add up with an older one.
  const failingSince = sql<Date>`case when last_attempt_at < ${before(DAY_MS)}::timestamptz then ${at}::timestamptz
    else coalesce(failing_since, ${at}::timestamptz) end`
  const pausedAt = sql<Date | null>`case
    when ${status === GONE}::boolean or ${failingSince} < ${before(PAUSE_AFTER_MS)}::timestamptz
    then coalesce(paused_at, ${at}::timestamptz) else paused_at end`
  const row = await db
    .updateTable('webhooks')
    .set({
      last_attempt_at: at,
      last_status: status,
      failing_since: failingSince,
      paused_at: pausedAt,
    })
    .where('id', '=', webhookId)
    .returning('paused_at')
    .executeTakeFirst()
  return row !== undefined && row.paused_at !== null
}

/** After a change of `APP_SECRET`: the secrets still sealed under an earlier one. */
export async function resealWebhookSecrets(ctx: Pick<AppContext, 'db' | 'keyring'>): Promise<void> {
  const webhooks = await ctx.db.selectFrom('webhooks').select(['id', 'secret']).execute()
  for (const { id, secret: sealed } of webhooks) {
    if (openSealedText([ctx.keyring.current('webhook')], sealed) !== null) continue
    const secret = openSecret(ctx, sealed)
    if (secret === null) continue
    await ctx.db
      .updateTable('webhooks')
      .set({ secret: sealSecret(ctx, secret) })
      .where('id', '=', id)
      .execute()
  }
}
