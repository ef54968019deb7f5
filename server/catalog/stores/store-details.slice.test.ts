import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { DAY_MS } from '#contracts/dates.ts'
import { FACTS_KEPT_DAYS, STORE_DETAILS_PER_HOUR } from '#contracts/catalog/facts.ts'
import { FactKey } from '#contracts/catalog/fact-table.ts'
import type { StoreId } from '#contracts/ids.ts'
import { StoreDetails } from '#contracts/catalog/stores.ts'
import { insertStore } from '#testing/factories.ts'
import { codeOf, sendAs, startTestApp } from '#testing/test-app.ts'
import { limits } from '#server/catalog/limits.ts'
import { createDetailsLimit } from './store-details.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const app = sharedByTests(startTestApp)
const send = sendAs(app, 'PLUS_USER')

const details = (idOrSlug: string | number) =>
  send(`/api/stores/details/${encodeURIComponent(idOrSlug)}`)

const OBSERVED = {
  source_url: 'https://lamp.example/meta.json',
  path: 'country',
  observed_at: '2026-03-09T10:00:05Z',
}
const fact = (store_id: StoreId, key: string, value: string) => ({
  store_id,
  key,
  value,
  label: 'observed' as const,
  ...OBSERVED,
})

const image = (imageType: string, size: string) => {
  const url = expect.stringMatching(new RegExp(`^/api/pictures/${size}/`))
  return { imageType, imageUrl: url, signedUrl: url, imageData: null }
}

test(
  'a store is shown with its facts, their evidence and its dated signals',
  {
    tags: [
      'store-details.shop',
      'store-details.domain',
      'store-details.about',
      'store-details.email',
      'store-details.phone',
      'store-details.status-open',
      'store-details.country',
      'store-details.currency',
      'store-details.lang',
      'store-details.created-date',
      'store-details.product-count',
      'store-details.theme',
      'store-details.apps',
      'store-details.pixels',
      'store-details.image-sources',
      'calls.store-details',
    ],
  },
  async () => {
    const { db } = app.ctx
    const id = await insertStore(db, {
      slug: 'lamp-shop',
      shop: 'lamp-shop.myshopify.com',
      domain: 'lamp.example',
      email: 'hello@lamp.example',
      phone: '+4930901820',
      about: 'Lamps for readers',
      launch_day: '2026-03-05',
      logo_url: 'https://lamp.example/logo.png',
    })
    const list = (key: string, value: object) => ({
      ...fact(id, key, '[]'),
      label: 'detected' as const,
      items: JSON.stringify([item(value, 'home page')]),
    })
    await db
      .insertInto('store_facts')
      .values([
        list('apps', {
          handle: 'reviews',
          name: 'Reviews',
          source: 'script_tag',
          sources: ['script_tag'],
        }),
        list('pixels', { vendor: 'meta', id: '123' }),
        fact(id, 'country', '"DE"'),
        fact(id, 'internalNote', '"secret"'),
      ])
      .execute()
    await db
      .insertInto('store_signals')
      .values({
        store_id: id,
        kind: 'first_certificate',
        at: '2026-03-05T07:00:00Z',
        role: 'supports',
        label: 'observed',
        ...OBSERVED,
        detail: 'null',
      })
      .execute()
    const answer = await details(id)
    expect(answer.statusCode).toBe(200)
    expect(StoreDetails.parse(answer.json())).toEqual(answer.json())
    expect(answer.json()).toMatchObject({
      id,
      slug: 'lamp-shop',
      shopifyShop: 'lamp-shop.myshopify.com',
      shopifyWebsiteDomain: 'lamp.example',
      shopifyEmail: 'hello@lamp.example',
      shopifyPhone: '+4930901820',
      aboutStore: 'Lamps for readers',
      status: 'OPEN',
      shopifyCountry: 'DE',
      shopifyCurrency: 'EUR',
      shopifyLang: 'de',
      productCount: 12,
      shopifyShopCreatedDate: [2026, 3, 5, 0, 0, 0],
      shopifyApps: [{ handle: 'reviews', name: 'Reviews', source: 'script_tag' }],
      storePixels: [{ vendor: 'meta', id: '123' }],
      images: [image('logo', 'card')],
      evidence: {
        country: {
          label: 'observed',
          sourceUrl: OBSERVED.source_url,
          path: 'country',
          observedAt: '2026-03-09T10:00:05.000Z',
        },
      },
      movedHere: false,
      movedReason: null,
      signals: [{ kind: 'first_certificate', at: '2026-03-05T07:00:00.000Z', role: 'supports' }],
    })
    expect(JSON.parse(answer.json().shopifyTheme)).toMatchObject({
      name: 'Dawn',
      schemaName: 'Dawn',
      themeStoreId: 887,
    })
    expect(Object.keys(answer.json().evidence)).toEqual(FactKey.options)
    expect(answer.json().evidence.city).toEqual({
      label: 'unavailable',
      sourceUrl: null,
      path: null,
      observedAt: null,
    })
    expect((await details('LAMP-shop')).json()).toEqual(answer.json())
  },
)

