import { expect, test } from 'vitest'
import {
  catalogue,
  HOME,
  meta,
  P1,
  page,
  redirect,
  type Reply,
  SHOP,
  SHOPIFY,
  type Site,
  siteAt,
  startProbe,
  visitShop,
} from '#testing/discovery/test-site.ts'
import type { PageValidators } from './probe-result.ts'

const META = 'https://shop.test/meta.json'
const HOME_URL = 'https://shop.test/'
const tagged = (reply: Reply, etag: string): Reply => ({
  ...reply,
  headers: { ...reply.headers, etag },
})
const site = (metaTag = '"m1"', homeTag = '"h1"'): Site => ({
  ...SHOP,
  '/meta.json': tagged(meta(2), metaTag),
  '/': tagged(page(HOME), homeTag),
})
const known: PageValidators[] = [
  { url: META, etag: '"m1"', lastModified: null },
  { url: HOME_URL, etag: '"h1"', lastModified: 'Mon, 02 Nov 2026 10:00:00 GMT' },
]

test('a visit returns the validators for the next visit’s conditional requests', async () => {
  const { probe } = startProbe(site('"m1"', 'W/"h1"'))
  expect(await probe('shop.test')).toMatchObject({
    kind: 'store',
    validators: [
      { url: META, etag: '"m1"' },
      { url: HOME_URL, etag: 'W/"h1"' },
    ],
  })
})

test.each<[string, Site]>([
  ['one of the pages has none', { ...SHOP, '/meta.json': tagged(meta(2), '"m1"') }],
  ['they are too long to keep', site('"m1"', `"${'x'.repeat(300)}"`)],
  ['a contact page fails', { ...site(), '/policies/contact-information': { status: 429 } }],
  ['they could smuggle a header in', site('"m1"', '"a"\r\nx-evil: 1')],
  ['the shop is behind its password', { ...site(), '/': tagged(page(`${HOME} storefront_password`), '"h1"') }],
])('no validators are kept when %s', async (_, given) => {
  const result = await startProbe(given).probe('shop.test')
  expect(result).toMatchObject({ kind: 'store' })
  expect(result).not.toHaveProperty('validators')
}) // prettier-ignore

test('two unchanged pages end a visit after three requests', async () => {
  const { probe, asked, conditions } = startProbe(site(), { known })
  expect(await probe('shop.test')).toEqual({ kind: 'unchanged', finalHost: 'shop.test' })
  expect(asked).toHaveLength(3)
  expect(conditions.slice(1)).toEqual([
    { 'if-none-match': '"m1"' },
    { 'if-none-match': '"h1"', 'if-modified-since': 'Mon, 02 Nov 2026 10:00:00 GMT' },
  ])
})

test.each([
  ['only the home page changed', '"m1"', '"h2"', ['/robots.txt', '/meta.json', '/', '/meta.json']],
  ['only meta.json changed', '"m2"', '"h1"', ['/robots.txt', '/meta.json', '/']],
])('when %s, both are read in full', async (_, metaTag, homeTag, first) => {
  const { probe, asked } = startProbe(site(metaTag, homeTag), { known })
  expect(await probe('shop.test')).toMatchObject({ kind: 'store', products: [{}, {}] })
  expect(asked.slice(0, first.length)).toEqual(first)
  expect(asked.length).toBeLessThanOrEqual(8)
})

test('validators for another address are not sent', async () => {
  const other = known.map((one) => ({ ...one, url: one.url.replace('shop', 'www.shop') }))
  const { probe, conditions } = startProbe(site(), { known: other })
  expect(await probe('shop.test')).toMatchObject({ kind: 'store' })
  expect(conditions.every((headers) => headers === undefined)).toBe(true)
})

test('a 304 in reply to an unconditional request is not a shop', async () => {
  const nothing = { status: 304, headers: SHOPIFY }
  const { result } = await visitShop({ '/meta.json': nothing, '/': nothing, [P1]: catalogue() })
  expect(result.kind).toBe('not_a_store')
})

test('a shop that gained a password since is protected, although meta.json did not change', async () => {
  const given = {
    ...site(),
    '/': redirect('/password'),
    '/password': page(`${HOME} storefront_password`),
  }
  const { probe } = startProbe(given, { known })
  expect(await probe('shop.test')).toMatchObject({
    kind: 'store',
    snapshot: { status: { value: 'password_protected' } },
  })
})

test('a sub-domain that redirects to other software belongs to a headless shop on the parent domain only', async () => {
  const headers = { server: 'vercel' }
  const own = {
    '/robots.txt': { status: 404, headers },
    '/meta.json': { status: 404, headers },
    '/': { headers, body: '<html>Our own site' },
  }
  for (const [host, reason] of [
    ['brand.test', 'headless'],
    ['stranger.test', 'other_platform'],
  ] as const) {
    const { probe } = startProbe({
      ...siteAt(`https://${host}`, own),
      'https://shop.brand.test/robots.txt': redirect(`https://${host}/robots.txt`),
    })
    expect(await probe('shop.brand.test')).toEqual({ kind: 'not_a_store', reason })
  }
})
