import * as z from 'zod/mini'
import { endpoint } from '#contracts/endpoint.ts'
import { pageFields, pageOf } from '#contracts/paging.ts'

/** For how long an account can read what was sent to it. */
export const DELIVERY_LOG_DAYS = 30

export const DeliveryChannel = z.enum(['mail', 'webhook'])
export type DeliveryChannel = z.infer<typeof DeliveryChannel>

/** `paused`: a failure after which nothing more is sent to the webhook until a test succeeds. */
export const DeliveryOutcome = z.enum(['sent', 'failed', 'paused'])
export type DeliveryOutcome = z.infer<typeof DeliveryOutcome>

/**
 * Why an attempt failed. Of a mail: the receiving side refused the mailbox, refused the message, or
 * wants it later; our mail server did not answer; we could not write it. Of a message to a webhook:
 * it answered with another status than 2xx, or what kept it from answering.
 */
export const DeliveryReason = z.enum([
  'mailbox',
  'message',
  'later',
  'mailServer',
  'internal',
  'status',
  'timeout',
  'name',
  'connection',
  'certificate',
  'address',
  'secret',
])
export type DeliveryReason = z.infer<typeof DeliveryReason>

/** One attempt. */
export const LoggedDelivery = z.object({
  id: z.uuid(),
  channel: DeliveryChannel,
  /** The kind of the mail, or the `type` of the message. */
  kind: z.string(),
  /** Of the mail as it was sent; of a message, the name of the search that it is about. */
  subject: z.nullable(z.string()),
  /** An e-mail address; the webhook's address without its query. */
  target: z.string(),
  /** The same at every attempt: `webhook-id`, or the first part of the mail's `Message-ID`. */
  messageId: z.uuid(),
  at: z.iso.datetime(),
  outcome: DeliveryOutcome,
  /** The answer of the receiver, HTTP or SMTP; null without one. */
  status: z.nullable(z.int()),
  reason: z.nullable(DeliveryReason),
  /** When it is tried again; null if it is not. */
  nextAt: z.nullable(z.iso.datetime()),
})
export type LoggedDelivery = z.infer<typeof LoggedDelivery>

export const listDeliveries = endpoint({
  name: 'listDeliveries',
  method: 'GET',
  path: '/api/deliveries',
  access: 'session',
  summary: `What was sent to the account by mail and to its webhooks within the last ${DELIVERY_LOG_DAYS} days, each attempt with its outcome, the latest first.`,
  query: z.object({
    ...pageFields,
    channel: z.optional(DeliveryChannel),
    /** Only attempts that failed, those that paused a webhook included. */
    failed: z.optional(z.literal('yes')),
  }),
  response: pageOf(LoggedDelivery),
})
