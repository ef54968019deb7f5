import { expect, test } from 'vitest'
import type { DnsAnswer } from '#discovery/dns/resolver.ts'
import {
  catalogue,
  DAY_MS,
  HOME,
  meta,
  P1,
  page,
  redirect,
  type Reply,
  SHOP,
  SHOPIFY,
  startProbe,
} from '#testing/discovery/test-site.ts'

const paths = (asked: string[]) => asked.map((url) => url.replace('https://shop.test', ''))

test('a visit requests the pages of a shop in the order that decides earliest', async () => {
  const { probe, asked } = startProbe(SHOP)
  const result = await probe('shop.test')
  expect(result).toMatchObject({ kind: 'store', finalHost: 'shop.test', products: [{}, {}] })
  expect(paths(asked)).toEqual([
    '/robots.txt', '/meta.json', '/', '/products.json?limit=250&page=1', '/policies/contact-information', '/pages/contact',
  ]) // prettier-ignore
})

test('the visit ends early when the first pages show an old shop', async () => {
  const { probe, asked } = startProbe(
    { ...SHOP, 'https://shop.test/meta.json': meta(900) },
    { isWorthMore: () => false },
  )
  expect(await probe('shop.test')).toMatchObject({ kind: 'store' })
  expect(asked).toHaveLength(4)
})

test('the visit skips contact pages when the home page gives both an e-mail address and a telephone number', async () => {
  const { probe, asked } = startProbe({
    ...SHOP,
    'https://shop.test/': page(`${HOME} info@shop.test +4930123456`),
  })
  await probe('shop.test')
  expect(asked).toHaveLength(4)
})

test('contact pages linked from the home page come first, two at most', async () => {
  const links = `<a href="/cart">x</a> <a href='/pages/help'>x</a> <a href="https://other.test/pages/contact">x</a>
    <a href=/en-de/pages/kontakt-formular?a=1#x>x</a> <a href="//shop.test/policies/contact-information">x</a>`
  const { probe, asked } = startProbe({
    ...SHOP,
    'https://shop.test/': page(HOME + links),
    'https://shop.test/policies/contact-information': page('hello@shop.test'),
  })
  const result = await probe('shop.test')
  expect(paths(asked).slice(4)).toEqual([
    '/policies/contact-information',
    '/en-de/pages/kontakt-formular',
  ])
  expect(result).toMatchObject({
    snapshot: { emails: [{ value: { address: 'hello@shop.test' } }] },
  })
})

test('a failing contact page does not discard the store', async () => {
  const { probe } = startProbe({
    ...SHOP,
    'https://shop.test/policies/contact-information': { status: 429 },
  })
  expect(await probe('shop.test')).toMatchObject({
    kind: 'store',
    contactTrouble: { kind: 'retry' },
  })
})

test('a contact page that hangs the extractors leaves what the other pages say', async () => {
  const hangs = { 'https://shop.test/policies/contact-information': page('TOO SLOW') }
  const { probe } = startProbe({ ...SHOP, ...hangs })
  const result = await probe('shop.test')
  expect(result).toMatchObject({
    kind: 'store',
    snapshot: { isStore: true },
    products: [{}, {}],
    contactTrouble: { cause: 'timeout' },
  })
  expect(result).not.toHaveProperty('validators')
})

test('the last page of a large catalogue dates the shop and contributes its products', async () => {
  const last = 'https://shop.test/products.json?limit=250&page=3'
  const site = {
    ...SHOP,
    'https://shop.test/meta.json': meta(501),
    [last]: catalogue('2019-05-01', '2026-11-01'),
  }
  const { probe, asked } = startProbe(site, {
    isWorthMore: ({ signals }) => signals.every(({ at }) => at > '2020'),
  })
  const result = await probe('shop.test')
  expect(asked).toEqual([...Object.keys(SHOP), last])
  if (result.kind !== 'store') throw new Error(result.kind)
  expect(result.products.map(({ productId }) => productId)).toEqual([
    '2026-11-01-0',
    '2026-10-30-1',
    '2019-05-01-0',
    '2026-11-01-1',
  ])
  expect(result.snapshot.signals).toMatchObject([
    { kind: 'oldest_product_created', at: '2019-05-01', evidence: { url: last } },
    { kind: 'newest_product_created', at: '2026-11-01', evidence: { url: P1 } },
  ])
})

test('no page beyond the platform’s limit is requested', async () => {
  const { probe, asked } = startProbe({ ...SHOP, 'https://shop.test/meta.json': meta(25_001) })
  await probe('shop.test')
  expect(asked.filter((url) => url.includes('products.json'))).toEqual([P1])
})

