import { expect, test } from 'vitest'
import { parseProducts } from '#discovery/products/parse-products.ts'
import { createExtractPool } from './extract-pool.ts'
import { extractVisit } from './extract-visit.ts'
import { emptyVisit, pageOf, storePage } from '#testing/discovery/store-page.ts'

const HOST = 'lumen-und-filz.test'
const visitOf = (siteName: string) => ({ ...emptyVisit, home: pageOf(storePage({ siteName })) })

test('a thread pool extracts the same as a direct call and leaves the bytes to the caller', async () => {
  await using pool = createExtractPool({ size: 2, timeoutMs: 10_000 })
  const visit = visitOf('Eins')
  expect(await pool.extract(visit, HOST)).toEqual(extractVisit(visit, HOST))
  expect(visit.home.body.byteLength).toBeGreaterThan(1000)
})

test('every visit gets its own result, even with more visits than threads', async () => {
  await using pool = createExtractPool({ size: 2, timeoutMs: 10_000 })
  const names = Array.from({ length: 20 }, (_, at) => `Laden ${at}`)
  const found = await Promise.all(names.map((name) => pool.extract(visitOf(name), HOST)))
  expect(found.map(({ snapshot }) => snapshot.name?.value)).toEqual(names)
})

test(
  'a visit that takes too long ends together with its thread, and the next visit gets a new thread',
  { tags: ['check-52'] },
  async () => {
    await using pool = createExtractPool({ size: 1, timeoutMs: 3_000 })
    // Every closing tag walks the whole stack: a minute of work for these pages of 5 MB.
    const slow = pageOf(`${'<b>'.repeat(1400)}${'</p>'.repeat(1_200_000)}`)
    const contact = Array.from({ length: 40 }, () => slow)
    const [stuck, next] = await Promise.all([
      pool.extract({ ...emptyVisit, home: slow, contact }, HOST),
      pool.extract(visitOf('Danach'), HOST),
    ])
    expect(stuck.snapshot).toMatchObject({ isStore: false, notStoreReason: 'extraction_timeout' })
    expect(next.snapshot.name?.value).toBe('Danach')
  },
)

test('a closed pool refuses new work and rejects waiting visits', async () => {
  const pool = createExtractPool({ size: 1, timeoutMs: 10_000 })
  const waiting = Array.from({ length: 3 }, () => pool.extract(visitOf('Nie'), HOST))
  const outcomes = Promise.allSettled(waiting)
  await pool[Symbol.asyncDispose]()
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  await expect(pool.extract(visitOf('Nie'), HOST)).rejects.toThrow('closed')
})

test('the same threads also parse catalogue pages', async () => {
  await using pool = createExtractPool({ size: 1, timeoutMs: 10_000 })
  const body = new TextEncoder().encode(
    '{"products":[{"id":1,"title":"Lampe","handle":"lampe","variants":[]}]}',
  )
  const context = { currency: 'EUR', hostUrl: `https://${HOST}/` }
  const [found] = await Promise.all([
    pool.parseProducts(body, context),
    pool.extract(visitOf('Laden'), HOST),
  ])
  expect(found).toEqual(parseProducts(body, context))
  expect(found?.listed).toBe(1)
})
