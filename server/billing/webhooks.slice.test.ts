import pg from 'pg'
import { expect, test, vi } from 'vitest'
import type { Role } from '#contracts/accounts/auth.ts'
import { DAY_MS } from '#contracts/dates.ts'
import { useBillingApp } from '#testing/billing-calls.ts'
import type { Buyer } from '#testing/billing-app.ts'
import { changeUser } from '#testing/factories.ts'
import { atOnce, codeOf, inTurn, statusesOf } from '#testing/test-app.ts'
import type { PaymentEvent, TestPaymentPage } from '#testing/test-payment-page.ts'
import { setPlanByHand } from './subscription.ts'
import { reconcile } from './reconcile-billing.ts'
import { syncCustomer } from './sync-customer.ts'

type Subscription = ReturnType<TestPaymentPage['subscriptionsOf']>[number]

const { at, cancel, mailsTo, openPage, settle, signInAgain } = useBillingApp()

const openCheckout = async (buyer: Buyer, planId = 'pro') =>
  (await openPage(buyer, { planId })).checkoutUrl

/** The first of the events that the provider has for us; the others are lost. */
function takeEvent(): PaymentEvent {
  const [event] = at.page.takeEvents()
  if (!event) throw new Error('there was no event')
  return event
}

const customerOf = (buyer: Buyer) => at.subscriptionOf(buyer).customerId

