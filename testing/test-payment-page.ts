import type { UserId } from '#contracts/ids.ts'
import { rm } from 'node:fs/promises'
import { confirmChange } from '#sim/payment-page/changes.ts'
import { payCheckout } from '#sim/payment-page/checkouts.ts'
import type { Desk } from '#sim/payment-page/desk.ts'
import type { PaymentEvent, Subscription } from '#sim/payment-page/ledger-types.ts'
import { startPaymentPage } from '#sim/payment-page/payment-page.ts'
import {
  type NewSubscription,
  openSubscription,
  settleDue,
  turnOver,
} from '#sim/payment-page/subscriptions.ts'
import { createTempFolder } from '#testing/temp-folder.ts'

export type { PaymentEvent }
export type SignedEvent = { body: string; signature: string }

export type TestPaymentPage = AsyncDisposable & {
  config: {
    BILLING_SANDBOX_URL: string
    BILLING_SECRET_KEY: string
    BILLING_WEBHOOK_SECRET: string
  }
  desk: Desk
  pay: (checkoutUrl: string, card?: string) => ReturnType<typeof payCheckout>
  subscriptionsOf: (userId: UserId) => Subscription[]
  settleDue: () => void
  turnOver: (subscription: Subscription) => void
  confirmChange: (subscription: Subscription, isConfirmed: boolean) => void
  openSubscription: (order: NewSubscription) => void
  takeEvents: () => PaymentEvent[]
  sign: (event: PaymentEvent, atMs?: number) => SignedEvent
}

export async function startTestPaymentPage({ now }: { now: () => Date }): Promise<TestPaymentPage> {
  const folder = await createTempFolder('payment-page-')
  const page = await startPaymentPage({
    dataDir: folder,
    now: () => now().getTime(),
    holdsEvents: true,
  })
  const { desk, address } = page
  return {
    config: {
      BILLING_SANDBOX_URL: address.url,
      BILLING_SECRET_KEY: address.secretKey,
      BILLING_WEBHOOK_SECRET: address.webhookSecret,
    },
    desk,
    pay: (url, card = 'good') => payCheckout(desk, url.split('/').at(-1) ?? '', card, true),
    subscriptionsOf(userId) {
      const { customers, subscriptions } = desk.books
      return Object.values(subscriptions).filter(
        ({ customerId }) => customers[customerId]?.userId === userId,
      )
    },
    settleDue: () => settleDue(desk),
    turnOver: (subscription) => turnOver(desk, subscription),
    confirmChange: ({ id }, isConfirmed) => confirmChange(desk, id, isConfirmed),
    openSubscription: (order) => void openSubscription(desk, order),
    takeEvents: () => desk.books.outbox.splice(0),
    sign: page.sign,
    async [Symbol.asyncDispose]() {
      await page[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
