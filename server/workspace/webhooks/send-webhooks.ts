import type { Selectable } from 'kysely'
import * as z from 'zod'
import { rightsOf } from '#contracts/billing/plan-rights.ts'
import { MAX_WEBHOOK_STORES, type SearchMatched } from '#contracts/workspace/integrations.ts'
import { MINUTE_MS } from '#contracts/dates.ts'
import type { UserId } from '#contracts/ids.ts'
import { Category } from '#contracts/catalog/facts.ts'
import { type Language, languageOrFallback } from '#i18n/languages.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Webhooks } from '#server/platform/db/workspace-schema.ts'
import { defineCron, defineJob } from '#server/platform/jobs/job-definition.ts'
import { pageLink } from '#server/platform/links.ts'
import { placeOf } from '#server/platform/log.ts'
import type { Post } from '#server/platform/outgoing-http.ts'
import { roleAt } from '#server/platform/session/viewer.ts'
import { composeBriefs } from '#server/workspace/brief/brief-message.ts'
import { searchLink } from '#server/workspace/saved-searches/saved-search-rows.ts'
import {
  countHits,
  findReporting,
  type HitStore,
  readHits,
} from '#server/workspace/saved-searches/search-hits.ts'
import {
  addToDeliveries,
  type Busy,
  type Delivery,
  dropDelivery,
  isAnythingDue,
  type LeasedDelivery,
  leaseNext,
  nextTryAt,
  postponeOrDrop,
  releaseDelivery,
  type Report,
} from './delivery-queue.ts'
import { openWebhookPost, sendMessage, type WebhookMessage } from './webhook-message.ts'

/**
 * Two triggers for the same work: a queued message is sent at once, and a run every minute sends
 * delayed ones (after a failure, for a process that was killed).
 */
export const sendQueuedWebhooks = defineJob({
  name: 'send-webhooks',
  payload: z.object({}),
  key: () => 'due',
  maxAttempts: 3,
  run: (ctx, _payload, signal) => sendDueWebhooks(ctx, signal),
})

export const sendWaitingWebhooks = defineCron({
  name: 'send-waiting-webhooks',
  maxAttempts: 1,
  cron: '* * * * *',
  run: (ctx, signal) => sendDueWebhooks(ctx, signal),
})

/**
 * Queues the hits of one run, or a brief, for each webhook of the account that is not paused.
 * Inside the transaction that writes them.
 */
export async function queueDeliveries(
  ctx: Pick<AppContext, 'db' | 'now' | 'jobs'>,
  report: Report,
): Promise<void> {
  if (await addToDeliveries(ctx, report)) await ctx.jobs.enqueue(ctx.db, sendQueuedWebhooks, {})
}

/** The rest is taken by the next run, a minute later at most. */
const MAX_PER_RUN = 200
const MAX_RUN_MS = 5 * MINUTE_MS
const MAX_AT_ONCE = 8
/**
 * And one at a time to each webhook: a slow receiver takes little of the room of other accounts.
 */
const MAX_AT_ONCE_PER_ACCOUNT = 2

/** Sends what is due, each message at least once. */
export async function sendDueWebhooks(ctx: AppContext, signal?: AbortSignal): Promise<void> {
  if (!(await isAnythingDue(ctx))) return
  const until = ctx.now().getTime() + MAX_RUN_MS
  await using post = openWebhookPost(ctx)
  const sending = new Map<LeasedDelivery, Promise<void>>()
  for (let count = 0; count < MAX_PER_RUN && !signal?.aborted && ctx.now().getTime() < until;) {
    // One that ends during the look-up frees its webhook: then it pays to look again.
    const wasIdle = sending.size === 0
    const delivery =
      sending.size < MAX_AT_ONCE ? await leaseNext(ctx, busyWith([...sending.keys()])) : undefined
    if (delivery) {
      const sent = deliver(ctx, { delivery, post, ...(signal && { signal }) })
      sending.set(
        delivery,
        sent.finally(() => sending.delete(delivery)),
      )
      count += 1
    } else if (wasIdle) break
    else if (sending.size > 0) await Promise.race(sending.values())
  }
  await Promise.all(sending.values())
}

