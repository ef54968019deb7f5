import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { DAY_MS, MINUTE_MS } from '#contracts/dates.ts'
import { statusOf, toAppError } from '#server/platform/errors.ts'
import { retention } from '#server/billing/api.ts'
import { deleteOldRows } from '#server/platform/jobs/purge-old-rows.ts'
import { useBillingApp } from '#testing/billing-calls.ts'
import type { Buyer } from '#testing/billing-app.ts'
import { requestDeletion } from '#testing/deletion-calls.ts'
import { emptyTables } from '#testing/factories.ts'
import { createFaultyDatabase } from '#testing/faulty-database.ts'
import { reconcile } from './reconcile-billing.ts'
import { stopRenewals } from './stop-renewals.ts'
import { syncCustomer } from './sync-customer.ts'
import { atOnce, inTurn, statusesOf } from '#testing/test-app.ts'
import { receiveWebhook } from './webhook.ts'

const { at, cancel, confirm, openPage, quote, settle, signInAgain, withPrices } = useBillingApp()
const leave = async (buyer: Buyer) => expect((await requestDeletion(buyer)).statusCode).toBe(200)
const jobsOf = async (name: string, key: string) => {
  const { rows } = await sql<{ id: string }>`select id from pgboss.job
    where name = ${name} and singleton_key = ${key}`.execute(at.app.ctx.db)
  return rows.length
}

const eventsOf = async (id: string) =>
  (
    await at.app.ctx.db
      .selectFrom('billing_events')
      .select('event_id')
      .where('event_id', '=', id)
      .execute()
  ).length

describe('an event', () => {
  test(
    'is refused for now at any database failure, and takes effect once on redelivery',
    { tags: ['check-66'] },
    async () => {
      const faulty = createFaultyDatabase(at.app.ctx.database)
      const broken = { ...at.app.ctx, db: faulty.db }
      const eventOf = (id: string) => {
        const event = { id, type: 'invoice.paid', customerId: `cus_of_${id}`, objectId: 'in_1' }
        const { body, signature } = at.page.sign({
          ...event,
          createdAt: at.app.ctx.now().getTime(),
        })
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
          expect([found, found.received]).toEqual([
            { received: found.jobs, jobs: found.jobs },
            found.jobs,
          ])
          faulty.arm(null)
          await inTurn(2, () => receiveWebhook(broken, eventOf(id)))
          expect([
            await eventsOf(id),
            await jobsOf('sync-billing-customer', `cus_of_${id}`),
          ]).toEqual([1, 1])
        }
    },
  )
  test(
    'is accepted while the provider is down, and takes effect once it answers',
    { tags: ['check-68'] },
    async () => {
      const buyer = await at.newBuyer()
      at.page.pay((await openPage(buyer)).checkoutUrl)
      const reads = vi.spyOn(at.app.ctx.billing, 'readCustomer')
      reads.mockRejectedValue(new Error('away'))
      expect(statusesOf(await at.deliver())).toEqual([200, 200, 200])
      await expect(at.runJobs()).rejects.toThrow('away')
      reads.mockRestore()
      expect(await at.roleOf(buyer)).toBe('GUEST')
      await at.runJobs()
      expect(await at.roleOf(buyer)).toBe('PRO_USER')
    },
  )
})

describe('an event that is committed after the job of an earlier one has read the events', () => {
  const queuedFor = async (customerId: string) => {
    const queued = await jobsOf('sync-billing-customer', customerId)
    await sql`delete from pgboss.job where name = 'sync-billing-customer'`.execute(at.app.ctx.db)
    return queued
  }
  const isProcessed = async (id: string) => {
    const row = await at.app.ctx.db
      .selectFrom('billing_events')
      .select('processed_at')
      .where('event_id', '=', id)
      .executeTakeFirstOrThrow()
    return row.processed_at !== null
  }

  test.each(['applied', 'overtaken by a cancellation'])(
    'gets its own sync when that read is %s',
    async (read) => {
      const { ctx } = at.app
      const buyer = await at.newCustomer()
      const { customerId } = at.subscriptionOf(buyer)
      await queuedFor(customerId)
      const late = { event_id: `evt_late ${read}`, kind: 'x', customer_id: customerId }
      const readCustomer: typeof ctx.billing.readCustomer = async (id) => {
        const event = { ...late, provider: 'sandbox', received_at: ctx.now() }
        await ctx.db.insertInto('billing_events').values(event).execute()
        if (read !== 'applied') await cancel(buyer)
        return ctx.billing.readCustomer(id)
      }
      await syncCustomer({ ...ctx, billing: { ...ctx.billing, readCustomer } }, customerId)
      expect([await queuedFor(customerId), await isProcessed(late.event_id)]).toEqual([1, false])
      await syncCustomer(ctx, customerId)
      expect([await queuedFor(customerId), await isProcessed(late.event_id)]).toEqual([0, true])
    },
  )
})

