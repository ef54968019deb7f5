import { beforeEach, expect, test } from 'vitest'
import { addDays, DAY_MS, dayOf } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import { getStoreDetails, listStores, type StoreDetails } from '#contracts/catalog/stores.ts'
import type { FilterKey } from '#contracts/catalog/store-filters.ts'
import type { StoreSnapshot } from '#discovery/extract/store-snapshot.ts'
import type { ProductRecord } from '#discovery/products/parse-products.ts'
import { saveCatalogueFigures } from '#server/discovery/catalogue/catalogue-figures.ts'
import { saveProducts } from '#server/discovery/catalogue/save-products.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { up as fillFilterColumns } from '#server/platform/db/migrations/0007-filter-values.ts'
import { emptyDiscovery } from '#testing/discovery/empty-discovery.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { publishShop } from '#testing/discovery/discovery-harness.ts'
import { emailFact, fact, productOf, type ShopSeed, signal } from '#testing/snapshots.ts'
import { sendAnew, startTestApp } from '#testing/test-app.ts'

const app = sharedByTests(startTestApp)
const send = sendAnew(app, 'PLUS_USER')
beforeEach(() => emptyDiscovery(app.ctx.db))

const LAMP = { shopId: '71', host: 'lamp.example' }
const BARE = { shopId: '72', host: 'bare.example' }
const HOME = 'https://lamp.example/'
const CONTACT = 'https://lamp.example/pages/contact'

const visit = (seed: ShopSeed & { host: string }, facts: Partial<StoreSnapshot> = {}) =>
  publishShop(app.ctx, { pagesRead: [`https://${seed.host}/`, CONTACT], ...facts }, seed)

const detailsOf = async (id: StoreId) =>
  getStoreDetails.response.parse((await send(`/api/stores/details/${id}`)).json())
const list = async (query: string) =>
  listStores.response.parse((await send(`/api/stores?launchStatus=all&${query}`)).json())
const totalOf = async (query: string) => (await list(query)).totalElements

const row = (domain = LAMP.host) =>
  app.ctx.db.selectFrom('stores').selectAll().where('domain', '=', domain).executeTakeFirstOrThrow()

const everything: Partial<StoreSnapshot> = {
  city: fact('Bremen', HOME),
  region: fact('Land Bremen', HOME),
  languages: [fact('de', HOME), fact('en', HOME)],
  markets: fact(
    [
      { country: 'AT', currency: 'EUR' },
      { country: 'CH', currency: 'CHF' },
      { country: 'DE', currency: 'EUR' },
    ],
    HOME,
  ),
  rating: fact({ value: 4.5, best: 5, count: 120 }, HOME),
  freeShipping: fact('50 €', HOME, 'detected'),
  payLater: [fact({ id: 'klarna', name: 'Klarna' }, HOME)],
  emails: [emailFact('lamp@gmail.com', CONTACT, { provider: 'free_mail' })],
  phones: [fact({ text: '01 234', e164: '+431234', country: 'AT' }, CONTACT)],
  address: fact('Hafenstr. 4, 28195 Bremen', CONTACT),
  registrations: [
    fact({ kind: 'vat', number: 'DE123456789' } as const, CONTACT),
    fact({ kind: 'vat', number: 'ATU12345678' } as const, CONTACT),
    fact({ kind: 'register', number: 'HRB 1' } as const, CONTACT),
  ],
  openingHours: fact([{ days: [1], opens: '09:00', closes: '18:00' }], HOME),
  socials: [
    fact({ network: 'instagram', handle: 'lamp', url: 'https://instagram.com/lamp' }, HOME),
  ],
  blog: fact(`${HOME}blogs/news`, HOME),
  aboutPage: fact(`${HOME}pages/about-us`, HOME, 'detected'),
  signals: [signal('domain_registered', '2026-02-08T08:00:00.000Z')],
}

/** Each has the one variant of the made product. */
const offers: (Partial<ProductRecord> & { productId: string })[] = [
  { productId: '1', priceMinMinor: 1_290, available: true },
  { productId: '2', priceMinMinor: 8_600, available: false },
  { productId: '3', priceMinMinor: 21_500, available: true },
  { productId: '4', priceMinMinor: 4_300, available: true },
]

async function visitWithProducts() {
  const storeId = await visit(LAMP, everything)
  const products = offers.map((offer) => ({
    ...productOf(offer.productId, `Lamp ${offer.productId}`),
    ...offer,
  }))
  await inTransaction(app.ctx, async (ctx) => {
    await saveProducts(ctx, [{ storeId, currency: 'EUR', products, walk: null }])
    await saveCatalogueFigures(ctx, [storeId])
  })
  return storeId
}

const written = [
  'domain_registered_on',
  'protected_at',
  'has_reopened',
  'markets',
  'market_currencies',
  'review_count',
  'rating_percent',
  'has_free_shipping',
  'pay_later',
  'phone_country',
  'has_street',
  'registrations',
  'has_opening_hours',
] as const
const unwritten = Object.fromEntries(written.map((name) => [name, null]))

