import { sql } from 'kysely'
import type * as api from '#contracts/operator/deliveries.ts'
import type { BodyOf, QueryOf, ResponseOf } from '#contracts/endpoint.ts'
import { numberedPage } from '#contracts/paging.ts'
import { syncCustomerJob } from '#server/billing/api.ts'
import { recordOperatorAction } from '#server/operator/operator-action.ts'
import { readPage } from '#server/operator/read-page.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { notFound } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/http/request-context.ts'
import { deleteMail, sendMailNow } from '#server/platform/mail/mail.ts'

export async function listWaitingMails(
  { db }: RequestContext,
  { page, size, kind }: QueryOf<typeof api.listWaitingMails>,
): Promise<ResponseOf<typeof api.listWaitingMails>> {
  const mails = db.selectFrom('outgoing_mails')
  const matching = kind === undefined ? mails : mails.where('kind', '=', kind)
  const [kinds, rows] = await Promise.all([
    mails
      .select((select) => ['kind', select.fn.countAll<number>().as('count')])
      .groupBy('kind')
      .orderBy('count', 'desc')
      .orderBy(sql`kind collate "C"`)
      .execute(),
    matching
      .select(['id', 'kind', 'recipient', 'tries', 'created_at', 'due_at'])
      .orderBy('tries', 'desc')
      .orderBy('created_at')
      .orderBy('id')
      .limit(size)
      .offset(page * size)
      .execute(),
  ])
  const content = rows.map(({ created_at, due_at, ...row }) => ({
    ...row,
    createdAt: created_at.toISOString(),
    dueAt: due_at.toISOString(),
  }))
  const total = kinds
    .filter((each) => kind === undefined || each.kind === kind)
    .reduce((sum, { count }) => sum + count, 0)
  return { ...numberedPage(content, { page, size, total }), kinds }
}

export function listWaitingWebhooks(
  { db }: RequestContext,
  asked: QueryOf<typeof api.listWaitingWebhooks>,
): Promise<ResponseOf<typeof api.listWaitingWebhooks>> {
  const webhooks = db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_id')
    .groupBy('webhooks.id')
    .select((select) => [
      'webhooks.id',
      select.fn.countAll<number>().as('waiting'),
      select.fn.min<Date>('webhook_deliveries.created_at').as('oldest_at'),
      select.fn.min<Date>('due_at').as('due_at'),
    ])
    .select(['url', 'user_id', 'failing_since', 'last_attempt_at', 'last_status'])
    .orderBy('oldest_at')
    .orderBy('webhooks.id')
  return readPage(db, webhooks, asked, (row) => ({
    id: row.id,
    host: new URL(row.url).host,
    userId: row.user_id,
    waiting: row.waiting,
    oldestAt: row.oldest_at.toISOString(),
    dueAt: row.due_at.toISOString(),
    failingSince: row.failing_since?.toISOString() ?? null,
    lastAttemptAt: row.last_attempt_at?.toISOString() ?? null,
    lastStatus: row.last_status,
  }))
}

type Done = { done: true }

/** A mail that a process is sending at this moment may be sent twice. */
export const sendWaitingMail = (ctx: RequestContext, id: string): Promise<Done> =>
  inTransaction(ctx, async (ctx) => {
    const mail = await sendMailNow(ctx, id)
    if (!mail) throw notFound()
    await recordOperatorAction(ctx, { action: 'mail.sent_now', target: id, before: mail })
    return { done: true }
  })

export const deleteWaitingMail = (ctx: RequestContext, id: string): Promise<Done> =>
  inTransaction(ctx, async (ctx) => {
    const mail = await deleteMail(ctx.db, id)
    if (!mail) throw notFound()
    await recordOperatorAction(ctx, { action: 'mail.deleted', target: id, before: mail })
    return { done: true }
  })

export function listWaitingEvents(
  { db }: RequestContext,
  asked: QueryOf<typeof api.listWaitingEvents>,
): Promise<ResponseOf<typeof api.listWaitingEvents>> {
  const events = db
    .selectFrom('billing_events')
    .where('processed_at', 'is', null)
    .select(['provider', 'event_id', 'kind', 'customer_id', 'received_at'])
    .orderBy('received_at')
    .orderBy(sql`event_id collate "C"`)
  return readPage(db, events, asked, (row) => ({
    provider: row.provider,
    id: row.event_id,
    kind: row.kind,
    customerId: row.customer_id,
    receivedAt: row.received_at.toISOString(),
  }))
}

/** The customer is read by a job; the event waits until that job has succeeded. */
export const applyPaymentEvent = (
  ctx: RequestContext,
  { provider, id }: BodyOf<typeof api.applyPaymentEvent>,
): Promise<Done> =>
  inTransaction(ctx, async (ctx) => {
    const event = await ctx.db
      .selectFrom('billing_events')
      .select(['kind', 'customer_id'])
      .where('provider', '=', provider)
      .where('event_id', '=', id)
      .where('processed_at', 'is', null)
      .executeTakeFirst()
    if (!event || event.customer_id === null) throw notFound()
    await ctx.jobs.enqueue(ctx.db, syncCustomerJob, { customerId: event.customer_id })
    await recordOperatorAction(ctx, {
      action: 'payment_event.applied',
      target: id,
      before: { provider, kind: event.kind },
    })
    return { done: true }
  })
