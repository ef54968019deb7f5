import type { Selectable } from 'kysely'
import { Webhook as Signer } from 'standardwebhooks'
import * as z from 'zod'
import { DAY_MS } from '#contracts/dates.ts'
import type { DeliveryReason } from '#contracts/workspace/deliveries.ts'
import { languageOrFallback } from '#i18n/languages.ts'
import type { AppContext } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Webhooks } from '#server/platform/db/workspace-schema.ts'
import { recordDelivery } from '#server/platform/delivery-log.ts'
import { pageLink } from '#server/platform/links.ts'
import { mailTexts, oneLine } from '#server/platform/mail/mail-texts.ts'
import { defineMail, queueMail } from '#server/platform/mail/mail.ts'
import { writeMail } from '#server/platform/mail/write-mail.ts'
import { openPost, type Post, type PostOutcome } from '#server/platform/outgoing-http.ts'
import { openSealedText, sealText } from '#server/platform/secrets/sealed-text.ts'
import { deleteDeliveries } from './delivery-queue.ts'

/** An address that has only failed for this long gets no more messages. */
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
  /** What the owner knows it by, such as the name of a search. */
  about: string | null
  type: 'saved_search.matched' | 'brief.ready' | 'test'
  /** When it happened. */
  timestamp: Date
  data: object
}

type Sending = {
  post: Post
  webhook: Pick<Selectable<Webhooks>, 'id' | 'user_id' | 'url' | 'secret'>
  message: WebhookMessage
  /** When it is sent again after a failure; null if it is not. */
  nextAt: Date | null
  signal?: AbortSignal
}

/** `aborted`: by our own signal, so nothing is known about the receiver. */
type SendResult = 'accepted' | 'failed' | 'aborted'

/**
 * Sends the message once, signed by the scheme of standardwebhooks.com, and records how it went.
 */
