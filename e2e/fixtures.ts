import { type BrowserContext, expect, type Page, test as base } from '@playwright/test'
import type { StoreProduct } from '#contracts/catalog/products.ts'
import type { TrendingProduct } from '#contracts/catalog/trending-products.ts'
import type { StoreSummary } from '#contracts/catalog/stores.ts'
import { type Client, signIn } from '#testing/demo-client.ts'
import { useConsole } from './operator-console.ts'
import { call, storesBy } from './own-things.ts'
import { requireEnv, type Visitor } from './world.ts'

export { expect }

export type Sample = { store: StoreSummary; product: StoreProduct; clusterId: number }

type TestFixtures = {
  /** The visitor who opens the pages; the session exists before the first page opens. */
  visitor: Visitor
  /**
   * What the browser may complain about in this test, e.g. the 401 that it is about. Everything
   * else fails the test.
   */
  expectedComplaints: RegExp[]
}
type WorkerFixtures = {
  member: Client
  plus: Client
  guest: Client
  operatorToken: string
  sample: Sample
}

/** A member for whom the first run is over. */
async function signInOld(email: string): Promise<Client> {
  const client = await signIn(requireEnv('E2E_ORIGIN'), email)
  await call(client, 'POST', '/api/today/first-run/end')
  return client
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  visitor: ['anonymous', { option: true }],
  expectedComplaints: [[], { option: true }],

  member: [async ({}, use) => use(await signInOld('pro@demo.storedawn.test')), { scope: 'worker' }],
  plus: [async ({}, use) => use(await signInOld('plus@demo.storedawn.test')), { scope: 'worker' }],
  guest: [
    async ({}, use) => use(await signIn(requireEnv('E2E_ORIGIN'), 'guest@demo.storedawn.test')),
    { scope: 'worker' },
  ],
  operatorToken: [
    async ({}, use) => use(await useConsole(requireEnv('E2E_ORIGIN'), process.env['E2E_OPERATOR'])),
    { scope: 'worker' },
  ],
  sample: [async ({ member }, use) => use(await findSample(member)), { scope: 'worker' }],

  storageState: async ({ visitor, member, plus, guest, operatorToken }, use) => {
    if (visitor === 'anonymous') return use(undefined)
    const origin = requireEnv('E2E_ORIGIN')
    const token =
      visitor === 'operator' ? operatorToken : { pro: member, plus, guest }[visitor].token
    await use({
      cookies: [sessionHint(origin)],
      origins: [{ origin, localStorage: [{ name: 'jwt', value: token }] }],
    })
  },

  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) waitForScript(page)
    await use(page)
  },

  context: async ({ context, expectedComplaints }, use) => {
    const complaints = collectComplaints(context)
    await use(context)
    // Requests still pending at the end of a test do not matter, and their handlers must not fail
    // it.
    for (const owner of [context, ...context.pages()])
      await owner.unrouteAll({ behavior: 'ignoreErrors' })
    const unexpected = complaints.filter(
      (text) => !expectedComplaints.some((known) => known.test(text)),
    )
    expect(unexpected, 'console errors, broken promises, policy reports').toEqual([])
  },
})

/**
 * The page's script comes after the first paint, so `load` does not wait for it; keys that a test
 * presses before are lost.
 */
function waitForScript(page: Page): void {
  const isThere = () => page.waitForFunction(() => !('__EARLY_PRESSES__' in globalThis))
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    if (options?.waitUntil === undefined) await isThere()
    return response
  }
  page.reload = async (options) => {
    const response = await reload(options)
    await isThere()
    return response
  }
}

/**
 * As a sign-in leaves it: the server draws the right header from it, before the session is known.
 */
const sessionHint = (origin: string) => ({
  name: 'session_hint',
  value: '1',
  domain: new URL(origin).hostname,
  path: '/',
  expires: -1,
  httpOnly: false,
  secure: false,
  sameSite: 'Lax' as const,
})

async function findSample(member: Client): Promise<Sample> {
  const [store] = await storesBy(member, 'size=1&sortBy=productCount&sortDirection=DESC')
  if (!store) throw new Error('the demo lists no store')
  const [product] = (
    await member.get<{ content: StoreProduct[] }>(
      `/api/stores/products/domain/${store.domain}?size=1`,
    )
  ).content
  if (!product) throw new Error(`${store.domain} has no products`)
  return { store, product, clusterId: (await findCluster(member)).id }
}

export async function findCluster(member: Client) {
  const { content } = await member.get<{ content: TrendingProduct[] }>(
    '/api/trending/products?size=20',
  )
  const cluster = content.find((product) => product.cluster !== null)?.cluster
  if (!cluster) throw new Error('no product of the demo is trending')
  return cluster
}

function collectComplaints(context: BrowserContext): string[] {
  const complaints: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`)
  })
  // Uncaught errors and unhandled rejections.
  context.on('weberror', (event) => complaints.push(String(event.error())))
  return complaints
}
