import { createHmac } from 'node:crypto'
import type { Books, PaymentEvent } from './ledger-types.ts'

const WITHIN_MS = 10_000
const FIRST_RETRY_MS = 1_000
const MOST_RETRY_MS = 60_000
/** Mimics a real provider: events arrive late, sometimes twice, and in no particular order. */
const LATEST_MS = 1_500
const DOUBLED_SHARE = 0.3

export function bodyOf({ id, type, customerId, objectId, createdAt }: PaymentEvent): string {
  return JSON.stringify({
    id,
    object: 'event',
    type,
    created: Math.floor(createdAt / 1000),
    livemode: false,
    data: { object: { id: objectId, customer: customerId } },
  })
}

/** `t=<seconds>,v1=<HMAC-SHA256>` over `<seconds>.<body>`. */
export function signatureOf(body: string, secret: string, atMs: number): string {
  const seconds = Math.floor(atMs / 1000)
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${digest}`
}

export type WebhookSender = AsyncDisposable & { wake: () => void }

/** Sends the events in the outbox until the shop accepts them. */
export function startWebhooks(parts: {
  books: Books
  webhookSecret: string
  now: () => number
  onChange: () => void
}): WebhookSender {
  const { books, webhookSecret, now, onChange } = parts
  const ending = new AbortController()
  const timers = new Set<NodeJS.Timeout>()
  const underWay = new Set<string>()

  const later = (work: () => Promise<void>, ms: number): void => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      void work()
    }, ms)
    timers.add(timer)
  }
  async function send(event: PaymentEvent): Promise<boolean> {
    const url = books.customers[event.customerId]?.webhookUrl
    if (!url) return true
    const body = bodyOf(event)
    const headers = {
      'content-type': 'application/json',
      'stripe-signature': signatureOf(body, webhookSecret, now()),
    }
    const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(WITHIN_MS)])
    return fetch(url, { method: 'POST', body, headers, signal, redirect: 'error' }).then(
      async (answer) => (await answer.arrayBuffer(), answer.ok),
      () => false,
    )
  }
  async function deliver(event: PaymentEvent, retryMs: number): Promise<void> {
    if (ending.signal.aborted) return
    if (!(await send(event)))
      return later(() => deliver(event, Math.min(retryMs * 2, MOST_RETRY_MS)), retryMs)
    if (Math.random() < DOUBLED_SHARE) await send(event)
    books.outbox = books.outbox.filter(({ id }) => id !== event.id)
    underWay.delete(event.id)
    onChange()
  }
  const wake = (): void => {
    for (const event of books.outbox) {
      if (underWay.has(event.id)) continue
      underWay.add(event.id)
      later(() => deliver(event, FIRST_RETRY_MS), Math.random() * LATEST_MS)
    }
  }
  wake()
  return {
    wake,
    async [Symbol.asyncDispose]() {
      ending.abort()
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