/** Each filter with a value of the store that publishes everything, and where its page shows it. */
const AGREEING: [FilterKey, string, (store: StoreDetails) => unknown, unknown][] = [
  ['region', 'land bremen', ({ region }) => region, 'Land Bremen'],
  ['city', 'bremen', ({ city }) => city, 'Bremen'],
  ['languages', 'en', ({ languages }) => languages.map(({ code }) => code), ['de', 'en']],
  ['markets', 'CH', ({ markets }) => markets.map(({ country }) => country), ['AT', 'CH', 'DE']],
  ['currencies', 'CHF', ({ markets }) => markets[1]?.currency, 'CHF'],
  [
    'domainAge',
    '30..30',
    ({ signals }) => signals.find(({ kind }) => kind === 'domain_registered')?.at,
    '2026-02-08T08:00:00.000Z',
  ],
  ['priceMin', '15..15', ({ shopifyCurrency }) => shopifyCurrency, 'EUR'],
  ['priceMax', '250..250', ({ shopifyCurrency }) => shopifyCurrency, 'EUR'],
  ['variants', '4..4', ({ shopifyCurrency }) => shopifyCurrency, 'EUR'],
  ['soldOut', '25..25', ({ shopifyCurrency }) => shopifyCurrency, 'EUR'],
  ['rating', '90..90', ({ rating }) => rating?.value, 4.5],
  ['reviews', '120..120', ({ rating }) => rating?.count, 120],
  ['freeShipping', 'yes', ({ freeShippingFrom }) => freeShippingFrom, '50 €'],
  ['payLater', 'klarna', ({ payLater }) => payLater.map(({ id }) => id), ['klarna']],
  ['mailProvider', 'gmail', ({ shopifyEmail }) => shopifyEmail, 'lamp@gmail.com'],
  ['phoneCountry', 'AT', ({ phones }) => phones[0]?.country, 'AT'],
  ['street', 'yes', ({ companyAddress }) => companyAddress, 'Hafenstr. 4, 28195 Bremen'],
  [
    'registration',
    'register',
    ({ registrations }) => registrations.map(({ kind }) => kind),
    ['vat', 'vat', 'register'],
  ],
  ['openingHours', 'yes', ({ openingHours }) => openingHours.length, 1],
  ['socialCount', '1..1', ({ socials }) => socials.length, 1],
  ['blog', 'yes', ({ blogUrl }) => blogUrl, `${HOME}blogs/news`],
  ['aboutPage', 'yes', ({ aboutPageUrl }) => aboutPageUrl, `${HOME}pages/about-us`],
]

test('a filter by what a store publishes finds that store and no other, and its page shows it', async () => {
  const id = await visitWithProducts()
  await visit(BARE)
  const details = await detailsOf(id)
  for (const [key, value, shown, expected] of AGREEING) {
    const { content } = await list(`${key}=${encodeURIComponent(value)}`)
    expect([key, content.map(({ domain }) => domain)]).toEqual([key, [LAMP.host]])
    expect([key, shown(details)]).toEqual([key, expected])
  }
})

test('the store’s page shows the day of the last look that the list filters by', async () => {
  const id = await visit(LAMP)
  const day = dayOf(new Date((await detailsOf(id)).lastCheckedAt))
  expect(await totalOf(`checked=${day}`)).toBe(1)
  expect(await totalOf(`checked=..${addDays(day, -1)}`)).toBe(0)
})

test('days behind the password run until it opens, and a store that closed meanwhile may reopen', async () => {
  await visit({ ...LAMP, status: 'password_protected' })
  app.ctx.clock.advance(3 * DAY_MS)
  await visit({ ...LAMP, status: 'password_protected' })
  expect(await totalOf('passwordDays=3..3')).toBe(1)
  app.ctx.clock.advance(2 * DAY_MS)
  await visit(LAMP)
  app.ctx.clock.advance(2 * DAY_MS)
  await visit(LAMP)
  expect(await totalOf('passwordDays=5..5')).toBe(1)
  expect(await totalOf('reopened=no')).toBe(1)
  await app.ctx.db.updateTable('stores').set({ status: 'CLOSED' }).execute()
  await visit(LAMP)
  expect(await totalOf('reopened=yes')).toBe(1)
  await visit({ ...LAMP, status: 'password_protected' })
  app.ctx.clock.advance(DAY_MS)
  await visit({ ...LAMP, status: 'password_protected' })
  expect(await totalOf('passwordDays=1..1&reopened=yes')).toBe(1)
  await visit(BARE)
  expect(await totalOf('passwordDays=0..0')).toBe(1)
  app.ctx.clock.advance(-8 * DAY_MS)
})

test('the migration gives a store that the first release wrote what a visit would give it', async () => {
  await visit({ ...LAMP, status: 'password_protected' })
  await visit(LAMP, { ...everything, registrations: everything.registrations?.slice(0, 1) ?? [] })
  await visit(LAMP, { ...everything, openingHours: null })
  await visit(BARE)
  const domains = [LAMP.host, BARE.host]
  const before = await Promise.all(domains.map(row))
  expect(before.map(({ has_opening_hours: is }) => is)).toEqual([false, false])
  await app.ctx.db.updateTable('stores').set(unwritten).execute()
  expect(await row()).toMatchObject(unwritten)
  await fillFilterColumns(app.ctx.db as never)
  const after = await Promise.all(domains.map(row))
  const sorted = (stores: typeof after) =>
    stores.map((store) => ({
      ...store,
      market_currencies: store.market_currencies?.toSorted(),
      registrations: store.registrations?.toSorted(),
    }))
  expect(sorted(after)).toEqual(sorted(before))
})

test('a store that only the release before has seen since is unknown, never without', async () => {
  await visit(LAMP, everything)
  await app.ctx.db.updateTable('stores').set(unwritten).execute()
  for (const key of [
    'reopened',
    'markets',
    'currencies',
    'freeShipping',
    'payLater',
    'street',
    'registration',
    'openingHours',
  ])
    expect([key, await totalOf(`${key}=unknown`)]).toEqual([key, 1])
})