function busyWith(deliveries: readonly LeasedDelivery[]): Busy {
  const userIds = deliveries.flatMap(({ user_id: userId }) => userId ?? [])
  return {
    webhookIds: deliveries.map(({ webhook_id: id }) => id),
    userIds: userIds.filter(
      (userId) => userIds.filter((other) => other === userId).length >= MAX_AT_ONCE_PER_ACCOUNT,
    ),
  }
}

type Sending = { delivery: Delivery; post: Post; signal?: AbortSignal }

/** Never rejects: a delivery that cannot be sent does not hold up the others. */
async function deliver(ctx: AppContext, { delivery, post, signal }: Sending): Promise<void> {
  const { id: deliveryId, tries } = delivery
  try {
    const composed = await compose(ctx, delivery)
    const result =
      composed &&
      (await sendMessage(ctx, {
        ...composed,
        post,
        nextAt: nextTryAt(ctx, delivery),
        ...(signal && { signal }),
      }))
    if (result === 'aborted') await releaseDelivery(ctx, delivery)
    else await (result === 'failed' ? postponeOrDrop(ctx, delivery) : dropDelivery(ctx, delivery))
  } catch (error) {
    const fields = { event: 'webhook.broken', deliveryId, tries, ...placeOf(error) }
    ctx.log.error(fields, 'a message to a webhook could not be composed or recorded')
    // Without the database this fails too; then the lease ends in two minutes.
    await postponeOrDrop(ctx, delivery).catch(() => undefined)
  }
}

type Composed = { webhook: Selectable<Webhooks>; message: WebhookMessage }
type Content = Pick<WebhookMessage, 'type' | 'about' | 'data'>

/**
 * As things are when it is sent. Null when it should no longer be sent: webhook, search, hits,
 * briefs or plan are gone, or the account is.
 */
async function compose(ctx: AppContext, delivery: Delivery): Promise<Composed | null> {
  const { id, webhook_id: webhookId, found_until: timestamp } = delivery
  const webhook = await ctx.db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', webhookId)
    .where('paused_at', 'is', null)
    .executeTakeFirst()
  if (!webhook) return null
  const content = await composeContent(ctx, webhook.user_id, delivery)
  return content && { webhook, message: { id, timestamp, ...content } }
}

async function composeContent(
  ctx: AppContext,
  userId: UserId,
  { search_id: searchId, found_at: from, found_until: until }: Delivery,
): Promise<Content | null> {
  if (searchId !== null) return composeMatches(ctx, userId, { searchId, from, to: until })
  const data = await composeBriefs(ctx, { userId, from, until })
  return data && { type: 'brief.ready', about: null, data }
}

async function composeMatches(
  ctx: AppContext,
  userId: UserId,
  hits: { searchId: string; from: Date; to: Date },
): Promise<Content | null> {
  const search = await findReporting(ctx.db, hits.searchId, 'webhooks')
  if (search?.user_id !== userId || !rightsOf(roleAt(search, ctx.now())).hasWebhooks) return null
  const language = languageOrFallback(search.language)
  const stores = await readHits(ctx.db, hits, MAX_WEBHOOK_STORES)
  if (stores.length === 0) return null
  const data: SearchMatched['data'] = {
    search: { id: search.id, name: search.name, url: searchLink(ctx.config, language, search) },
    count: await countHits(ctx.db, hits),
    stores: stores.map((store) => presentStore(ctx, language, store)),
  }
  return { type: 'saved_search.matched', about: search.name, data }
}

const presentStore = (
  { config }: Pick<AppContext, 'config'>,
  language: Language,
  store: HitStore,
): SearchMatched['data']['stores'][number] => ({
  id: store.id,
  name: store.name,
  domain: store.domain,
  foundDay: store.found_day,
  launchDate: store.launch_day,
  launchConfidence: store.launch_confidence,
  country: store.country,
  category: Category.safeParse(store.category).data ?? null,
  productCount: store.product_count,
  url: pageLink(config, `/store/${store.id}`, language),
})
