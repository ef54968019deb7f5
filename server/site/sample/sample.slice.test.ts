import { beforeAll, expect, test } from 'vitest'
import { allEndpoints } from '#contracts/all-endpoints.ts'
import { type Day, dayOf } from '#contracts/dates.ts'
import type { ClusterId, StoreId } from '#contracts/ids.ts'
import type { SampleScreen } from '#contracts/site/sample.ts'
import { insertProduct, insertStore, insertTrend } from '#testing/factories.ts'
import { useTestApp } from '#testing/shared-app.ts'
import { sampleDayOf } from './read-sample.ts'

/** Longer than a reading of the day is shared. */
const STANDS_IN_MS = 5_000
const SHARED_MS = 61_000
const CLUSTER = 7001 as ClusterId

let day: Day
const ids: StoreId[] = []
const app = useTestApp()
beforeAll(async () => {
  ;({ day } = sampleDayOf(app.ctx.now()))
})

const ask = async (query = ''): Promise<SampleScreen | null> =>
  (await app.anonymous(`/api/public/sample${query}`)).json().sample

async function screen(query = ''): Promise<SampleScreen> {
  const sample = await ask(query)
  if (!sample) throw new Error('no sample day')
  return sample
}

const facts = (store_id: StoreId, address: string) => {
  const seen = { observed_at: `${day}T10:00:05Z`, source_url: 'https://shop.example/' }
  const email = { kind: 'role', address, provider: 'own', isBusinessContact: true }
  return [
    { key: 'email', value: email, path: 'footer a[href^=mailto]' },
    { key: 'emails', value: [email], path: 'footer a[href^=mailto]' },
    { key: 'country', value: 'DE', path: 'meta.json#country' },
  ].map(({ value, ...rest }) => ({
    store_id,
    label: 'observed' as const,
    value: JSON.stringify(value),
    ...seen,
    ...rest,
  }))
}

test('without a past day there is no sample; for a few seconds the fullest day replaces the regular one', async () => {
  const { db, clock } = app.ctx
  expect(await ask()).toBeNull()
  await insertStore(db, { found_at: `${dayOf(app.ctx.now())}T00:00:01Z` })
  const early = [await insertStore(db, { found_at: '2026-01-05T08:00:00Z' })]
  clock.advance(STANDS_IN_MS)
  expect(await screen()).toMatchObject({ day: '2026-01-05', isByRule: false, stores: 1 })
  for (const at of ['04T08', '04T09', '06T08'])
    early.push(await insertStore(db, { found_at: `2026-01-${at}:00:00Z` }))
  clock.advance(STANDS_IN_MS)
  expect(await screen()).toMatchObject({ day: '2026-01-04', isByRule: false, stores: 2 })
  await db.deleteFrom('stores').where('id', 'in', early).execute()
})

test('the sample shows one whole day in pages, with its make-up and three stores as examples', async () => {
  const { db, clock } = app.ctx
  for (let at = 0; at < 23; at += 1) {
    const minute = String(at).padStart(2, '0')
    ids.push(
      await insertStore(db, {
        name: `Shop ${minute}`,
        found_at: `${day}T10:${minute}:00Z`,
        email: `hello${minute}@hidden.example`,
        email_kind: 'role',
        email_state: at % 2 === 0 ? 'has_mx' : 'no_mx',
        phone: `+49 30 5550${minute}`,
        launch_confidence: at === 4 ? 'low' : 'high',
        country: at < 20 ? 'DE' : 'FR',
      }),
    )
  }
  const [first] = ids
  if (first === undefined) throw new Error('no store')
  await db
    .insertInto('store_facts')
    .values(ids.flatMap((id) => facts(id, 'hi@hidden.example')))
    .execute()
  const product = await insertProduct(db, first, { title: 'Lamp', cluster: CLUSTER })
  await insertTrend(db, product, day, { cluster: CLUSTER, score: 60, stores: 6 })
  clock.advance(SHARED_MS)
  const sample = await screen()
  expect(sample).toMatchObject({
    day,
    isByRule: true,
    stores: 23,
    leads: 23,
    reachable: 12,
    trendingProducts: 1,
  })
  expect(sample.list).toMatchObject({ page: 0, totalPages: 2, totalElements: 23 })
  expect(sample.list.content).toHaveLength(20)
  expect(sample.list.content[0]?.name).toBe('Shop 22')
  expect((await screen('?page=1')).list.content.map(({ name }) => name)).toEqual([
    'Shop 02',
    'Shop 01',
    'Shop 00',
  ])
  expect(sample.makeUp[0]).toEqual({
    name: 'country',
    values: [
      { value: 'DE', stores: 20 },
      { value: 'FR', stores: 3 },
    ],
  })
  expect(sample.opened.map(({ role }) => role)).toEqual(['sure', 'reachable', 'doubtful'])
  expect(sample.opened[2]?.name).toBe('Shop 04')
  expect(sample.opened[1]?.ways.map(({ key }) => key)).toEqual(['email'])
  expect(sample.products).toMatchObject([{ title: 'Lamp', trend: { score: 60, stores: 6 } }])
})

/** A page holds nothing but answers of these calls: `callOwnApi` asks no other. */
const publicPaths = allEndpoints
  .filter(
    ({ access, method, path }) => access === 'public' && method === 'GET' && !path.includes(':'),
  )
  .map(({ path }) => path)

test.each([...publicPaths, '/api/public/sample?page=1'])(
  '%s sends no address and no number of any store',
  async (path) => {
    expect((await app.anonymous(path)).body).not.toMatch(/hidden\.example|\+49 30|305550/)
  },
)

test('a store whose owner opted out is gone from the sample at once, with its figures and examples', async () => {
  const before = await screen()
  const [{ name } = { name: '' }] = before.opened
  await app.ctx.db.deleteFrom('stores').where('name', '=', name).execute()
  const after = await screen()
  expect(after.stores).toBe(before.stores - 1)
  expect(JSON.stringify(after)).not.toContain(name)
  expect((await app.anonymous('/api/public/sample/glance')).body).not.toContain(name)
})
