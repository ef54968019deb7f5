import { expect, test } from 'vitest'
import { DAY_MS } from '#contracts/dates.ts'
import type { MailHostState } from '#contracts/catalog/facts.ts'
import type { Fact, StoreSnapshot } from '#discovery/extract/store-snapshot.ts'
import { createFactRetention } from '#server/discovery/upkeep/fact-retention.ts'
import { checkMailHostsStep } from '#server/discovery/upkeep/mail-hosts.ts'
import { emailFact, fact } from '#testing/snapshots.ts'
import { publishShop, useDiscovery, visitsIn } from '#testing/discovery/discovery-harness.ts'

const ctx = useDiscovery()
const { eventKinds, store } = visitsIn(ctx)

const HOME = 'https://lamp.example/'
const CONTACT = 'https://lamp.example/pages/contact'

const email = (address: string) => emailFact(address, CONTACT)
const visit = (seen: Partial<StoreSnapshot>) =>
  publishShop(ctx, { pagesRead: [HOME, CONTACT], ...seen })
const factRow = (key: string) =>
  ctx.db.selectFrom('store_facts').selectAll().where('key', '=', key).executeTakeFirst()

const everything: Partial<StoreSnapshot> = {
  city: fact('Bremen'),
  region: fact('Bremen'),
  shipsTo: fact(['AT', 'DE']),
  languages: [fact('de'), fact('en')],
  category: fact({ id: 'home_living', confidence: 'high' }, HOME, 'inferred'),
  paymentBrands: [fact({ id: 'visa', name: 'Visa' })],
  socials: [fact({ network: 'instagram', handle: 'lamp', url: 'https://www.instagram.com/lamp' })],
  policies: [fact({ kind: 'privacy', url: `${HOME}policies/privacy-policy` })],
  contactForm: fact(CONTACT, CONTACT),
  company: fact('Lampen GmbH', CONTACT),
  emails: [email('hello@lamp.example'), email('orders@lamp.example')],
  phones: [fact({ text: '030 901820', e164: '+4930901820', country: 'DE' }, CONTACT)],
  apps: [
    fact({ handle: 'loox', name: 'Loox', source: 'app_block', sources: ['app_block', 'pixel'] }),
  ],
}

test('facts fill the columns that lists filter by', async () => {
  await visit(everything)
  expect(await store()).toMatchObject({
    city: 'Bremen',
    languages: ['de', 'en'],
    ships_to: ['AT', 'DE'],
    category: 'home_living',
    category_confidence: 'high',
    payment_brands: ['visa'],
    socials: ['instagram'],
    policies: ['privacy'],
    has_contact_form: true,
    company: 'Lampen GmbH',
    email: 'hello@lamp.example',
    email_kind: 'role',
    email_domain: 'lamp.example',
    email_is_own_domain: true,
    email_state: 'unknown',
    phone: '+4930901820',
    theme_schema: 'Dawn',
    theme_version: '15.0.0',
    apps: [{ handle: 'loox', sources: ['app_block', 'pixel'] }],
  })
})

test('terms are stored with their evidence, each number and service once', async () => {
  const number = fact({ kind: 'vat', number: 'DE123456789' } as const, CONTACT)
  await visit({
    ...everything,
    registrations: [number],
    payLater: [fact({ id: 'klarna', name: 'Klarna' }, HOME)],
    furtherAddresses: [fact('Hafenstr. 4, 24103 Kiel', CONTACT)],
    markets: fact([{ country: 'DE', currency: 'EUR' }], HOME),
    freeShipping: fact('50 €', HOME, 'detected'),
    rating: fact({ value: 4.7, best: 5, count: 12 }, HOME),
    openingHours: fact([{ days: [1], opens: '09:00', closes: '18:00' }], HOME),
  })
  await visit({ ...everything, registrations: [number], freeShipping: null })
  expect(await factRow('registrations')).toMatchObject({
    value: [{ kind: 'vat', number: 'DE123456789' }],
    source_url: CONTACT,
    gone_at: null,
  })
  for (const key of [
    'payLater',
    'furtherAddresses',
    'markets',
    'freeShipping',
    'rating',
    'openingHours',
  ])
    expect((await factRow(key))?.gone_at).not.toBeNull()
})

test('the same visit twice leaves the same rows', async () => {
  const read = async () => [
    await store(),
    await ctx.db.selectFrom('store_facts').selectAll().orderBy('key').execute(),
  ]
  await visit(everything)
  const once = await read()
  await visit(everything)
  expect(await read()).toEqual(once)
})

test('pages that were not read again remove no facts', async () => {
  await visit(everything)
  const before = await store()
  await visit({ pagesRead: ['https://lamp.example/meta.json'], theme: null, country: null })
  expect(await store()).toMatchObject({
    email: before.email,
    phone: before.phone,
    company: before.company,
    country: 'DE',
    theme: before.theme,
    payment_brands: ['visa'],
  })
  expect((await factRow('company'))?.gone_at).toBeNull()
})

test('a fact that a page no longer states is marked with the time, and no longer shown', async () => {
  await visit(everything)
  ctx.clock.advance(DAY_MS)
  const missedAt = ctx.now()
  await visit({ ...everything, company: null, emails: [email('orders@lamp.example')] })
  expect(await store()).toMatchObject({ company: null, email: 'orders@lamp.example' })
  expect((await factRow('company'))?.gone_at).toEqual(missedAt)
  const emails = await factRow('emails')
  expect(emails?.value).toMatchObject([{ address: 'orders@lamp.example' }])
  expect(emails?.items).toMatchObject([
    { value: { address: 'orders@lamp.example' } },
    { value: { address: 'hello@lamp.example' }, goneAt: missedAt.toISOString() },
  ])
  ctx.clock.advance(DAY_MS)
  await visit(everything)
  expect(await store()).toMatchObject({ company: 'Lampen GmbH', email: 'hello@lamp.example' })
  expect((await factRow('company'))?.gone_at).toBeNull()
  ctx.clock.advance(-2 * DAY_MS)
})