test('a temporary failure of the last catalogue page postpones the verdict', async () => {
  const { probe } = startProbe({
    ...SHOP,
    'https://shop.test/meta.json': meta(300),
    'https://shop.test/products.json?limit=250&page=2': { status: 503 },
  })
  expect(await probe('shop.test')).toMatchObject({ kind: 'retry', cause: 'server_error' })
})

test.each([
  ['closed by the merchant', { status: 404, headers: SHOPIFY, body: '' }],
  ['refused', { status: 403, headers: SHOPIFY, body: 'no' }],
  ['answered by a page', page('<html>')],
])('a catalogue that is %s leaves a store without products', async (_name, reply) => {
  const { probe } = startProbe({ ...SHOP, [P1]: reply })
  expect(await probe('shop.test')).toMatchObject({ kind: 'store', products: [] })
})

test('a redirect to the password page makes a protected store, with one request fewer', async () => {
  const { probe, asked } = startProbe({
    ...SHOP,
    'https://shop.test/meta.json': redirect('/password'),
    'https://shop.test/': redirect('https://shop.test/password'),
    'https://shop.test/password': page(`${HOME} storefront_password`),
  })
  expect(await probe('shop.test')).toMatchObject({
    kind: 'store',
    snapshot: { status: { value: 'password_protected' } },
    products: [],
  })
  expect(paths(asked)).toEqual(['/robots.txt', '/meta.json', '/password'])
})

test('a protected store whose meta.json still answers is found at its home page', async () => {
  const { probe, asked } = startProbe({
    ...SHOP,
    'https://shop.test/': redirect('/password'),
    'https://shop.test/password': page(HOME),
  })
  expect(await probe('shop.test')).toMatchObject({ kind: 'store' })
  expect(paths(asked)).toEqual(['/robots.txt', '/meta.json', '/', '/password'])
})

test('the extractors recognise a password page without a redirect, and no contact page is requested', async () => {
  const { probe, asked } = startProbe({
    ...SHOP,
    'https://shop.test/': page(`${HOME} storefront_password`),
    [P1]: redirect('/password'),
  })
  expect(await probe('shop.test')).toMatchObject({ kind: 'store', products: [] })
  expect(asked).toHaveLength(4)
})

test('the visit moves to the primary domain at the first redirect', async () => {
  const www = Object.fromEntries(
    Object.entries(SHOP).map(([url, reply]) => [url.replace('//shop.', '//www.shop.'), reply]),
  )
  const { probe, asked } = startProbe({
    ...www,
    'https://shop.test/robots.txt': redirect('https://www.shop.test/robots.txt'),
  })
  expect(await probe('shop.test')).toMatchObject({ kind: 'store', finalHost: 'www.shop.test' })
  expect(asked.slice(0, 4)).toEqual([
    'https://shop.test/robots.txt',
    'https://www.shop.test/robots.txt',
    'https://www.shop.test/meta.json',
    'https://www.shop.test/',
  ])
  expect(asked.length).toBeLessThanOrEqual(8)
})

test('a redirect to another domain triggers that domain’s robots.txt and opt-out checks', async () => {
  const other = Object.fromEntries(
    Object.entries(SHOP).map(([url, reply]) => [url.replace('shop.test', 'brand.example'), reply]),
  )
  const site = {
    ...other,
    'https://shop.test/robots.txt': page(''),
    'https://shop.test/meta.json': redirect('https://brand.example/meta.json'),
  }
  const { probe, asked } = startProbe(site)
  expect(await probe('shop.test')).toMatchObject({ kind: 'store', finalHost: 'brand.example' })
  expect(asked.slice(2, 4)).toEqual([
    'https://brand.example/robots.txt',
    'https://brand.example/meta.json',
  ])
  const optedOut = startProbe(site, { isOptedOut: (host) => host === 'brand.example' })
  expect(await optedOut.probe('shop.test')).toEqual({ kind: 'never', cause: 'opt_out' })
  expect(optedOut.asked).toHaveLength(2)
})

test('the probe sends no request to a host that opted out', async () => {
  const { probe, asked } = startProbe(SHOP, { isOptedOut: async () => true })
  expect(await probe('shop.test')).toEqual({ kind: 'never', cause: 'opt_out' })
  expect(asked).toEqual([])
})