const item = (value: unknown, path: string) => ({
  value,
  label: 'observed' as const,
  sourceUrl: 'https://lamp.example/',
  path,
  observedAt: '2026-03-09T10:00:05.000Z',
})

test(
  'logo and home page screenshot differ by type; a missing picture is omitted',
  { tags: ['store-details.image-type'] },
  async () => {
    const { db } = app.ctx
    const imagesOf = async (values: Parameters<typeof insertStore>[1]) =>
      (await details(await insertStore(db, values))).json().images
    const logo_url = 'https://lamp.example/logo.png'
    const screenshot_at = new Date('2026-03-09T11:00:00Z')
    const both = await imagesOf({ logo_url, screenshot_at })
    expect(both).toEqual([image('logo', 'card'), image('homepage_screenshot', 'full')])
    expect(new Set(both.map(({ imageUrl }: { imageUrl: string }) => imageUrl)).size).toBe(2)
    expect(await imagesOf({ logo_url: null, screenshot_at })).toEqual([
      image('homepage_screenshot', 'full'),
    ])
    expect(await imagesOf({ logo_url: null })).toEqual([])
  },
)

test('each list item names its source; removed and malformed items are not shown', async () => {
  const { db } = app.ctx
  const id = await insertStore(db)
  const email = (address: string) => ({
    address,
    kind: 'role',
    provider: 'own',
    isBusinessContact: true,
  })
  const items = [
    item(email('hello@lamp.example'), 'footer a[href^=mailto]'),
    item(email('team@unasked.example'), 'page text'),
    { ...item(email('old@lamp.example'), 'page text'), goneAt: '2026-03-10T10:00:00.000Z' },
    item({ address: 5 }, 'page text'),
  ]
  await db
    .insertInto('store_facts')
    .values([
      { ...fact(id, 'emails', '[]'), items: JSON.stringify(items) },
      {
        ...fact(id, 'apps', '[]'),
        items: JSON.stringify([
          item(
            {
              handle: 'loox',
              name: 'Loox',
              source: 'app_block',
              sources: ['app_block', 'script_tag'],
            },
            'app block loox',
          ),
        ]),
      },
      fact(id, 'shipsTo', '["DE","AT"]'),
    ])
    .execute()
  await db
    .insertInto('mail_hosts')
    .values([
      {
        domain: 'lamp.example',
        state: 'has_mx',
        checked_at: '2026-03-09T11:00:00Z',
        due_at: '2026-04-09T11:00:00Z',
      },
      {
        domain: 'unasked.example',
        state: 'unknown',
        checked_at: null,
        due_at: '2026-03-09T11:00:00Z',
      },
    ])
    .execute()
  const found = (await details(id)).json()
  expect(found.emails).toMatchObject([
    {
      address: 'hello@lamp.example',
      mailState: 'has_mx',
      mailCheckedAt: '2026-03-09T11:00:00.000Z',
      evidence: { sourceUrl: 'https://lamp.example/', path: 'footer a[href^=mailto]' },
    },
    { address: 'team@unasked.example', mailState: 'unknown', mailCheckedAt: null },
  ])
  expect(found.emails).toHaveLength(2)
  expect(found.shopifyApps).toMatchObject([
    { sources: ['app_block', 'script_tag'], evidence: { path: 'app block loox' } },
  ])
  expect(found.shipsTo).toEqual(['DE', 'AT'])
})