export async function sendMessage(ctx: AppContext, sending: Sending): Promise<SendResult> {
  const { post, webhook, message, signal } = sending
  const secret = openSecret(ctx, webhook.secret)
  if (secret === null) {
    const fields = { event: 'webhook.secret_unreadable', webhookId: webhook.id }
    ctx.log.error(
      fields,
      'the secret of a webhook cannot be opened: it was sealed under an APP_SECRET that is gone',
    )
    return recordFailure(ctx, sending, { status: null, reason: 'secret' })
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
  const outcome = await post({ url: webhook.url, headers, body, ...(signal && { signal }) })
  if (outcome.kind === 'aborted') return 'aborted'
  if (outcome.kind === 'unanswered')
    return recordFailure(ctx, sending, { status: null, reason: REASONS[outcome.reason] })
  const { status } = outcome
  return status >= 200 && status < 300
    ? recordSuccess(ctx, sending, status)
    : recordFailure(ctx, sending, { status, reason: 'status' })
}

const REASONS = {
  timeout: 'timeout',
  dns: 'name',
  connect: 'connection',
  reset: 'connection',
  tls: 'certificate',
  // What else keeps us from reading the head of an answer.
  too_large: 'connection',
  encoding: 'connection',
  redirects: 'connection',
  protocol: 'connection',
  // Our own guard refused to ask.
  private_address: 'address',
  scheme: 'address',
  port: 'address',
  credentials: 'address',
  bad_url: 'address',
  opt_out: 'address',
} as const satisfies Record<Extract<PostOutcome, { kind: 'unanswered' }>['reason'], DeliveryReason>

async function recordSuccess(
  ctx: AppContext,
  sending: Sending,
  status: number,
): Promise<SendResult> {
  const { id: webhookId } = sending.webhook
  await ctx.db
    .updateTable('webhooks')
    .set({ last_attempt_at: ctx.now(), last_status: status, failing_since: null, paused_at: null })
    .where('id', '=', webhookId)
    .execute()
  await recordDelivery(ctx, { ...attemptOf(sending), outcome: 'sent', failure: null })
  ctx.log.info({ event: 'webhook.sent', webhookId }, 'a webhook accepted a message')
  return 'accepted'
}

const attemptOf = ({ webhook, message: { id, type, about } }: Sending) => {
  const { origin, pathname } = new URL(webhook.url)
  return {
    userId: webhook.user_id,
    channel: 'webhook',
    kind: type,
    subject: about,
    target: origin + pathname,
    messageId: id,
  } as const
}

type Failure = { status: number | null; reason: DeliveryReason }

async function recordFailure(
  ctx: AppContext,
  sending: Sending,
  failure: Failure,
): Promise<SendResult> {
  const { id: webhookId } = sending.webhook
  // What a run adds at this very moment is dropped when its turn comes.
  if (await countFailure(ctx, sending, failure))
    await deleteDeliveries(ctx.db, 'webhook_id', [webhookId])
  const reason = failure.status ?? failure.reason
  ctx.log.info({ event: 'webhook.failed', webhookId, reason }, 'a webhook did not accept a message')
  return 'failed'
}

/**
 * The pause, its line in the log and its mail at once. The owner is locked before the webhook,
 * because the deletion of an account goes that way.
 * @returns whether the webhook is paused
 */
const countFailure = (ctx: AppContext, sending: Sending, failure: Failure): Promise<boolean> =>
  inTransaction(ctx, async (ctx) => {
    const { id: webhookId, user_id: userId } = sending.webhook
    const owner = await ctx.db
      .selectFrom('users')
      .select(['email', 'language'])
      .where('id', '=', userId)
      .forKeyShare()
      .executeTakeFirst()
    const webhook = await ctx.db
      .selectFrom('webhooks')
      .select(['failing_since', 'last_attempt_at', 'paused_at'])
      .where('id', '=', webhookId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!owner || !webhook) return false
    const state = stateAfter(webhook, failure, ctx.now())
    await ctx.db.updateTable('webhooks').set(state).where('id', '=', webhookId).execute()
    const isPausing = webhook.paused_at === null && state.paused_at !== null
    await recordDelivery(ctx, {
      ...attemptOf(sending),
      outcome: isPausing ? 'paused' : 'failed',
      failure: { ...failure, nextAt: state.paused_at ? null : sending.nextAt },
    })
    if (isPausing) {
      const language = languageOrFallback(owner.language)
      const mail = { recipient: owner.email, userId, language, params: { webhookId } }
      await queueMail(ctx, webhookPausedMail, mail)
    }
    return state.paused_at !== null
  })

type State = Pick<Selectable<Webhooks>, 'failing_since' | 'last_attempt_at' | 'paused_at'>

function stateAfter(
  { failing_since, last_attempt_at, paused_at }: State,
  failure: Failure,
  at: Date,
) {
  const before = (ms: number) => new Date(at.getTime() - ms)
  // After a day without an attempt nothing is known about the time between, so a rare failure does
  // not add up with an older one.
  const isForgotten = last_attempt_at !== null && last_attempt_at < before(DAY_MS)
  const failingSince = isForgotten ? at : (failing_since ?? at)
  const isOver = failure.status === GONE || failingSince < before(PAUSE_AFTER_MS)
  return {
    last_attempt_at: at,
    last_status: failure.status,
    failing_since: failingSince,
    paused_at: paused_at ?? (isOver ? at : null),
  }
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

/** It is not sent if a test has ended the pause meanwhile. */
export const webhookPausedMail = defineMail({
  kind: 'webhook_paused',
  params: z.object({ webhookId: z.uuid() }),
  // Another webhook may be paused while this mail waits.
  allowsDuplicates: true,
  async compose({ db, config }, { language, params: { webhookId } }) {
    const row = await db
      .selectFrom('webhooks')
      .innerJoin('users', 'users.id', 'webhooks.user_id')
      .select(['webhooks.url', 'webhooks.last_status', 'users.first_name'])
      .where('webhooks.id', '=', webhookId)
      .where('webhooks.paused_at', 'is not', null)
      .where('users.deletion_requested_at', 'is', null)
      .where('users.locked_at', 'is', null)
      .executeTakeFirst()
    if (!row) return null
    const words = mailTexts(language).webhookWords
    // Its path and query may hold the receiver's secret.
    const host = oneLine(new URL(row.url).host)
    return writeMail(config, language, 'webhookPaused', {
      name: row.first_name,
      fill: { label: host },
      figures: [
        { label: words.receiver, value: host },
        {
          label: words.lastAnswer,
          value: row.last_status ? `HTTP ${row.last_status}` : words.none,
        },
      ],
      link: pageLink(config, '/settings/api', language),
    })
  },
})