test('the probe fetches neither a forbidden home page nor any other forbidden page', async () => {
  const all = startProbe({
    ...SHOP,
    'https://shop.test/robots.txt': page('User-agent: StoredawnBot\nDisallow: /'),
  })
  expect(await all.probe('shop.test')).toEqual({ kind: 'never', cause: 'robots' })
  expect(all.asked).toHaveLength(1)
  const some = startProbe({
    ...SHOP,
    'https://shop.test/robots.txt': page(
      'User-agent: *\nDisallow: /products.json\nDisallow: /policies/\nDisallow: /meta',
    ),
  })
  expect(await some.probe('shop.test')).toMatchObject({ kind: 'store', products: [] })
  expect(paths(some.asked)).toEqual(['/robots.txt', '/', '/pages/contact'])
})

test('the robots.txt of another site does not apply to the host that redirects there', async () => {
  const { probe } = startProbe({
    'https://shop.test/robots.txt': page(''),
    'https://shop.test/': redirect('https://social.example/shop'),
    'https://social.example/robots.txt': page('User-agent: *\nDisallow: /'),
  })
  expect(await probe('shop.test')).toEqual({ kind: 'not_a_store', reason: 'unclear' })
})

test('the home page identifies other software without a further request', async () => {
  const plain = (status: number, body = ''): Reply => ({
    status,
    headers: { server: 'nginx' },
    body,
  })
  const site = {
    'https://shop.test/robots.txt': plain(404),
    'https://shop.test/meta.json': plain(404),
  }
  const blog = startProbe({ ...site, 'https://shop.test/': plain(200, '<html>a blog</html>') })
  expect(await blog.probe('shop.test')).toEqual({ kind: 'not_a_store', reason: 'other_platform' })
  expect(blog.asked).toHaveLength(3)
  const gone = startProbe({ ...site, 'https://shop.test/': plain(410) })
  expect(await gone.probe('shop.test')).toEqual({ kind: 'not_a_store', reason: 'other_platform' })
})

test('redirects in circles end within the limit of requests, and say nothing about the shop', async () => {
  const { probe, asked } = startProbe({
    ...SHOP,
    'https://shop.test/meta.json': { status: 404 },
    'https://shop.test/': redirect('/?a'),
    'https://shop.test/?a': redirect('/'),
  })
  expect(await probe('shop.test')).toEqual({ kind: 'retry', cause: 'network', afterMs: DAY_MS })
  expect(asked.length).toBeLessThanOrEqual(8)
})

test('a host that asked for rest gets no request from the next visit', async () => {
  const { probe, asked } = startProbe({ ...SHOP, 'https://shop.test/': { status: 430 } })
  await probe('shop.test')
  const before = asked.length
  expect(await probe('www.shop.test')).toEqual({ kind: 'retry', cause: 'budget', afterMs: DAY_MS })
  expect(asked).toHaveLength(before)
})

test('an aborted visit ends at once', async () => {
  const { probe, asked } = startProbe(SHOP)
  expect(await probe('shop.test', AbortSignal.abort())).toEqual({
    kind: 'retry',
    cause: 'budget',
    afterMs: 0,
  })
  expect(asked).toEqual([])
})

test.each<[string, DnsAnswer, boolean]>([
  ['the platform alone', { kind: 'platform', via: 'a' }, false],
  ['the platform and another server', { kind: 'platform', via: 'a', isShared: true }, true],
  ['another server', { kind: 'elsewhere' }, true],
  ['nowhere for now', { kind: 'retry', cause: 'timeout' }, true],
])(
  'a store whose host points at %s says whether its pages may name any shop',
  async (_, answer, isOff) => {
    const { probe } = startProbe(SHOP, { resolveHost: async () => answer })
    const result = await probe('shop.test')
    expect(result.kind === 'store' && (result.isOffPlatform ?? false)).toBe(isOff)
  },
)

test('a shop that another server names before it redirects to the platform may be any shop', async () => {
  const { probe } = startProbe(
    {
      ...SHOP,
      'https://trap.test/robots.txt': page(''),
      'https://trap.test/meta.json': meta(2),
      'https://trap.test/': redirect('https://shop.test/'),
    },
    {
      resolveHost: async (host) =>
        host === 'shop.test' ? { kind: 'platform', via: 'a' } : { kind: 'elsewhere' },
    },
  )
  expect(await probe('trap.test')).toMatchObject({
    kind: 'store',
    finalHost: 'shop.test',
    isOffPlatform: true,
  })
  expect(await probe('shop.test')).not.toHaveProperty('isOffPlatform')
})
