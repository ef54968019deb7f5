/**
 * How soon does the product acknowledge an event of the payment provider while the database is slow
 * and the provider does not answer at all? `node testing/chaos/webhook-ack.ts`, on a throwaway
 * PostgreSQL or the server of TEST_DATABASE_URL. Half a minute on an idle machine; on a busy one
 * the result means little.
 * Conformance: check-68
 */
import { WEBHOOK_PATH } from '#server/billing/provider/signed-webhook.ts'
import { provideTestServer } from '#testing/slice-server.ts'
import { startTestApp } from '#testing/test-app.ts'
import { startTestPaymentPage } from '#testing/test-payment-page.ts'
import { median, quantile } from './compare-samples.ts'

/** Four a second add up to more than ten thousand renewals an hour. */
const EVENTS = 100
const EVERY_MS = 250
/** Added to each query: makes the database ten times as slow as a healthy one. */
const QUERY_DELAY_MS = 30
const MAX_P99_MS = 500

await using _database = await provideTestServer()
await using page = await startTestPaymentPage({ now: () => app.ctx.now() })
await using app = await startTestApp({ config: { ...page.config, LOG_LEVEL: 'silent' } })
const { ctx } = app
slowDown(ctx.database.pool)
ctx.billing.readCustomer = () => new Promise(() => undefined)

const times: number[] = []
const underWay: Promise<void>[] = []
for (let number = 0; number < EVENTS; number += 1) {
  underWay.push(sendEvent(number))
  await pause(EVERY_MS)
}
await Promise.all(underWay)
const p99 = quantile(times, 0.99)
say(
  `${times.length} events, ${QUERY_DELAY_MS} ms more for each query: median ${median(times).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
)
say(p99 < MAX_P99_MS ? 'proven' : `not proven: more than ${MAX_P99_MS} ms`)
process.exitCode = p99 < MAX_P99_MS ? 0 : 1

async function sendEvent(number: number): Promise<void> {
  const event = {
    id: `evt_${number}`,
    type: 'invoice.paid',
    customerId: `cus_${number % 50}`,
    objectId: 'in_1',
  }
  const { body, signature } = page.sign({ ...event, createdAt: ctx.now().getTime() })
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  const start = performance.now()
  const answer = await app.anonymous({ method: 'POST', url: WEBHOOK_PATH, headers, payload: body })
  times.push(performance.now() - start)
  if (answer.statusCode !== 200) throw new Error(`refused: ${answer.statusCode} ${answer.body}`)
}

function slowDown(pool: typeof ctx.database.pool): void {
  const connect = pool.connect.bind(pool)
  const slowed = new WeakSet<object>()
  const connectSlowly = async () => {
    const client = await connect()
    if (slowed.has(client)) return client
    slowed.add(client)
    const query = client.query.bind(client) as (...input: unknown[]) => Promise<unknown>
    const querySlowly = async (...input: unknown[]) => {
      await pause(QUERY_DELAY_MS)
      return query(...input)
    }
    return Object.assign(client, { query: querySlowly })
  }
  Object.assign(pool, { connect: connectSlowly })
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
