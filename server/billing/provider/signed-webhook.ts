import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { invalidRequest } from '#server/platform/errors.ts'
import type { BillingEvent } from './billing-provider.ts'

/** In both directions: a clock that is wrong by more must not open a window for old messages. */
const TOLERANCE_SECONDS = 300

type Check = { secret: string; now: Date }

/**
 * The scheme of Stripe, `t=<seconds>,v1=<hex HMAC-SHA256 of "t.body">`; several `v1` while a secret
 * is replaced. Stripe's SDK would accept times in the future, and the last of two times.
 */
function isSigned(rawBody: Buffer, header: string | undefined, { secret, now }: Check): boolean {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('=', 2))
  const times = parts.filter(([name]) => name === 't').map(([, value]) => value ?? '')
  const [time = ''] = times
  if (times.length !== 1 || !/^\d{1,12}$/.test(time) || secret === '') return false
  if (Math.abs(Math.floor(now.getTime() / 1000) - Number(time)) > TOLERANCE_SECONDS) return false
  const expected = createHmac('sha256', secret).update(`${time}.`).update(rawBody).digest()
  return parts.some(([name, value]) => name === 'v1' && isSame(value ?? '', expected))
}

function isSame(hex: string, expected: Buffer): boolean {
  if (!/^[\da-f]{64}$/.test(hex)) return false
  return timingSafeEqual(Buffer.from(hex, 'hex'), expected)
}

const Event = z.object({
  id: z.string().min(1).max(200),
  type: z.string().max(200),
  data: z.object({
    object: z.object({
      id: z.string().optional(),
      object: z.string().optional(),
      customer: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
    }),
  }),
})

/** Most objects name their customer; a customer object names itself. */
export function readSignedEvent(
  rawBody: Buffer,
  header: string | undefined,
  check: Check,
): BillingEvent {
  if (!isSigned(rawBody, header, check)) throw invalidRequest()
  const event = Event.safeParse(parseJson(rawBody))
  if (!event.success) throw invalidRequest(undefined, event.error)
  const { id: eventId, type: kind, data } = event.data
  const { id, object, customer = null } = data.object
  const customerId = typeof customer === 'string' ? customer : (customer?.id ?? null)
  return { eventId, kind, customerId: object === 'customer' ? (id ?? null) : customerId }
}

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    return null
  }
}

export const WEBHOOK_PATH = '/api/billing/webhook'

export const webhookOperation = {
  [WEBHOOK_PATH]: {
    post: {
      operationId: 'receiveBillingWebhook',
      summary:
        'For the payment provider: an event, signed over its very bytes (`stripe-signature`). Taken once each, in any order.',
      tags: ['billing'],
      security: [],
      'x-access': 'public',
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { type: 'object' } } },
      },
      responses: {
        200: {
          description: 'Done.',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { received: { type: 'boolean' } },
                required: ['received'],
              },
            },
          },
        },
        400: { $ref: '#/components/responses/Error' },
        413: { $ref: '#/components/responses/Error' },
        503: { $ref: '#/components/responses/Error' },
      },
    },
  },
}
