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
  startProbe,
} from '#testing/discovery/test-site.ts'
import type { PageValidators } from './probe-result.ts'

const META = 'https://shop.test/meta.json'
const HOME_URL = 'https://shop.test/'
const tagged = (reply: Reply, etag: string): Reply => ({
  ...reply,
  headers: { ...reply.headers, etag },
})
const site = (metaTag: string, homeTag: string): Site => ({
  ...SHOP,
  [META]: tagged(meta(2), metaTag),
  [HOME_URL]: tagged(page(HOME), homeTag),
})
const known = (metaTag: string, homeTag: string): PageValidators[] => [
  { url: META, etag: metaTag, lastModified: null },
  { url: HOME_URL, etag: homeTag, lastModified: 'Mon, 02 Nov 2026 10:00:00 GMT' },
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
  ['one of the pages has none', { ...SHOP, [META]: tagged(meta(2), '"m1"') }],
  ['they are too long to keep', site('"m1"', `"${'x'.repeat(300)}"`)],
  ['a contact page fails', { ...site('"m1"', '"h1"'), 'https://shop.test/policies/contact-information': { status: 429 } }],
  ['they could smuggle a header in', site('"m1"', '"a"\r\nx-evil: 1')],
  ['the shop is behind its password', { ...site('"m1"', '"h1"'), [HOME_URL]: tagged(page(`${HOME} storefront_password`), '"h1"') }],
])('no validators are kept when %s', async (_, given) => {
  const result = await startProbe(given).probe('shop.test')
  expect(result).toMatchObject({ kind: 'store' })
  expect(result).not.toHaveProperty('validators')
}) // prettier-ignore

test('two unchanged pages end a visit after three requests', async () => {
  const { probe, asked, conditions } = startProbe(site('"m1"', '"h1"'), {
    known: known('"m1"', '"h1"'),
  })
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
  const { probe, asked } = startProbe(site(metaTag, homeTag), { known: known('"m1"', '"h1"') })
  expect(await probe('shop.test')).toMatchObject({ kind: 'store', products: [{}, {}] })
  expect(asked.slice(0, first.length).map((url) => url.replace('https://shop.test', ''))).toEqual(
    first,
  )
  expect(asked.length).toBeLessThanOrEqual(8)
})

test('validators for another address are not sent', async () => {
  const other = known('"m1"', '"h1"').map((one) => ({
    ...one,
    url: one.url.replace('shop', 'www.shop'),
  }))
  const { probe, conditions } = startProbe(site('"m1"', '"h1"'), { known: other })
  expect(await probe('shop.test')).toMatchObject({ kind: 'store' })
  expect(conditions.every((headers) => headers === undefined)).toBe(true)
})

test('a 304 in reply to an unconditional request is not a shop', async () => {
  const nothing = { status: 304, headers: SHOPIFY }
  const { probe } = startProbe({ ...SHOP, [META]: nothing, [HOME_URL]: nothing, [P1]: catalogue() })
  expect((await probe('shop.test')).kind).toBe('not_a_store')
})

test('a shop that gained a password since is protected, although meta.json did not change', async () => {
  const given = {
    ...site('"m1"', '"h1"'),
    [HOME_URL]: redirect('/password'),
    'https://shop.test/password': page(`${HOME} storefront_password`),
  }
  const { probe } = startProbe(given, { known: known('"m1"', '"h1"') })
  expect(await probe('shop.test')).toMatchObject({
    kind: 'store',
    snapshot: { status: { value: 'password_protected' } },
  })
})

test('a sub-domain that redirects to other software on the parent domain belongs to a headless shop', async () => {
  const given: Site = {
    'https://shop.brand.test/robots.txt': redirect('https://brand.test/robots.txt'),
    'https://brand.test/robots.txt': { status: 404, headers: { server: 'vercel' } },
    'https://brand.test/meta.json': { status: 404, headers: { server: 'vercel' } },
    'https://brand.test/': { headers: { server: 'vercel' }, body: '<html>Our own site' },
  }
  expect(await startProbe(given).probe('shop.brand.test')).toEqual({
    kind: 'not_a_store',
    reason: 'headless',
  })
  const stranger = Object.fromEntries(
    Object.entries(given).map(([url, reply]) => [
      url.replace('//brand.test', '//stranger.test'),
      reply,
    ]),
  )
  const sentAway = {
    ...stranger,
    'https://shop.brand.test/robots.txt': redirect('https://stranger.test/robots.txt'),
  }
  expect(await startProbe(sentAway).probe('shop.brand.test')).toEqual({
    kind: 'not_a_store',
    reason: 'other_platform',
  })
})
