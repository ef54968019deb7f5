import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { createStripe, STRIPE_API_VERSION } from './stripe/stripe.ts'

const secret = 'whsec_test'
const now = new Date('2026-03-10T12:00:00Z')
const seconds = now.getTime() / 1000
const stripe = new Stripe('sk_test_x', { apiVersion: STRIPE_API_VERSION })
const provider = createStripe({ secretKey: 'sk_test_x', webhookSecret: secret })

const event = (object: object) =>
  JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'customer.subscription.updated',
    data: { object },
  })
const sign = (payload: string, timestamp = seconds, by = secret) =>
  stripe.webhooks.generateTestHeaderString({ payload, secret: by, timestamp })

test.each([
  ['now', 0, true],
  ['299 seconds ago', -299, true],
  ['301 seconds ago', -301, false],
  ['299 seconds ahead', 299, true],
  ['301 seconds ahead', 301, false],
])(
  "a body that Stripe's library signed %s is judged by its time",
  { tags: ['check-65'] },
  (_when, shift, isRight) => {
    const body = event({ id: 'sub_1', object: 'subscription', customer: 'cus_1' })
    const header = sign(body, seconds + shift)
    const verify = () => provider.verifyWebhook(Buffer.from(body), header, now)
    if (isRight)
      expect(verify()).toEqual({
        eventId: 'evt_1',
        kind: 'customer.subscription.updated',
        customerId: 'cus_1',
      })
    else expect(verify).toThrow('invalid_request')
  },
)

test.each([
  [
    'another secret',
    event({ customer: 'cus_1' }),
    (body: string) => sign(body, seconds, 'whsec_other'),
  ],
  ['two times', event({ customer: 'cus_1' }), (body: string) => `t=1,${sign(body)}`],
  ['no header', event({}), () => undefined],
  ['nonsense', event({}), () => 't=,v1='],
])('%s is refused', { tags: ['check-65'] }, (_what, body, headerOf) => {
  const header = headerOf(body)
  expect(() => provider.verifyWebhook(Buffer.from(body), header, now)).toThrow('invalid_request')
})

test.each([
  [{ id: 'cus_2', object: 'customer' }, 'cus_2'],
  [{ id: 'in_1', object: 'invoice', customer: { id: 'cus_3' } }, 'cus_3'],
  [{ id: 'bal_1', object: 'balance' }, null],
])('the customer of %j is %s', (object, customerId) => {
  const body = event(object)
  expect(provider.verifyWebhook(Buffer.from(body), sign(body), now).customerId).toBe(customerId)
})
