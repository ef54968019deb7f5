import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultPriceList } from '#contracts/account/price-list.ts'
import { statusOf, toAppError } from '#server/platform/errors.ts'
import { type BillingWorld, type Buyer, startBillingWorld } from '#testing/billing-world.ts'
import { TEST_PASSWORD } from '#testing/factories.ts'
import { createFaultyDatabase } from '#testing/faulty-database.ts'
import { createBillingLimits } from './context.ts'
import { stopRenewals } from './stop-renewals.ts'
import { receiveWebhook } from './webhook.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

let at: BillingWorld
beforeAll(async () => {
  at = await startBillingWorld()
})
afterAll(() => at[Symbol.asyncDispose]())

const checkout = ({ send }: Buyer, payload: object) =>
  send({ method: 'POST', url: '/api/subscription/create-checkout', payload })
const openPage = async (
  buyer: Buyer,
  payload: object,
): Promise<{ checkoutUrl: string; checkoutId: string }> => (await checkout(buyer, payload)).json()
const quote = ({ send }: Buyer, planId: string, billingCycle = 'monthly') =>
  send(`/api/plans/change?planId=${planId}&billingCycle=${billingCycle}`)
const confirm = ({ send }: Buyer, planId: string, quotedAt: string, billingCycle = 'monthly') =>
  send({ method: 'POST', url: '/api/plans/change', payload: { planId, billingCycle, quotedAt } })
const settle = async () => {
  await at.deliver()
  await at.runJobs()
}
const pagesOf = ({ userId }: Buyer) =>
  Object.values(at.page.desk.books.checkouts).filter(
    ({ customerId }) => at.page.desk.books.customers[customerId]?.userId === userId,
  )
const leave = async ({ send }: Buyer) => {
  const payload = { currentPassword: TEST_PASSWORD }
  expect((await send({ method: 'POST', url: '/api/users/deletion', payload })).statusCode).toBe(200)
}
const jobsOf = async (name: string, key: string) => {
  const { rows } = await sql<{ id: string }>`select id from pgboss.job
    where name = ${name} and singleton_key = ${key}`.execute(at.world.ctx.db)
  return rows.length
}

/** The product's answer while the change runs, with another price list. */
async function withPrices<Answer>(pro: number, deed: () => Promise<Answer>): Promise<Answer> {
  const { config } = at.world.ctx
  const before = config.PRICES
  const { USD, ...others } = defaultPriceList
  const changed = { ...USD, pro: { ...USD.pro, monthly: pro }, plus: { ...USD.plus, monthly: pro * 2 } }
  config.PRICES = JSON.stringify({ ...others, USD: changed })
  try {
    return await deed()
  } finally {
    config.PRICES = before
  }
}

