import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { HOUR_MS, MINUTE_MS } from '#contracts/dates.ts'
import type { UserId } from '#contracts/ids.ts'
import type { AppContext } from '#server/platform/context.ts'
import type { Db } from '#server/platform/db/schema.ts'
import type { WebhookDeliveries } from '#server/platform/db/workspace-schema.ts'

type Deps = Pick<AppContext, 'db' | 'now'>
export type Delivery = Selectable<WebhookDeliveries>

/** The hits of one run of a search, or without a search a brief: both are found by their time. */
export type Report = { userId: UserId; searchId: string | null; foundAt: Date }

/**
 * Inside the transaction that writes the hits. An untried message takes them in; a tried one keeps
 * its content, because a receiver drops repetitions by their id. So at most two wait for a webhook
 * and a search, or about briefs. The caller holds the search, or the settings of the brief.
 * @returns whether there is a webhook that is not paused
 */
export async function addToDeliveries(
  { db, now }: Deps,
  { userId, searchId, foundAt }: Report,
): Promise<boolean> {
  const webhooks = await db
    .selectFrom('webhooks')
    .select('id')
    .where('user_id', '=', userId)
    .where('paused_at', 'is', null)
    .orderBy('id')
    .forKeyShare()
    .execute()
  if (webhooks.length === 0) return false
  // While they are locked, no process leases them and reads the hits before these are committed.
  const untried = await db
    .selectFrom('webhook_deliveries')
    .select(['id', 'webhook_id'])
    .where('search_id', 'is not distinct from', searchId)
    .where(
      'webhook_id',
      'in',
      webhooks.map(({ id }) => id),
    )
    .where('first_tried_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  const extended = untried.map(({ id }) => id)
  if (extended.length > 0)
    await db
      .updateTable('webhook_deliveries')
      .set({ found_until: foundAt })
      .where('id', 'in', extended)
      .execute()
  const times = { found_at: foundAt, found_until: foundAt, created_at: now(), due_at: now() }
  const rows = webhooks
    .filter((webhook) => untried.every(({ webhook_id: id }) => id !== webhook.id))
    .map((webhook) => ({ id: randomUUID(), webhook_id: webhook.id, search_id: searchId, ...times }))
  if (rows.length > 0) await db.insertInto('webhook_deliveries').values(rows).execute()
  return true
}

export async function isAnythingDue({ db, now }: Deps): Promise<boolean> {
  const due = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('due_at', '<=', now())
    .executeTakeFirst()
  return due !== undefined
}

/**
 * Longer than sending may take; after this another process repeats a delivery whose sender was
 * killed.
 */
const LEASE_MS = 2 * MINUTE_MS

/** Webhooks, and accounts, that get no further request for now. */
export type Busy = { webhookIds: readonly string[]; userIds: readonly UserId[] }
/** `user_id` = the owner of the webhook; null when that is deleted. */
export type LeasedDelivery = Delivery & { user_id: UserId | null }

/**
 * For two minutes no other process gets it. The webhook tried least recently comes first, so that
 * none keeps the others waiting; of the messages about one search, the one that was tried already.
 */
export async function leaseNext(
  { db, now }: Deps,
  busy: Busy,
): Promise<LeasedDelivery | undefined> {
  const { rows } = await sql<LeasedDelivery>`
    update webhook_deliveries set due_at = ${new Date(now().getTime() + LEASE_MS)}, tries = tries + 1,
      first_tried_at = coalesce(first_tried_at, ${now()})
    where id = (
      select delivery.id from webhook_deliveries as delivery
      left join webhooks as webhook on webhook.id = delivery.webhook_id
      where delivery.due_at <= ${now()} and delivery.webhook_id <> all(${[...busy.webhookIds]}::uuid[])
        and (webhook.id is null or webhook.user_id <> all(${[...busy.userIds]}::uuid[]))
        and (delivery.first_tried_at is not null or not exists (
          select from webhook_deliveries as tried where tried.webhook_id = delivery.webhook_id
            and tried.search_id is not distinct from delivery.search_id and tried.first_tried_at is not null))
      order by webhook.last_attempt_at nulls first, delivery.due_at, delivery.created_at, delivery.id
      limit 1
      for update of delivery skip locked
    )
    returning *, (select user_id from webhooks where webhooks.id = webhook_id)`.execute(db)
  return rows[0]
}

export async function dropDelivery({ db }: Deps, { id }: Delivery): Promise<void> {
  await db.deleteFrom('webhook_deliveries').where('id', '=', id).execute()
}

/** The end of our process says nothing about the receiver, so this was no try. */
export async function releaseDelivery({ db, now }: Deps, { id }: Delivery): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set(({ eb }) => ({ due_at: now(), tries: eb('tries', '-', 1) }))
    .where('id', '=', id)
    .execute()
}

/**
 * Deletes what waits to be sent to these webhooks, or about these searches. Whatever writes several
 * deliveries locks them in the order of their ids, because transactions of one account meet in the
 * same rows; a cascade has no order.
 */
export async function deleteDeliveries(
  db: Db,
  column: 'webhook_id' | 'search_id',
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from webhook_deliveries where id in (
    select id from webhook_deliveries where ${sql.ref(column)} = any(${[...ids]}::uuid[]) order by id for update)`.execute(
    db,
  )
}

/** In four hours. A receiver that was away for longer asks our API for what it missed. */
const MAX_TRIES = 10
const MAX_WAIT_MS = HOUR_MS

/** When it is sent again should this try fail; null if this is the last one. */
export const nextTryAt = ({ now }: Pick<Deps, 'now'>, { tries }: Delivery): Date | null =>
  tries >= MAX_TRIES
    ? null
    : new Date(now().getTime() + Math.min(2 ** (tries - 1) * MINUTE_MS, MAX_WAIT_MS))

/** The other messages to this webhook wait as well, instead of failing one by one. */
export async function postponeOrDrop(ctx: Deps, delivery: Delivery): Promise<void> {
  const { id, webhook_id: webhookId } = delivery
  const dueAt = nextTryAt(ctx, delivery)
  if (dueAt === null) return dropDelivery(ctx, delivery)
  const { db } = ctx
  await sql`
    update webhook_deliveries set due_at = ${dueAt} where id in (
      select id from webhook_deliveries
      where webhook_id = ${webhookId} and (id = ${id} or due_at < ${dueAt})
      order by id for update)`.execute(db)
}
