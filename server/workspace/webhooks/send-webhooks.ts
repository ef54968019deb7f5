import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import * as z from 'zod'
import { rightsOf } from '#contracts/account/plans.ts'
import { MAX_WEBHOOK_STORES, type SearchMatched } from '#contracts/account/integrations.ts'
import { HOUR_MS, MINUTE_MS } from '#contracts/dates.ts'
import type { UserId } from '#contracts/ids.ts'
import { Category } from '#contracts/stores/facts.ts'
import { FALLBACK_LANGUAGE, isLanguage, type Language } from '#i18n/languages.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { WebhookDeliveries, Webhooks } from '#server/platform/db/workspace-schema.ts'
import { defineJob } from '#server/platform/jobs/job-definition.ts'
import { pageLink } from '#server/platform/links.ts'
import type { Post } from '#server/platform/outgoing-http.ts'
import { roleAt } from '#server/platform/session/viewer.ts'
import { searchLink } from '#server/workspace/saved-searches/saved-search-rows.ts'
import { countHits, type HitStore, readHits } from '#server/workspace/saved-searches/search-hits.ts'
import { openWebhookPost, sendMessage, type WebhookMessage } from './webhook-message.ts'

const Payload = z.object({})

/**
 * Two triggers for the same work: a queued message is sent at once, and a run every minute sends delayed ones (after a failure, for a
 * process that was killed).
 */
export const sendQueuedWebhooks = defineJob({
  name: 'send-webhooks',
  payload: Payload,
  key: () => 'due',
  maxAttempts: 3,
  run: (ctx, _payload, signal) => sendDueWebhooks(ctx, signal),
})

export const sendWaitingWebhooks = defineJob({
  name: 'send-waiting-webhooks',
  payload: Payload,
  maxAttempts: 1,
  cron: '* * * * *',
  run: (ctx, _payload, signal) => sendDueWebhooks(ctx, signal),
})

type Report = { userId: UserId; searchId: string; foundAt: Date }

/** Queues the hits of one run for each webhook of the account that is not paused. Inside the transaction that writes them. */
export async function queueDeliveries(
  { db, now, jobs }: Pick<AppContext, 'db' | 'now' | 'jobs'>,
  { userId, searchId, foundAt }: Report,
): Promise<void> {
  const webhooks = await db
    .selectFrom('webhooks')
    .select('id')
    .where('user_id', '=', userId)
    .where('paused_at', 'is', null)
    .execute()
  if (webhooks.length === 0) return
  const common = { search_id: searchId, found_at: foundAt, created_at: now(), due_at: now() }
  const rows = webhooks.map(({ id }) => ({ id: randomUUID(), webhook_id: id, ...common }))
  await db.insertInto('webhook_deliveries').values(rows).execute()
  await jobs.enqueue(db, sendQueuedWebhooks, {})
}

/** The rest is taken by the next run, a minute later at most. */
const MAX_PER_RUN = 200
const MAX_RUN_MS = 5 * MINUTE_MS
/** One request at a time to each webhook, so that a slow receiver does not take the room of the others. */
const MAX_AT_ONCE = 8

/** Sends what is due, each message at least once. */
export async function sendDueWebhooks(ctx: AppContext, signal?: AbortSignal): Promise<void> {
  if (!(await isAnythingDue(ctx))) return
  const until = ctx.now().getTime() + MAX_RUN_MS
  await using post = openWebhookPost(ctx)
  const sending = new Map<string, Promise<void>>()
  for (let count = 0; count < MAX_PER_RUN && !signal?.aborted && ctx.now().getTime() < until;) {
    const delivery = sending.size < MAX_AT_ONCE ? await leaseNext(ctx, [...sending.keys()]) : undefined
    if (delivery) {
      const { webhook_id: id } = delivery
      const sent = deliver(ctx, { delivery, post, ...(signal && { signal }) })
      sending.set(
        id,
        sent.finally(() => sending.delete(id)),
      )
      count += 1
    } else if (sending.size > 0) await Promise.race(sending.values())
    else break
  }
  await Promise.all(sending.values())
}

async function isAnythingDue({ db, now }: Deps): Promise<boolean> {
  const due = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('due_at', '<=', now())
    .executeTakeFirst()
  return due !== undefined
}

type Deps = Pick<AppContext, 'db' | 'now'>
type Delivery = Selectable<WebhookDeliveries>

/** Longer than sending may take; after this another process repeats a delivery whose sender was killed. */
const LEASE_MS = 2 * MINUTE_MS

