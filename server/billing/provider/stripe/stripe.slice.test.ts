import type { UserId } from '#contracts/ids.ts'
import Stripe from 'stripe'
import { beforeAll, expect, test } from 'vitest'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { syncCustomer } from '#server/billing/sync-customer.ts'
import { receiveWebhook } from '#server/billing/webhook.ts'
import type { ProductContext } from '#server/context.ts'
import { insertUser } from '#testing/factories.ts'
import * as shapes from '#testing/stripe-objects.ts'
import { createTestContext } from '#testing/test-context.ts'
import { startTestStripe } from '#testing/test-stripe.ts'
import { createStripe, STRIPE_API_VERSION } from './stripe.ts'

const keys = { secretKey: 'sk_test_x', webhookSecret: 'whsec_x' }
const library = new Stripe(keys.secretKey, { apiVersion: STRIPE_API_VERSION })

let ctx: ProductContext
let userId: UserId
const stripe = sharedByTests(startTestStripe)
const testContext = sharedByTests(createTestContext)
beforeAll(async () => {
  ctx = { ...testContext, billing: createStripe({ ...keys, host: stripe.host }) }
  userId = (await insertUser(ctx)).userId
  const row = { user_id: userId, provider: 'stripe', customer_id: 'cus_1', created_at: ctx.now() }
  await ctx.db.insertInto('billing_customers').values(row).execute()
})

const seconds = () => Math.floor(ctx.now().getTime() / 1000)

async function tell(
  type: string,
  found: object,
  invoices = [shapes.invoice({ created: seconds() })],
) {
  stripe.answer({
    'GET /v1/subscriptions': { body: shapes.listOf(found) },
    'GET /v1/invoices': { body: shapes.listOf(...invoices) },
    'GET /v1/subscription_schedules/sub_sched_1': { body: shapes.schedule() },
  })
  const event = { id: `evt_${type}`, object: 'event', type, data: { object: found } }
  const payload = JSON.stringify(event)
  const signature = library.webhooks.generateTestHeaderString({
    payload,
    secret: keys.webhookSecret,
    timestamp: seconds(),
  })
  await receiveWebhook(ctx, { rawBody: Buffer.from(payload), signature })
  await syncCustomer(ctx, 'cus_1')
  const user = ctx.db.selectFrom('users').select(['role', 'plan_until']).where('id', '=', userId)
  const own = ctx.db.selectFrom('billing_subscriptions').selectAll().where('user_id', '=', userId)
  return { ...(await user.executeTakeFirstOrThrow()), ...(await own.executeTakeFirstOrThrow()) }
}

test('a Stripe subscription opens, changes and ends the plan, and each payment sends one mail', async () => {
  const periodEndsAt = new Date(shapes.PERIOD_ENDS * 1000)
  const created = await tell('customer.subscription.created', shapes.subscription())
  expect(created).toMatchObject({
    role: 'PRO_USER',
    plan_until: null,
    checkout_id: shapes.CHECKOUT_ID,
  })

  const items = shapes.listOf(shapes.subscriptionItem({ price: shapes.plusPrice }))
  const dearer = shapes.subscription({ items, schedule: 'sub_sched_1' })
  const upgraded = await tell('customer.subscription.updated', dearer)
  expect(upgraded).toMatchObject({
    role: 'PLUS_USER',
    next_plan: 'pro',
    next_starts_at: periodEndsAt,
  })

  const cancelled = shapes.subscription({ items, cancel_at: shapes.PERIOD_ENDS })
  const ending = await tell('customer.subscription.pending_update_applied', cancelled)
  expect(ending).toMatchObject({ role: 'PLUS_USER', plan_until: periodEndsAt, next_plan: null })

  const over = shapes.subscription({ items, status: 'canceled' })
  expect(await tell('customer.subscription.deleted', over)).toMatchObject({
    role: 'GUEST',
    plan_until: null,
  })
  const mails = await ctx.db
    .selectFrom('outgoing_mails')
    .select('kind')
    .where('user_id', '=', userId)
    .execute()
  expect(mails.map(({ kind }) => kind).toSorted()).toEqual([
    'payment_received',
    'subscription_cancelled',
    'subscription_ended',
  ])
})

test('an unlisted price on one of the products unlocks no plan', async () => {
  const items = shapes.listOf(
    shapes.subscriptionItem({ price: shapes.price({ unit_amount: 100 }) }),
  )
  const cheap = shapes.subscription({ id: 'sub_cheap', items })
  await tell('customer.subscription.resumed', cheap, [])
  const user = ctx.db.selectFrom('users').select('role').where('id', '=', userId)
  expect(await user.executeTakeFirstOrThrow()).toEqual({ role: 'GUEST' })
})