describe('an event', () => {
  test(
    'is refused for now at any database failure, and takes effect once on redelivery',
    { tags: ['check-66'] },
    async () => {
      const faulty = createFaultyDatabase(at.world.ctx.database)
      const broken = { ...at.world.ctx, db: faulty.db }
      const eventOf = (id: string) => {
        const event = { id, type: 'invoice.paid', customerId: `cus_of_${id}`, objectId: 'in_1' }
        const { body, signature } = at.page.sign({ ...event, createdAt: at.world.ctx.now().getTime() })
        return { rawBody: Buffer.from(body), signature }
      }
      faulty.arm(null)
      await receiveWebhook(broken, eventOf('evt_counted'))
      const queries = faulty.queryCount()
      expect(queries).toBeGreaterThanOrEqual(4)
      for (const kind of ['lost', 'done'] as const)
        for (let atQuery = 1; atQuery <= queries; atQuery += 1) {
          const id = `evt_${kind}_${atQuery}`
          faulty.arm({ atQuery, kind })
          const refusal = await receiveWebhook(broken, eventOf(id)).catch(toAppError)
          expect('received' in refusal ? 200 : statusOf(refusal)).toBe(503)
          const found = {
            received: await eventsOf(id),
            jobs: await jobsOf('sync-billing-customer', `cus_of_${id}`),
          }
          // Both or neither: a recorded event without a sync job would never be processed.
          expect([found, found.received]).toEqual([{ received: found.jobs, jobs: found.jobs }, found.jobs])
          faulty.arm(null)
          for (let again = 0; again < 2; again += 1) await receiveWebhook(broken, eventOf(id))
          expect([await eventsOf(id), await jobsOf('sync-billing-customer', `cus_of_${id}`)]).toEqual([1, 1])
        }
    },
  )
  const eventsOf = async (id: string) =>
    (
      await at.world.ctx.db
        .selectFrom('billing_events')
        .select('event_id')
        .where('event_id', '=', id)
        .execute()
    ).length

  test(
    'is accepted while the provider is down, and takes effect once it answers',
    { tags: ['check-68'] },
    async () => {
      const buyer = await at.newBuyer()
      at.page.pay((await openPage(buyer, { planId: 'pro' })).checkoutUrl)
      const { billing } = at.world.ctx
      const { readCustomer } = billing
      billing.readCustomer = () => Promise.reject(new Error('away'))
      try {
        expect((await at.deliver()).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
        await expect(at.runJobs()).rejects.toThrow('away')
      } finally {
        billing.readCustomer = readCustomer
      }
      expect(await at.roleOf(buyer)).toBe('GUEST')
      await at.runJobs()
      expect(await at.roleOf(buyer)).toBe('PRO_USER')
    },
  )
})

describe('a checkout', () => {
  /** As if the process had been killed before the provider's answer was written. */
  const forgetPage = (checkoutId: string) =>
    at.world.ctx.db
      .updateTable('billing_agreements')
      .set({ provider_checkout_id: null, url: null })
      .where('id', '=', checkoutId)
      .execute()

  test(
    'with a lost answer is resumed by the next request instead of opened twice',
    { tags: ['check-69'] },
    async () => {
      const buyer = await at.newBuyer()
      const first = await openPage(buyer, { planId: 'pro' })
      await forgetPage(first.checkoutId)
      expect(await openPage(buyer, { planId: 'pro' })).toEqual(first)
      expect(pagesOf(buyer)).toHaveLength(1)
      at.page.pay(first.checkoutUrl)
      await settle()
      expect(await at.roleOf(buyer)).toBe('PRO_USER')
    },
  )

  test('status polls keep working after purchase attempts are used up; each has its own limit', async () => {
    const buyer = await at.newBuyer()
    await openPage(buyer, { planId: 'pro' })
    const look = async () => (await buyer.send('/api/subscription/payment-status')).statusCode
    const buy = async () => (await checkout(buyer, { planId: 'pro' })).statusCode
    const { countCall, countStatusCheck } = createBillingLimits(at.world.ctx.db)
    for (let looks = 0; looks < 100; looks += 1) await countStatusCheck(buyer.userId)
    expect([await buy(), await look()]).toEqual([200, 200])
    for (let calls = 0; calls < 58; calls += 1) await countCall(buyer.userId)
    expect([await buy(), await look()]).toEqual([429, 200])
    for (let looks = 0; looks < 198; looks += 1) await countStatusCheck(buyer.userId)
    expect(await look()).toBe(429)
  })

  test('that never opened gives way to a new one once the provider could no longer open it', async () => {
    const buyer = await at.newBuyer()
    const first = await openPage(buyer, { planId: 'pro' })
    await forgetPage(first.checkoutId)
    at.world.ctx.clock.advance(26 * MINUTE_MS)
    const second = await openPage(buyer, { planId: 'pro' })
    expect(second.checkoutId).not.toBe(first.checkoutId)
    const left = pagesOf(buyer).map(({ expiresAt }) => expiresAt - at.world.ctx.now().getTime())
    expect(Math.max(...left)).toBeGreaterThanOrEqual(30 * MINUTE_MS)
  })

  test('that opens while the buyer picks another plan cannot be paid', async () => {
    const buyer = await at.newBuyer()
    const { billing } = at.world.ctx
    const { createCheckout } = billing
    const [asked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    billing.createCheckout = async (order) => {
      const opened = await createCheckout(order)
      if (order.plan === 'pro') {
        asked.resolve()
        await goOn.promise
      }
      return opened
    }
    try {
      const slow = checkout(buyer, { planId: 'pro' })
      await asked.promise
      const chosen = await openPage(buyer, { planId: 'plus' })
      goOn.resolve()
      expect((await slow).json().code).toBe('conflict')
      expect(pagesOf(buyer).map(({ plan, state }) => [plan, state])).toEqual([
        ['pro', 'closed'],
        ['plus', 'open'],
      ])
      expect(at.page.pay(chosen.checkoutUrl).kind).toBe('paid')
      at.page.takeEvents()
    } finally {
      billing.createCheckout = createCheckout
    }
  })

  test('keeps its price when the list changes before payment; a new checkout costs the new price', async () => {
    const [buyer, other] = [await at.newBuyer(), await at.newBuyer()]
    const [page, old] = [await openPage(buyer, { planId: 'pro' }), await openPage(other, { planId: 'pro' })]
    await withPrices(5000, async () => {
      at.page.pay(page.checkoutUrl)
      await settle()
      expect([await at.roleOf(buyer), at.subscriptionOf(buyer).amountMinor]).toEqual(['PRO_USER', 3900])
      const { currentSubscription } = await at.statusOf(buyer)
      expect(currentSubscription.price).toBe(3900)
      await openPage(other, { planId: 'pro' })
      expect(pagesOf(other).map(({ amountMinor, state }) => [amountMinor, state])).toEqual([
        [3900, 'closed'],
        [5000, 'open'],
      ])
      expect(at.page.pay(old.checkoutUrl).kind).toBe('over')
    })
  })

  test('in another currency closes the first; a subscription keeps its currency, the next may differ', async () => {
    const buyer = await at.newBuyer()
    const inEuro = await openPage(buyer, { planId: 'pro', currency: 'EUR' })
    await openPage(buyer, { planId: 'pro', currency: 'TRY' })
    expect(at.page.pay(inEuro.checkoutUrl).kind).toBe('over')
    await at.buy(buyer, { planId: 'pro', currency: 'EUR' })
    const quoted = await buyer.send({
      url: '/api/plans/change?planId=plus&billingCycle=monthly',
      headers: { 'accept-language': 'tr' },
    })
    expect(quoted.json().currency).toBe('EUR')
    at.page.desk.books.subscriptions[at.subscriptionOf(buyer).id] = {
      ...at.subscriptionOf(buyer),
      status: 'ended',
    }
    at.page.desk.emit('customer.subscription.deleted', at.subscriptionOf(buyer))
    await settle()
    await at.buy(buyer, { planId: 'pro', currency: 'USD' })
    expect([await at.roleOf(buyer), (await at.statusOf(buyer)).currency]).toEqual(['PRO_USER', 'USD'])
  })
})

describe('a quote', () => {
  async function subscriber(): Promise<Buyer> {
    const buyer = await at.newBuyer()
    await at.buy(buyer, { planId: 'pro' })
    return buyer
  }
  const code = (answer: { json: () => { code?: string } }) => answer.json().code

  test('the buyer never received changes nothing', async () => {
    const buyer = await subscriber()
    const stranger = await subscriber()
    const { quotedAt } = (await quote(stranger, 'plus')).json()
    expect(code(await confirm(buyer, 'plus', quotedAt))).toBe('quote_expired')
    await quote(buyer, 'plus', 'yearly')
    expect(code(await confirm(buyer, 'plus', quotedAt))).toBe('quote_expired')
    await settle()
    expect(await at.roleOf(buyer)).toBe('PRO_USER')
  })

  test('is void under another price list: the buyer pays only a quoted price', async () => {
    const buyer = await subscriber()
    const { quotedAt } = (await quote(buyer, 'plus')).json()
    const answer = await withPrices(5000, () => confirm(buyer, 'plus', quotedAt))
    expect([code(answer), at.subscriptionOf(buyer).amountMinor]).toEqual(['quote_expired', 3900])
    expect((await confirm(buyer, 'plus', quotedAt)).json().outcome).toBe('changed')
    expect(at.subscriptionOf(buyer).amountMinor).toBe(7900)
  })

  test.each([
    [29 * MINUTE_MS + 59_000, 'changed'],
    [30 * MINUTE_MS, 'quote_expired'],
  ])('after %i ms: %s', async (laterMs, expected) => {
    const buyer = await subscriber()
    const { quotedAt } = (await quote(buyer, 'plus')).json()
    at.world.ctx.clock.set(new Date(Date.parse(quotedAt) + laterMs).toISOString())
    const answer = (await confirm(buyer, 'plus', quotedAt)).json()
    expect(answer.outcome ?? answer.code).toBe(expected)
  })

  test('expires with the billing period it prorates', async () => {
    const buyer = await subscriber()
    const subscription = at.subscriptionOf(buyer)
    at.world.ctx.clock.set(new Date(subscription.periodEndsAt - 5 * MINUTE_MS).toISOString())
    const late = { ...buyer, ...(await at.world.openSession(buyer.userId)) }
    const { quotedAt } = (await quote(late, 'plus')).json()
    at.world.ctx.clock.advance(5 * MINUTE_MS)
    at.page.settleDue()
    await settle()
    expect(code(await confirm(late, 'plus', quotedAt))).toBe('quote_expired')
    expect((await at.statusOf(late)).planName).toBe('pro')
  })

  test(
    'confirmed by several clicks makes one change and voids all other quotes',
    { tags: ['check-69'] },
    async () => {
      const buyer = await subscriber()
      const before = (await quote(buyer, 'pro', 'yearly')).json()
      at.world.ctx.clock.advance(1_000)
      const { quotedAt } = (await quote(buyer, 'plus')).json()
      at.world.ctx.clock.advance(1_000)
      const after = (await quote(buyer, 'plus', 'yearly')).json()
      const answers = await Promise.all([1, 2, 3].map(() => confirm(buyer, 'plus', quotedAt)))
      expect(answers.map((answer) => answer.json().outcome)).toEqual(['changed', 'changed', 'changed'])
      expect(code(await confirm(buyer, 'pro', before.quotedAt, 'yearly'))).toBe('quote_expired')
      expect(code(await confirm(buyer, 'plus', after.quotedAt, 'yearly'))).toBe('quote_expired')
      const invoices = Object.values(at.page.desk.books.invoices)
      const paid = invoices.filter(({ subscriptionId }) => subscriptionId === at.subscriptionOf(buyer).id)
      expect(paid.map(({ amountMinor }) => amountMinor)).toEqual([3900, 4000])
      const agreed = await at.world.ctx.db
        .selectFrom('audit_events')
        .select('kind')
        .where('user_id', '=', buyer.userId)
        .where('kind', '=', 'billing.change_confirmed')
        .execute()
      expect(agreed).toHaveLength(1)
    },
  )

  test('alone is no agreement: a price that was only quoted unlocks no plan', async () => {
    const buyer = await subscriber()
    await withPrices(5000, () => quote(buyer, 'plus'))
    Object.assign(at.subscriptionOf(buyer), { plan: 'plus', amountMinor: 10_000 })
    at.page.desk.emit('customer.subscription.updated', at.subscriptionOf(buyer))
    await settle()
    expect(await at.roleOf(buyer)).toBe('GUEST')
  })
})

describe('a user who deletes their account', () => {
  test('can no longer pay for it', async () => {
    const buyer = await at.newBuyer()
    const { checkoutUrl } = await openPage(buyer, { planId: 'plus' })
    await leave(buyer)
    await stopRenewals(at.world.ctx)
    expect(at.page.pay(checkoutUrl).kind).toBe('over')
  })

  test('and has paid just before is not charged again', async () => {
    const buyer = await at.newBuyer()
    const { checkoutUrl } = await openPage(buyer, { planId: 'plus' })
    await leave(buyer)
    await at.world.ctx.db.deleteFrom('billing_events').execute()
    await sql`delete from pgboss.job where name = 'stop-renewals'`.execute(at.world.ctx.db)
    at.page.pay(checkoutUrl)
    await settle()
    expect(await jobsOf('stop-renewals', 'all')).toBe(1)
    await stopRenewals(at.world.ctx)
    expect(at.subscriptionOf(buyer).cancelAtPeriodEnd).toBe(true)
  })

  test('is not charged again for a rejected plan either, and a failing cancellation blocks no other', async () => {
    const [refused, failing] = [await at.newBuyer(), await at.newBuyer()]
    for (const buyer of [failing, refused]) await at.buy(buyer, { planId: 'plus' })
    at.subscriptionOf(refused).amountMinor = 100
    at.page.desk.emit('customer.subscription.updated', at.subscriptionOf(refused))
    await settle()
    expect(await at.roleOf(refused)).toBe('GUEST')
    for (const buyer of [failing, refused]) await leave(buyer)
    const { billing } = at.world.ctx
    const { cancelAtPeriodEnd } = billing
    const { id } = at.subscriptionOf(failing)
    billing.cancelAtPeriodEnd = (one) =>
      one === id ? Promise.reject(new Error('away')) : cancelAtPeriodEnd(one)
    try {
      await expect(stopRenewals(at.world.ctx)).rejects.toThrow('1 renewals')
    } finally {
      billing.cancelAtPeriodEnd = cancelAtPeriodEnd
    }
    expect([
      at.subscriptionOf(refused).cancelAtPeriodEnd,
      at.subscriptionOf(failing).cancelAtPeriodEnd,
    ]).toEqual([true, false])
    at.world.ctx.clock.advance(DAY_MS)
    await stopRenewals(at.world.ctx)
    expect(at.subscriptionOf(failing).cancelAtPeriodEnd).toBe(true)
  })
})