/** The provider's answer of the moment it is asked, which arrives when the test says so. */
function createSlowRead() {
  const [asked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const { ctx } = at.app
  const readCustomer: typeof ctx.billing.readCustomer = async (id) => {
    const truth = await ctx.billing.readCustomer(id)
    asked.resolve()
    await goOn.promise
    return truth
  }
  const slow = { ...ctx, billing: { ...ctx.billing, readCustomer } }
  return { slow, asked: asked.promise, goOn: goOn.resolve }
}

test(
  'returning from the payment page unlocks nothing; the signed event does',
  { tags: ['product.plans-by-subscription', 'check-28'] },
  async () => {
    const buyer = await at.newBuyer()
    const url = await openCheckout(buyer)
    expect(at.page.pay(url).kind).toBe('paid')
    await at.app.anonymous('/payment-success?success=true&checkout_id=x')
    const status = await buyer.send('/api/subscription/payment-status')
    expect([status.json().state, await at.roleOf(buyer)]).toEqual(['received', 'GUEST'])
    expect(statusesOf(await at.deliver())).toEqual([200, 200, 200])
    expect(await at.roleOf(buyer)).toBe('GUEST')
    await at.runJobs()
    expect(await at.roleOf(buyer)).toBe('PRO_USER')
    expect((await buyer.send('/api/subscription/payment-status')).json()).toEqual({
      state: 'active',
      planName: 'pro',
    })
    expect(await mailsTo(buyer)).toEqual(['payment_received'])
  },
)

test(
  'an event costs at most eight queries before its answer, so that a slow database delays it little',
  { tags: ['check-68'] },
  async () => {
    at.page.pay(await openCheckout(await at.newBuyer(), 'plus'))
    const event = takeEvent()
    await at.post(at.page.sign(event)) // the first statement of a kind is prepared
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const answer = await at.post(at.page.sign({ ...event, id: 'evt_again' }))
    expect([answer.statusCode, query.mock.calls.length <= 8]).toEqual([200, true])
    expect(query.mock.calls.length).toBeGreaterThan(0)
  },
)

test('an event sent a hundred times at once counts once', { tags: ['check-66'] }, async () => {
  const buyer = await at.newBuyer()
  at.page.pay(await openCheckout(buyer, 'plus'))
  const event = takeEvent()
  const signed = at.page.sign(event)
  const answers = await atOnce(100, () => at.post(signed))
  // If the machine is too busy, the provider sends the event again.
  const refused = answers.filter(({ statusCode }) => statusCode !== 200)
  expect(statusesOf(refused)).toEqual(refused.map(() => 503))
  expect([refused.length < answers.length, (await at.post(signed)).statusCode]).toEqual([true, 200])
  const events = at.app.ctx.db
    .selectFrom('billing_events')
    .select('event_id')
    .where('event_id', '=', event.id)
  expect(await events.execute()).toHaveLength(1)
  const customerId = customerOf(buyer)
  await atOnce(4, () => syncCustomer(at.app.ctx, customerId))
  expect([await at.roleOf(buyer), await mailsTo(buyer)]).toEqual([
    'PLUS_USER',
    ['payment_received'],
  ])
  expect(await at.app.auditDetails(buyer.userId, 'role.changed')).toEqual([
    { from: 'GUEST', to: 'PLUS_USER', by: 'sandbox' },
  ])
})

const permutations = <Item>(items: readonly Item[]): Item[][] =>
  items.length < 2
    ? [[...items]]
    : items.flatMap((item, index) =>
        permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
      )

test(
  'all 24 orders of created, changed, renewed and cancelled end in the same state',
  { tags: ['check-67'] },
  async () => {
    const orders = permutations([0, 1, 2, 3])
    const ends = new Set<string>()
    for (const order of orders) {
      const buyer = await at.newBuyer()
      at.page.pay(await openCheckout(buyer))
      const created = takeEvent()
      const subscription = at.subscriptionOf(buyer)
      const told = { customerId: subscription.customerId, id: subscription.id }
      subscription.plan = 'plus'
      subscription.amountMinor = 7900
      at.page.desk.emit('customer.subscription.updated', told)
      at.page.desk.emit('invoice.paid', told)
      subscription.status = 'ended'
      at.page.desk.emit('customer.subscription.deleted', told)
      const events: (PaymentEvent | undefined)[] = [created, ...at.page.takeEvents()]
      for (const index of order) {
        const event = events[index]
        if (event) await at.deliver([event])
        await at.runJobs()
      }
      ends.add(`${await at.roleOf(buyer)} ${(await at.statusOf(buyer)).currentSubscription}`)
    }
    expect([orders.length, [...ends]]).toEqual([24, ['GUEST null']])
  },
)

test('a provider answer older than the latest one is dropped', { tags: ['check-67'] }, async () => {
  const buyer = await at.newBuyer()
  at.page.pay(await openCheckout(buyer))
  const customerId = customerOf(buyer)
  const { slow, asked, goOn } = createSlowRead()
  const late = syncCustomer(slow, customerId)
  await asked
  Object.assign(at.subscriptionOf(buyer), { plan: 'plus', amountMinor: 7900 })
  await syncCustomer(at.app.ctx, customerId)
  goOn()
  await late
  expect(await at.roleOf(buyer)).toBe('PLUS_USER')
  at.page.takeEvents()
})

test(
  'an event whose provider read is overtaken by a local change is not lost',
  { tags: ['check-67'] },
  async () => {
    const buyer = await at.newCustomer()
    const subscription = at.subscriptionOf(buyer)
    subscription.periodEndsAt += 30 * DAY_MS
    at.page.desk.emit('invoice.paid', subscription)
    await at.deliver()
    const { slow, asked, goOn } = createSlowRead()
    const look = syncCustomer(slow, subscription.customerId)
    await asked
    expect((await cancel(buyer)).statusCode).toBe(200)
    at.page.takeEvents()
    goOn()
    await look
    const shown = async () => (await at.statusOf(buyer)).currentSubscription
    expect((await shown()).cancelAtPeriodEnd).toBe(true)
    await at.runJobs()
    const renewsAt = new Date(subscription.periodEndsAt).toISOString()
    expect(await shown()).toMatchObject({ cancelAtPeriodEnd: true, renewsAt })
  },
)

const event = (): PaymentEvent => ({
  id: 'evt_forged',
  type: 'customer.subscription.updated',
  customerId: 'cus_somebody',
  objectId: 'sub_x',
  createdAt: at.app.ctx.now().getTime(),
})
const signed = () => at.page.sign(event())
const nowMs = () => at.app.ctx.now().getTime()

test.each([
  ['another secret', () => ({ ...signed(), signature: `t=${Math.floor(nowMs() / 1000)},v1=${'0'.repeat(64)}` })],
  ['a changed byte', () => ({ ...signed(), body: signed().body.replace('cus_some', 'cus_any_') })],
  ['a body that was serialised again', () => ({ ...signed(), body: JSON.stringify(JSON.parse(signed().body), null, 1) })],
  ['no signature', () => ({ ...signed(), signature: '' })],
  ['301 seconds ago', () => at.page.sign(event(), nowMs() - 301_000)],
  ['301 seconds ahead', () => at.page.sign(event(), nowMs() + 301_000)],
  ['no event at all', () => ({ ...signed(), body: '' })],
])('an event with %s is refused and stores nothing', { tags: ['check-21', 'check-65'] }, async (_what, make) => {
  expect(codeOf(await at.post(make()))).toEqual([400, 'invalid_request'])
  const kept = at.app.ctx.db.selectFrom('billing_events').select('event_id').where('event_id', '=', 'evt_forged')
  expect(await kept.execute()).toEqual([])
}) // prettier-ignore

test(
  'each refused event adds a line to the security log, at most twenty an hour',
  { tags: ['check-96'] },
  async () => {
    const linesNow = async () => {
      const lines = at.app.ctx.db
        .selectFrom('audit_events')
        .select(['user_id', 'network'])
        .where('kind', '=', 'billing.webhook_refused')
      return lines.execute()
    }
    const before = await linesNow()
    expect(before.length).toBeGreaterThan(0)
    await inTurn(25, () => at.post({ ...signed(), signature: '' }))
    const lines = await linesNow()
    expect(lines).toHaveLength(20)
    expect(lines.every((line) => line.user_id === null && line.network !== null)).toBe(true)
  },
)

test('an event 299 seconds old with an unknown kind and customer is accepted and marked processed', async () => {
  const stranger = { ...event(), id: 'evt_stranger', type: 'balance.available' }
  expect((await at.post(at.page.sign(stranger, nowMs() - 299_000))).statusCode).toBe(200)
  await at.runJobs()
  const { processed_at: processedAt } = await at.app.ctx.db
    .selectFrom('billing_events')
    .select('processed_at')
    .where('event_id', '=', 'evt_stranger')
    .executeTakeFirstOrThrow()
  expect(processedAt).toEqual(at.app.ctx.now())
})

test(
  'a price the buyer never agreed to unlocks nothing, and is recorded in the security log',
  { tags: ['check-70'] },
  async () => {
    const buyer = await at.newBuyer()
    at.page.pay(await openCheckout(buyer, 'plus'))
    at.subscriptionOf(buyer).amountMinor = 100
    await settle()
    const refused = await at.app.auditKinds(buyer.userId, 'billing.price_refused')
    expect([await at.roleOf(buyer), refused.length]).toEqual(['GUEST', 1])
  },
)

type Difference = [string, (subscription: Subscription, buyer: Buyer) => Promise<void> | void, Role]
const NOTHING: Difference = ['bought', () => undefined, 'PRO_USER']
/** Local states that went stale without an event, and the correct state of each. */
const differences: Difference[] = [
  NOTHING,
  ['a higher plan', (subscription) => void Object.assign(subscription, { plan: 'plus', amountMinor: 7900 }), 'PLUS_USER'],
  ['over', (subscription) => void Object.assign(subscription, { status: 'ended' }), 'GUEST'],
  ['a role that it does not have', (_subscription, buyer) => setRole(buyer, 'PLUS_USER'), 'PRO_USER'],
  ['a role that it has, taken away', (_subscription, buyer) => setRole(buyer, 'GUEST'), 'PRO_USER'],
] // prettier-ignore

async function setRole({ userId }: Buyer, role: Role): Promise<void> {
  await changeUser(at.app.ctx.db, userId, { role })
}

test(
  'nothing is lost while the provider is down; the nightly run repairs every difference',
  { tags: ['check-68'] },
  async () => {
    const buyers = await atOnce(50, () => at.newBuyer())
    const right: string[] = []
    for (const [index, buyer] of buyers.entries()) {
      const [what, differ, role] = differences[index % differences.length] ?? NOTHING
      at.page.pay(await openCheckout(buyer))
      if (what !== 'bought') await syncCustomer(at.app.ctx, customerOf(buyer))
      await differ(at.subscriptionOf(buyer), buyer)
      right.push(role)
    }
    // No event ever arrives.
    at.page.takeEvents()
    const [first] = buyers
    if (!first) throw new Error('nobody bought')
    const away = { ...at.app.ctx.billing, readCustomer: () => Promise.reject(new Error('away')) }
    await expect(syncCustomer({ ...at.app.ctx, billing: away }, customerOf(first))).rejects.toThrow(
      'away',
    )
    expect(await reconcile(at.app.ctx)).toBe(50)
    expect(await Promise.all(buyers.map(at.roleOf))).toEqual(right)
    expect(await reconcile(at.app.ctx)).toBe(0)
  },
)

test('the nightly run keeps a plan granted to a former subscriber, until a new subscription governs it', async () => {
  const buyer = await at.newCustomer()
  at.subscriptionOf(buyer).status = 'ended'
  await reconcile(at.app.ctx)
  expect(await at.roleOf(buyer)).toBe('GUEST')
  const until = new Date(nowMs() + 100 * DAY_MS)
  await setPlanByHand(at.app.ctx, buyer.userId, { plan: 'pro', until })
  await reconcile(at.app.ctx)
  expect(await at.roleOf(buyer)).toBe('PRO_USER')
  at.page.pay(await openCheckout(buyer, 'plus'))
  at.page.takeEvents()
  await reconcile(at.app.ctx)
  expect(await at.roleOf(buyer)).toBe('PLUS_USER')
})

test('a failing renewal sends a mail at each try, keeps access meanwhile, and finally ends it', async () => {
  const buyer = await at.newCustomer(undefined, 'fails-later')
  const { clock } = at.app.ctx
  clock.advance(31 * DAY_MS)
  at.page.settleDue()
  await settle()
  const again = await signInAgain(buyer)
  expect([await at.roleOf(again), (await at.statusOf(again)).currentSubscription.status]).toEqual([
    'PRO_USER',
    'past_due',
  ])
  await inTurn(3, () => {
    clock.advance(2 * DAY_MS)
    at.page.settleDue()
    return settle()
  })
  const after = await signInAgain(buyer)
  expect(await at.roleOf(after)).toBe('GUEST')
  expect(await mailsTo(buyer)).toEqual([
    ...Array<string>(3).fill('payment_failed'),
    'payment_received',
    'subscription_ended',
  ])
})