test('a fact no longer published is hidden; its evidence says where it was and since when it is gone', async () => {
  const id = await insertStore(app.ctx.db)
  await app.ctx.db
    .insertInto('store_facts')
    .values({
      ...fact(id, 'company', '"Lampen GmbH"'),
      label: 'detected',
      gone_at: '2026-03-20T00:00:00Z',
    })
    .execute()
  const found = (await details(id)).json()
  expect(found.companyName).toBeNull()
  expect(found.evidence.company).toEqual({
    label: 'unavailable',
    sourceUrl: OBSERVED.source_url,
    path: 'country',
    observedAt: '2026-03-09T10:00:05.000Z',
    goneAt: '2026-03-20T00:00:00.000Z',
  })
})

test('a fact not seen for 180 days is no longer shown', async () => {
  const ids: number[] = []
  for (const days of [FACTS_KEPT_DAYS - 1, FACTS_KEPT_DAYS + 1]) {
    const id = await insertStore(app.ctx.db)
    ids.push(id)
    const observed_at = new Date(app.ctx.now().getTime() - days * DAY_MS)
    await app.ctx.db
      .insertInto('store_facts')
      .values({ ...fact(id, 'city', '"Bremen"'), observed_at })
      .execute()
  }
  const cities = await Promise.all(ids.map(async (id) => (await details(id)).json().city))
  expect(cities).toEqual(['Bremen', null])
})

test.each(['PASSWORD_PROTECTED', 'CLOSED'] as const)(
  'a store closed to visitors is %s',
  { tags: ['store-details.status-other'] },
  async (status) => {
    const id = await insertStore(app.ctx.db, { status })
    expect((await details(id)).json().status).toBe(status)
  },
)

test('unpublished fields stay empty', async () => {
  const id = await insertStore(app.ctx.db, {
    launch_day: null,
    theme: 'null',
    theme_name: null,
    logo_url: null,
    country: null,
  })
  expect((await details(id)).json()).toMatchObject({
    shopifyShopCreatedDate: null,
    shopifyTheme: null,
    shopifyCountry: null,
    images: [],
    evidence: {},
    signals: [],
  })
})

test('digits are an id, never a slug', async () => {
  const id = await insertStore(app.ctx.db, { slug: '4711-shop' })
  expect((await details('4711-shop')).json().id).toBe(id)
  expect((await details('4711')).statusCode).toBe(404)
})

test.each([
  '0',
  '999999999',
  '99999999999999999999999999',
  'no-such-store',
  "'; drop table stores; --",
  'ä',
  '-1',
  '1.5',
])('the id or slug %s answers 404', async (idOrSlug) => {
  const answer = await details(idOrSlug)
  expect(codeOf(answer)).toEqual([404, 'not_found'])
})

test.for([
  [limits.storeDetails, '/details/0'],
  [limits.storeScore, '/0/score'],
  [limits.storeRisks, '/details/0/risks'],
  [limits.storeTimeline, '/details/0/timeline'],
] as const)(
  'an account that scrapes stores by $0.name is stopped at the documented rate across processes, with one alarm',
  { tags: ['check-32'] },
  async ([limit, path]) => {
    const own = await app.as('PRO_USER')
    const pull = async () => (await own.send(`/api/stores${path}`)).statusCode
    const countElsewhere = createDetailsLimit(app.ctx.db, limit)
    const ctx = { ...app.ctx, network: '192.0.2.1' }
    for (let looks = 0; looks < STORE_DETAILS_PER_HOUR - 50; looks += 1)
      await countElsewhere(ctx, own.userId)
    const statuses: number[] = []
    for (let looks = 0; looks < 60; looks += 1) statuses.push(await pull())
    expect(statuses).toEqual([...Array(50).fill(404), ...Array(10).fill(429)])
    const refused = await own.send(`/api/stores${path}`)
    expect([refused.json().code, Number(refused.headers['retry-after']) > 0]).toEqual([
      'rate_limited',
      true,
    ])
    const alarms = await app.auditDetails(own.userId, 'access.too_much')
    const expected = { endpoint: limit.name, perHour: STORE_DETAILS_PER_HOUR }
    expect(alarms.filter((alarm) => isDeepStrictEqual(alarm, expected))).toHaveLength(1)
    const logged = app.ctx.testLog.entries.filter(({ event }) => event === 'access.too_much')
    expect(logged.filter((entry) => entry['endpoint'] === limit.name)).toHaveLength(1)
    expect((await details('0')).statusCode).toBe(404)
  },
)
