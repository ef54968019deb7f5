import { createHmac, timingSafeEqual } from 'node:crypto'

/** In both directions: a clock that is wrong by more must not open a window for old messages. */
export const WEBHOOK_TOLERANCE_SECONDS = 300

/**
 * The scheme of Stripe, `t=<seconds>,v1=<hex HMAC-SHA256 of "t.body">`; several `v1` while a secret
 * is replaced.
 */
export function isSignedWebhook(
  rawBody: Buffer,
  header: string | undefined,
  { secret, now }: { secret: string; now: Date },
): boolean {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('=', 2))
  const times = parts.filter(([name]) => name === 't').map(([, value]) => value ?? '')
  const [time = ''] = times
  if (times.length !== 1 || !/^\d{1,12}$/.test(time) || secret === '') return false
  if (Math.abs(Math.floor(now.getTime() / 1000) - Number(time)) > WEBHOOK_TOLERANCE_SECONDS)
    return false
  const expected = createHmac('sha256', secret).update(`${time}.`).update(rawBody).digest()
  return parts.some(([name, value]) => name === 'v1' && isSame(value ?? '', expected))
}

function isSame(hex: string, expected: Buffer): boolean {
  if (!/^[\da-f]{64}$/.test(hex)) return false
  return timingSafeEqual(Buffer.from(hex, 'hex'), expected)
}

export const WEBHOOK_PATH = '/api/billing/webhook'

/** The OpenAPI description of the payment provider's call. */
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