/** Takes the next due delivery to another webhook than these. No other process gets it for two minutes. */
async function leaseNext({ db, now }: Deps, busy: readonly string[]): Promise<Delivery | undefined> {
  const { rows } = await sql<Delivery>`
    update webhook_deliveries set due_at = ${new Date(now().getTime() + LEASE_MS)}, tries = tries + 1
    where id = (
      select id from webhook_deliveries
      where due_at <= ${now()} and webhook_id <> all(${[...busy]}::uuid[])
      order by due_at, created_at, id
      limit 1
      for update skip locked
    )
    returning *`.execute(db)
  return rows[0]
}

/** In four hours. A receiver that was away for longer asks our API for what it missed. */
const MAX_TRIES = 10
const MAX_WAIT_MS = HOUR_MS

type Sending = { delivery: Delivery; post: Post; signal?: AbortSignal }

/** Never rejects: a delivery that cannot be sent does not hold up the others. */
async function deliver(ctx: AppContext, { delivery, post, signal }: Sending): Promise<void> {
  const { id: deliveryId, tries } = delivery
  try {
    const composed = await compose(ctx, delivery)
    const isDone = !composed || (await sendMessage(ctx, { ...composed, post, ...(signal && { signal }) }))
    await (isDone ? dropDelivery(ctx, delivery) : postponeOrDrop(ctx, delivery))
  } catch (error) {
    const fields = { event: 'webhook.broken', deliveryId, tries, err: error }
    ctx.log.error(fields, 'a message to a webhook could not be composed or recorded')
    // Without the database this fails too; then the lease ends in two minutes.
    await postponeOrDrop(ctx, delivery).catch(() => undefined)
  }
}

async function dropDelivery({ db }: Deps, { id }: Delivery): Promise<void> {
  await db.deleteFrom('webhook_deliveries').where('id', '=', id).execute()
}

/** The other messages to this webhook wait as well, instead of failing one by one. */
async function postponeOrDrop(ctx: Deps, delivery: Delivery): Promise<void> {
  const { id, webhook_id: webhookId, tries } = delivery
  if (tries >= MAX_TRIES) return dropDelivery(ctx, delivery)
  const { db, now } = ctx
  const dueAt = new Date(now().getTime() + Math.min(2 ** (tries - 1) * MINUTE_MS, MAX_WAIT_MS))
  await sql`
    update webhook_deliveries set due_at = ${dueAt} where id in (
      select id from webhook_deliveries
      where webhook_id = ${webhookId} and (id = ${id} or due_at < ${dueAt})
      order by id for update)`.execute(db)
}

type Composed = { webhook: Selectable<Webhooks>; message: WebhookMessage }

/** As things are when it is sent. Null when it should no longer be sent: webhook, search, hits or plan are gone, or the account is. */
async function compose(ctx: AppContext, delivery: Delivery): Promise<Composed | null> {
  const target = await findTarget(ctx, delivery)
  if (!target) return null
  const { webhook, search, language } = target
  const hits = { searchId: search.id, at: delivery.found_at }
  const stores = await readHits(ctx.db, hits, MAX_WEBHOOK_STORES)
  if (stores.length === 0) return null
  const data: SearchMatched['data'] = {
    search: { id: search.id, name: search.name, url: searchLink(ctx.config, language, search) },
    count: await countHits(ctx.db, hits),
    stores: stores.map((store) => presentStore(ctx, language, store)),
  }
  const message = {
    id: delivery.id,
    type: 'saved_search.matched',
    timestamp: delivery.found_at,
    data,
  } as const
  return { webhook, message }
}

async function findTarget({ db, now }: Deps, { webhook_id: webhookId, search_id: searchId }: Delivery) {
  const webhook = await db
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', webhookId)
    .where('paused_at', 'is', null)
    .executeTakeFirst()
  if (!webhook) return null
  const row = await db
    .selectFrom('saved_searches as search')
    .innerJoin('users', 'users.id', 'search.user_id')
    .select(['search.id', 'search.name', 'search.view', 'search.query'])
    .select(['users.language', 'users.role', 'users.plan_until'])
    .where('search.id', '=', searchId)
    .where('search.webhooks', '=', true)
    .where('users.id', '=', webhook.user_id)
    .where('users.deletion_requested_at', 'is', null)
    .where('users.locked_at', 'is', null)
    .executeTakeFirst()
  if (!row || !rightsOf(roleAt(row, now())).hasWebhooks) return null
  return { webhook, search: row, language: isLanguage(row.language) ? row.language : FALLBACK_LANGUAGE }
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
