import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { type Client, clientOf } from '#testing/demo-client.ts'
import type { ProductAddress, ProductCalls } from '#testing/product-by-clock.ts'
import { useSession } from './accounts.ts'
import { test as base } from './fixtures.ts'

const MAIN = path.join(import.meta.dirname, '../testing/product-by-clock.ts')

export type ProductByClock = ProductAddress & ProductCalls & { stop: () => Promise<void> }

/**
 * A product of its own, whose clock a journey moves: the demo's runs for all journeys. It has only
 * the stores that the journey inserts.
 */
export const test = base.extend<object, { product: ProductByClock }>({
  product: [
    async ({}, use) => {
      const product = await startProduct()
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, use) => use(product.origin),
  // Accounts of the demo are not known there.
  storageState: async ({}, use) => use(undefined),
})

async function startProduct(): Promise<ProductByClock> {
  // Without what the test runner gives its own processes.
  const { NODE_OPTIONS: _options, ...env } = process.env
  const child = fork(MAIN, [], { execArgv: [], env: { ...env, NODE_ENV: 'production' } })
  const address = await new Promise<ProductAddress>((resolve, reject) => {
    child.once('message', (message) => resolve(message as ProductAddress))
    child.once('exit', () => reject(new Error('the product did not start')))
  })
  let calls = 0
  const ask =
    (name: string) =>
    async (input: unknown): Promise<never> => {
      const id = (calls += 1)
      child.send({ id, name, input })
      for (;;) {
        const [answer] = await once(child, 'message')
        if (answer.id !== id) continue
        if (answer.error) throw new Error(`${name}: ${answer.error}`)
        return answer.result as never
      }
    }
  return {
    ...address,
    newAccount: ask('newAccount'),
    newStores: ask('newStores'),
    openAgain: ask('openAgain'),
    erase: ask('erase'),
    moveTo: ask('moveTo'),
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      const [code] = await ended
      if (code !== 0) throw new Error('the product logged an error, or did not end')
    },
  }
}

/** A new account, signed in on the page. */
export async function signInByClock(
  page: Page,
  product: ProductByClock,
  name: string,
): Promise<{ client: Client; email: string }> {
  const { email, token } = await product.newAccount({ role: 'PLUS_USER', name })
  const client = clientOf(product.origin, token)
  await useSession(page, client)
  return { client, email }
}

/** The clocks of the product and of the browser. */
export async function moveTo(page: Page, product: ProductByClock, time: string): Promise<void> {
  await product.moveTo(time)
  await page.clock.setFixedTime(time)
}
