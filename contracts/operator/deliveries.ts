import * as z from 'zod/mini'
import { byId, endpoint } from '#contracts/endpoint.ts'
import { UserId } from '#contracts/ids.ts'
import { pageFields, pageOf } from '#contracts/paging.ts'

const WaitingMail = z.object({
  id: z.uuid(),
  kind: z.string(),
  recipient: z.string(),
  tries: z.int(),
  createdAt: z.iso.datetime(),
  /** The earliest next try. */
  dueAt: z.iso.datetime(),
})
export type WaitingMail = z.infer<typeof WaitingMail>

export const listWaitingMails = endpoint({
  name: 'listWaitingMails',
  method: 'GET',
  path: '/api/operator/mails',
  access: 'operator',
  summary: 'Mails that are not sent yet, those with the most tries first.',
  query: z.object({ ...pageFields, kind: z.optional(z.string().check(z.maxLength(60))) }),
  response: z.object({
    ...pageOf(WaitingMail).shape,
    /** All of them by kind, whatever the query asks for. */
    kinds: z.array(z.object({ kind: z.string(), count: z.int() })),
  }),
})

const Done = z.object({ done: z.literal(true) })

export const sendWaitingMail = endpoint({
  name: 'sendWaitingMail',
  method: 'POST',
  path: '/api/operator/mails/:id/send',
  access: 'operator',
  summary: 'Try to send a waiting mail now instead of at its next try.',
  params: byId,
  response: Done,
})

export const deleteWaitingMail = endpoint({
  name: 'deleteWaitingMail',
  method: 'DELETE',
  path: '/api/operator/mails/:id',
  access: 'operator',
  summary: 'Give up a waiting mail.',
  params: byId,
  response: Done,
})

const WaitingWebhook = z.object({
  id: z.uuid(),
  /** Of its address, whose path and query may hold the receiver's secret. */
  host: z.string(),
  userId: UserId,
  waiting: z.int(),
  oldestAt: z.iso.datetime(),
  /** The earliest next try. */
  dueAt: z.iso.datetime(),
  failingSince: z.nullable(z.iso.datetime()),
  lastAttemptAt: z.nullable(z.iso.datetime()),
  /** Of the last attempt; null when there was no answer. */
  lastStatus: z.nullable(z.int()),
})
export type WaitingWebhook = z.infer<typeof WaitingWebhook>

export const listWaitingWebhooks = endpoint({
  name: 'listWaitingWebhooks',
  method: 'GET',
  path: '/api/operator/webhooks',
  access: 'operator',
  summary: 'Webhooks to which messages wait to be sent, those with the oldest first.',
  query: z.object(pageFields),
  response: pageOf(WaitingWebhook),
})

const WaitingEvent = z.object({
  provider: z.string(),
  id: z.string(),
  kind: z.string(),
  customerId: z.nullable(z.string()),
  receivedAt: z.iso.datetime(),
})
export type WaitingEvent = z.infer<typeof WaitingEvent>

export const listWaitingEvents = endpoint({
  name: 'listWaitingEvents',
  method: 'GET',
  path: '/api/operator/payment-events',
  access: 'operator',
  summary: 'Events of the payment provider that are not applied yet, the oldest first.',
  query: z.object(pageFields),
  response: pageOf(WaitingEvent),
})

export const applyPaymentEvent = endpoint({
  name: 'applyPaymentEvent',
  method: 'POST',
  path: '/api/operator/payment-events/apply',
  access: 'operator',
  summary: 'Read the customer of a waiting event from the payment provider again.',
  body: z.object({
    provider: z.string().check(z.maxLength(40)),
    id: z.string().check(z.maxLength(255)),
  }),
  response: Done,
})
