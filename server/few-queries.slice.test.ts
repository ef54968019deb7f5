import pg from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { insertProduct, insertStore, insertTrend } from '#testing/factories.ts'
import { insertProductChanges, insertStoreEvents } from '#testing/insert-changes.ts'
import { createApp } from '#server/app.ts'
import type { AppContext } from '#server/platform/context.ts'
import { saveProduct, saveSearch, saveStore } from '#testing/saved-calls.ts'
import { post, type TestApp } from '#testing/test-app.ts'
import { useTestApp } from '#testing/shared-app.ts'

const MOST_QUERIES = 5
const ROWS = 30

let send: TestApp['anonymous']
let product: string
let search: string
let feed: string
const app = useTestApp()
beforeAll(async () => {
  const { db } = app.ctx
  for (let at = 0; at < ROWS; at += 1) {
    const store = await insertStore(db, {
      domain: `lamp-${at}.example`,
      email: 'hello@lamp.example',
    })
    product = await insertProduct(db, store, { title: 'Moon lamp' })
    await insertTrend(db, product, '2026-03-08')
    await insertStoreEvents(db, store, [
      { kind: 'contact_added', subject: 'hello@lamp.example' },
      { kind: 'opened' },
    ])
    await insertProductChanges(db, store, [{}])
  }
  ;({ send } = await app.as('PLUS_USER'))
  await saveStore(send, { storeId: Number(product.split('-')[0]) })
  await saveProduct(send, { productId: product })
  search = await saveSearch(send, { query: 'email=yes' })
  const made = await post(send, '/api/feeds', { savedSearch: search })
  feed = new URL(made.json().url).pathname
})

const RANGE = 'dateRangeFrom=2026-03-01&dateRangeTo=2026-03-31'
test.each([
  `/api/public/stats?${RANGE}`,
  `/api/stores?${RANGE}`,
  `/api/stores?${RANGE}&email=yes&country=-FR,unknown&q=lamp&saved=no&sortBy=productCount&size=100`,
  `/api/stores?${RANGE}&score=40..&sortBy=score&size=100`,
  `/api/stores/facets?${RANGE}&groups=score`,
  `/api/stores/facets?${RANGE}&groups=country,apps,theme,saved`,
  `/api/stores/calendar?${RANGE}`,
  `/api/trending/products?${RANGE}&title=moon&email=yes&size=100`,
  `/api/trending/products?${RANGE}&scope=all&size=100`,
  '/api/stores/details/STORE',
  '/api/changes?size=50',
  '/api/changes?saved=yes&kinds=opened,price_down',
  '/api/changes?savedSearch=SEARCH',
  '/api/feeds',
  'FEED',
  '/api/stores/products/domain/lamp-29.example?sortBy=price&q=moon',
  '/api/products/PRODUCT',
  '/api/saved-stores?q=lamp',
  '/api/saved-products?q=moon',
  '/api/saved/tags',
  '/api/today',
])(
  `%s runs at most five database queries, however large its answer`,
  { tags: ['check-100'] },
  async (path) => {
    const url = path
      .replace('STORE', product.split('-')[0] ?? '')
      .replace('PRODUCT', product)
      .replace('SEARCH', search)
      .replace('FEED', feed)
    // The first answer reads the changes, and so do later ones while an earlier transaction is
    // open, including those of other tests.
    await expect.poll(() => askedBy(url)).toHaveLength(0)
  },
)

test('the counters cover stores and trends, and learn from one query that neither changed', async () => {
  await expect.poll(() => askedBy('/api/public/stats', 1)).toHaveLength(0)
})

async function askedBy(url: string, most = MOST_QUERIES): Promise<unknown[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const { statusCode } = await send(url)
  // The health check runs now and then, independent of the request.
  const asked = query.mock.calls.map(([text]) => text).filter((text) => text !== 'select 1')
  query.mockRestore()
  expect([url, statusCode]).toEqual([url, 200])
  expect(asked.length).toBeGreaterThan(0)
  return asked.length > most ? asked : []
}

test('a call that is answered from memory makes no database handle of its own', async () => {
  const ownHandle = vi.fn<NonNullable<AppContext['dbWithSignal']>>(app.ctx.database.dbWithSignal)
  const server = await createApp({ ...app.ctx, dbWithSignal: ownHandle })
  expect((await server.inject('/api/public/stats')).statusCode).toBe(200)
  expect(ownHandle).not.toHaveBeenCalled()
  await server.close()
})

test('twenty accounts that ask for a list at once share its statements', async () => {
  const accounts = await Promise.all(Array.from({ length: 20 }, () => app.newAccount('PLUS_USER')))
  const askAll = () => Promise.all(accounts.map((account) => account.send('/api/stores?size=20')))
  await askAll()
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await askAll()
  const texts = query.mock.calls.map(([asked]) => JSON.stringify(asked))
  expect(texts.filter((text) => text.includes('mark_revisions')).length).toBeLessThan(5)
  expect(texts.length).toBeLessThan(2 * accounts.length)
})