test('a personal address that is not a business contact is not stored', async () => {
  const personal = { kind: 'personal', isBusinessContact: false } as const
  const jane = emailFact('jane.doe@lamp.example', CONTACT, personal)
  await visit({ ...everything, emails: [jane] })
  expect(await store()).toMatchObject({ email: null, email_state: null })
  const rows = await ctx.db.selectFrom('store_facts').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain('jane.doe')
})

const asking = (states: Record<string, MailHostState>) => {
  const asked: string[] = []
  const ask = async (domain: string): Promise<MailHostState> => {
    asked.push(domain)
    return states[domain] ?? 'unknown'
  }
  return { asked, ask }
}

test('each mail domain is looked up once, and its answer reaches the store with the time of the check', async () => {
  await visit({ ...everything, emails: [email('hello@lamp.example'), email('hi@other.example')] })
  const { asked, ask } = asking({ 'lamp.example': 'has_mx', 'other.example': 'no_mx' })
  await checkMailHostsStep(ctx, ask)
  await checkMailHostsStep(ctx, ask)
  expect(asked.toSorted()).toEqual(['lamp.example', 'other.example'])
  expect((await store()).email_state).toBe('has_mx')
  expect(
    await ctx.db
      .selectFrom('mail_hosts')
      .selectAll()
      .where('domain', '=', 'other.example')
      .executeTakeFirst(),
  ).toMatchObject({ state: 'no_mx', checked_at: ctx.now() })
  await visit(everything)
  expect((await store()).email_state).toBe('has_mx')
})

test('a domain that cannot be looked up stays unknown and is retried; a later failure keeps the last answer', async () => {
  await visit(everything)
  await checkMailHostsStep(ctx, asking({}).ask)
  expect((await store()).email_state).toBe('unknown')
  expect(await ctx.db.selectFrom('mail_hosts').select('checked_at').executeTakeFirst()).toEqual({
    checked_at: null,
  })
  ctx.clock.advance(DAY_MS)
  await checkMailHostsStep(ctx, asking({ 'lamp.example': 'has_mx' }).ask)
  expect((await store()).email_state).toBe('has_mx')
  ctx.clock.advance(40 * DAY_MS)
  await checkMailHostsStep(ctx, asking({}).ask)
  expect((await store()).email_state).toBe('has_mx')
  ctx.clock.advance(-41 * DAY_MS)
})

test('facts not seen for 180 days are deleted', async () => {
  const observedAt = (found: Fact<string>, at: Date): Fact<string> => ({
    ...found,
    evidence: { ...found.evidence, observedAt: at.toISOString() },
  })
  await visit({
    ...everything,
    city: observedAt(fact('Bremen'), new Date(ctx.now().getTime() + 100 * DAY_MS)),
  })
  const forget = createFactRetention(ctx)
  ctx.clock.advance(179 * DAY_MS)
  await forget()
  expect((await store()).email).toBe('hello@lamp.example')
  ctx.clock.advance(3 * DAY_MS)
  // Meanwhile the shop answered that nothing changed, or that it is closed.
  await ctx.db.updateTable('stores').set({ last_checked_at: ctx.now() }).execute()
  await createFactRetention(ctx)()
  expect(await store()).toMatchObject({
    email: null,
    phone: null,
    company: null,
    email_state: null,
  })
  expect(await ctx.db.selectFrom('store_facts').select('key').execute()).toEqual([{ key: 'city' }])
  ctx.clock.advance(-182 * DAY_MS)
})

test('a pixel whose app we can name since the last visit is the same pixel as before', async () => {
  const pixel = (vendor: string, path: string) => ({
    ...fact({ vendor, id: 'AbC123' }, HOME),
    evidence: { url: HOME, path, observedAt: '2026-03-10T10:00:00.000Z' },
  })
  const klaviyo = 'webPixelsConfigList apiClientId 123074'
  const unnamed = pixel('App 3977633', 'webPixelsConfigList apiClientId 3977633')
  await visit({ pixels: [pixel('App 123074', klaviyo), unnamed] })
  await visit({ pixels: [pixel('Klaviyo', klaviyo), unnamed] })
  expect((await factRow('pixels'))?.items).toHaveLength(2)
  expect((await store()).pixels.map(({ vendor }) => vendor)).toEqual(['Klaviyo', 'App 3977633'])
  expect(await eventKinds()).toEqual(['found'])
  await visit({ pixels: [unnamed] })
  const events = await ctx.db
    .selectFrom('store_events')
    .select(['kind', 'subject'])
    .orderBy('id')
    .execute()
  expect(events.slice(1)).toEqual([{ kind: 'pixel_removed', subject: 'Klaviyo' }])
})

test('an app that is known by its pixel is stored like every other app', async () => {
  const path = 'webPixelsConfigList apiClientId 123074'
  const app = { handle: 'klaviyo', name: 'Klaviyo', source: 'pixel', sources: ['pixel' as const] }
  await visit({ apps: [{ ...fact(app), evidence: { ...fact(app).evidence, path } }] })
  await visit({ apps: [], pagesRead: [] })
  expect((await store()).apps).toEqual([app])
})