describe('a quote', () => {
  const code = (answer: { json: () => { code?: string } }) => answer.json().code

  test('the buyer never received changes nothing', async () => {
    const buyer = await at.newCustomer()
    const stranger = await at.newCustomer()
    const { quotedAt } = (await quote(stranger, 'plus')).json()
    expect(code(await confirm(buyer, 'plus', quotedAt))).toBe('quote_expired')
    await quote(buyer, 'plus', 'yearly')
    expect(code(await confirm(buyer, 'plus', quotedAt))).toBe('quote_expired')
    await settle()
    expect(await at.roleOf(buyer)).toBe('PRO_USER')
  })

  test('is void under another price list: the buyer pays only a quoted price', async () => {
    const buyer = await at.newCustomer()
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
    const buyer = await at.newCustomer()
    const { quotedAt } = (await quote(buyer, 'plus')).json()
    at.app.ctx.clock.set(new Date(Date.parse(quotedAt) + laterMs).toISOString())
    const answer = (await confirm(buyer, 'plus', quotedAt)).json()
    expect(answer.outcome ?? answer.code).toBe(expected)
  })

  test('expires with the billing period it prorates', async () => {
    const buyer = await at.newCustomer()
    const subscription = at.subscriptionOf(buyer)
    at.app.ctx.clock.set(new Date(subscription.periodEndsAt - 5 * MINUTE_MS).toISOString())
    const late = await signInAgain(buyer)
    const { quotedAt } = (await quote(late, 'plus')).json()
    at.app.ctx.clock.advance(5 * MINUTE_MS)
    at.page.settleDue()
    await settle()
    expect(code(await confirm(late, 'plus', quotedAt))).toBe('quote_expired')
    expect((await at.statusOf(late)).planName).toBe('pro')
  })

  test(
    'confirmed by several clicks makes one change and voids all other quotes',
    { tags: ['check-69'] },
    async () => {
      const buyer = await at.newCustomer()
      const before = (await quote(buyer, 'pro', 'yearly')).json()
      at.app.ctx.clock.advance(1_000)
      const { quotedAt } = (await quote(buyer, 'plus')).json()
      at.app.ctx.clock.advance(1_000)
      const after = (await quote(buyer, 'plus', 'yearly')).json()
      const answers = await atOnce(3, () => confirm(buyer, 'plus', quotedAt))
      expect(answers.map((answer) => answer.json().outcome)).toEqual(Array(3).fill('changed'))
      expect(code(await confirm(buyer, 'pro', before.quotedAt, 'yearly'))).toBe('quote_expired')
      expect(code(await confirm(buyer, 'plus', after.quotedAt, 'yearly'))).toBe('quote_expired')
      const invoices = Object.values(at.page.desk.books.invoices)
      const paid = invoices.filter(
        ({ subscriptionId }) => subscriptionId === at.subscriptionOf(buyer).id,
      )
      expect(paid.map(({ amountMinor }) => amountMinor)).toEqual([3900, 4000])
      const agreed = await at.app.auditKinds(buyer.userId, 'billing.change_confirmed')
      expect(agreed).toHaveLength(1)
    },
  )

  test('alone is no agreement: a price that was only quoted unlocks no plan', async () => {
    const buyer = await at.newCustomer()
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
    await stopRenewals(at.app.ctx)
    expect(at.page.pay(checkoutUrl).kind).toBe('over')
  })

  test('and has paid just before is not charged again', async () => {
    const buyer = await at.newBuyer()
    const { checkoutUrl } = await openPage(buyer, { planId: 'plus' })
    await leave(buyer)
    await emptyTables(at.app.ctx, 'billing_events')
    await sql`delete from pgboss.job where name = 'stop-renewals'`.execute(at.app.ctx.db)
    at.page.pay(checkoutUrl)
    await settle()
    expect(await jobsOf('stop-renewals', 'all')).toBe(1)
    await stopRenewals(at.app.ctx)
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
    const { billing } = at.app.ctx
    const { cancelAtPeriodEnd } = billing
    const { id } = at.subscriptionOf(failing)
    const cancellations = vi.spyOn(billing, 'cancelAtPeriodEnd')
    cancellations.mockImplementation((one) =>
      one === id ? Promise.reject(new Error('away')) : cancelAtPeriodEnd(one),
    )
    await expect(stopRenewals(at.app.ctx)).rejects.toThrow('1 renewals')
    cancellations.mockRestore()
    expect([
      at.subscriptionOf(refused).cancelAtPeriodEnd,
      at.subscriptionOf(failing).cancelAtPeriodEnd,
    ]).toEqual([true, false])
    at.app.ctx.clock.advance(DAY_MS)
    await stopRenewals(at.app.ctx)
    expect(at.subscriptionOf(failing).cancelAtPeriodEnd).toBe(true)
  })
})

describe('a nightly run that is interrupted', () => {
  async function interruptedRun(): Promise<string[]> {
    at.app.ctx.clock.advance(MINUTE_MS)
    const { ctx } = at.app
    const stopping = new AbortController()
    const syncedNow = async () => {
      const rows = ctx.db
        .selectFrom('billing_customers')
        .select('customer_id')
        .where('synced_at', '=', ctx.now())
      return (await rows.execute()).map(({ customer_id: id }) => id)
    }
    const readCustomer: typeof ctx.billing.readCustomer = async (id) => {
      if ((await syncedNow()).length === 1) stopping.abort()
      return ctx.billing.readCustomer(id)
    }
    const run = reconcile({ ...ctx, billing: { ...ctx.billing, readCustomer } }, stopping.signal)
    await expect(run).rejects.toThrow('aborted')
    return syncedNow()
  }

  test('counts as failed, and the next try begins with the customers that it had not reached', async () => {
    const { db } = at.app.ctx
    await inTurn(6, async () => openPage(await at.newBuyer()))
    await sql`delete from pgboss.job where name = 'stop-renewals'`.execute(db)
    const old = { event_id: 'evt_old', kind: 'x', provider: 'sandbox', received_at: new Date(0) }
    await db.insertInto('billing_events').values(old).execute()
    const [first, second] = [await interruptedRun(), await interruptedRun()]
    expect([first.length, second.length]).toEqual([2, 2])
    expect(first.filter((id) => second.includes(id))).toEqual([])
    await deleteOldRows(at.app.ctx, retention)
    expect([await eventsOf('evt_old'), await jobsOf('stop-renewals', 'all')]).toEqual([0, 1])
  })
})
