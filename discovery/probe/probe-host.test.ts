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
  siteAt,
  startProbe,
  visitShop,
} from '#testing/discovery/test-site.ts'

const at = (path: string) => `https://shop.test${path}`

test('a visit requests the pages of a shop in the order that decides earliest', async () => {
  const { result, asked } = await visitShop()
  expect(result).toMatchObject({ kind: 'store', finalHost: 'shop.test', products: [{}, {}] })
  expect(asked).toEqual([
    '/robots.txt', '/meta.json', '/', '/products.json?limit=250&page=1', '/policies/contact-information', '/pages/contact',
  ]) // prettier-ignore
})

test('the visit ends early when the first pages show an old shop', async () => {
  const { result, asked } = await visitShop(
    { '/meta.json': meta(900) },
    { isWorthMore: () => false },
  )
  expect(result).toMatchObject({ kind: 'store' })
  expect(asked).toHaveLength(4)
})

test('the visit skips contact pages when the home page gives both an e-mail address and a telephone number', async () => {
  const { asked } = await visitShop({ '/': page(`${HOME} info@shop.test +4930123456`) })
  expect(asked).toHaveLength(4)
})

test('contact pages linked from the home page come first, two at most', async () => {
  const links = `<a href="/cart">x</a> <a href='/pages/help'>x</a> <a href="https://other.test/pages/contact">x</a>
    <a href=/en-de/pages/kontakt-formular?a=1#x>x</a> <a href="//shop.test/policies/contact-information">x</a>`
  const { result, asked } = await visitShop({
    '/': page(HOME + links),
    '/policies/contact-information': page('hello@shop.test'),
  })
  expect(asked.slice(4)).toEqual(['/policies/contact-information', '/en-de/pages/kontakt-formular'])
  expect(result).toMatchObject({
    snapshot: { emails: [{ value: { address: 'hello@shop.test' } }] },
  })
})

test('a failing contact page does not discard the store', async () => {
  const { result } = await visitShop({ '/policies/contact-information': { status: 429 } })
  expect(result).toMatchObject({ kind: 'store', contactTrouble: { kind: 'retry' } })
})

test('a contact page that hangs the extractors leaves what the other pages say', async () => {
  const { result } = await visitShop({ '/policies/contact-information': page('TOO SLOW') })
  expect(result).toMatchObject({
    kind: 'store',
    snapshot: { isStore: true },
    products: [{}, {}],
    contactTrouble: { cause: 'timeout' },
  })
  expect(result).not.toHaveProperty('validators')
})

test('the last page of a large catalogue dates the shop and contributes its products', async () => {
  const last = '/products.json?limit=250&page=3'
  const { result, asked } = await visitShop(
    { '/meta.json': meta(501), [last]: catalogue('2019-05-01', '2026-11-01') },
    { isWorthMore: ({ signals }) => signals.every(({ at }) => at > '2020') },
  )
  expect(asked).toEqual([...Object.keys(SHOP), last])
  if (result.kind !== 'store') throw new Error(result.kind)
  expect(result.products.map(({ productId }) => productId)).toEqual([
    '2026-11-01-0',
    '2026-10-30-1',
    '2019-05-01-0',
    '2026-11-01-1',
  ])
  expect(result.snapshot.signals).toMatchObject([
    { kind: 'oldest_product_created', at: '2019-05-01', evidence: { url: at(last) } },
    { kind: 'newest_product_created', at: '2026-11-01', evidence: { url: at(P1) } },
  ])
})

test('no page beyond the platform’s limit is requested', async () => {
  const { asked } = await visitShop({ '/meta.json': meta(25_001) })
  expect(asked.filter((url) => url.includes('products.json'))).toEqual([P1])
})

test('a temporary failure of the last catalogue page postpones the verdict', async () => {
  const { result } = await visitShop({
    '/meta.json': meta(300),
    '/products.json?limit=250&page=2': { status: 503 },
  })
  expect(result).toMatchObject({ kind: 'retry', cause: 'server_error' })
})

test.each([
  ['closed by the merchant', { status: 404, headers: SHOPIFY, body: '' }],
  ['refused', { status: 403, headers: SHOPIFY, body: 'no' }],
  ['answered by a page', page('<html>')],
])('a catalogue that is %s leaves a store without products', async (_name, reply) => {
  const { result } = await visitShop({ [P1]: reply })
  expect(result).toMatchObject({ kind: 'store', products: [] })
})

test('a redirect to the password page makes a protected store, with one request fewer', async () => {
  const { result, asked } = await visitShop({
    '/meta.json': redirect('/password'),
    '/': redirect(at('/password')),
    '/password': page(`${HOME} storefront_password`),
  })
  expect(result).toMatchObject({
    kind: 'store',
    snapshot: { status: { value: 'password_protected' } },
    products: [],
  })
  expect(asked).toEqual(['/robots.txt', '/meta.json', '/password'])
})

test('a protected store whose meta.json still answers is found at its home page', async () => {
  const { result, asked } = await visitShop({
    '/': redirect('/password'),
    '/password': page(HOME),
  })
  expect(result).toMatchObject({ kind: 'store' })
  expect(asked).toEqual(['/robots.txt', '/meta.json', '/', '/password'])
})

test('the extractors recognise a password page without a redirect, and no contact page is requested', async () => {
  const { result, asked } = await visitShop({
    '/': page(`${HOME} storefront_password`),
    [P1]: redirect('/password'),
  })
  expect(result).toMatchObject({ kind: 'store', products: [] })
  expect(asked).toHaveLength(4)
})

test('the visit moves to the primary domain at the first redirect', async () => {
  const { probe, asked } = startProbe({
    ...siteAt('https://www.shop.test'),
    '/robots.txt': redirect('https://www.shop.test/robots.txt'),
  })
  expect(await probe('shop.test')).toMatchObject({ kind: 'store', finalHost: 'www.shop.test' })
  expect(asked.slice(0, 4)).toEqual([
    '/robots.txt',
    'https://www.shop.test/robots.txt',
    'https://www.shop.test/meta.json',
    'https://www.shop.test/',
  ])
  expect(asked.length).toBeLessThanOrEqual(8)
})

test('a redirect to another domain triggers that domain’s robots.txt and opt-out checks', async () => {
  const site = {
    ...siteAt('https://brand.example'),
    '/robots.txt': page(''),
    '/meta.json': redirect('https://brand.example/meta.json'),
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
  const { result, asked } = await visitShop({}, { isOptedOut: async () => true })
  expect(result).toEqual({ kind: 'never', cause: 'opt_out' })
  expect(asked).toEqual([])
})

test('the probe fetches neither a forbidden home page nor any other forbidden page', async () => {
  const all = await visitShop({ '/robots.txt': page('User-agent: StoredawnBot\nDisallow: /') })
  expect(all.result).toEqual({ kind: 'never', cause: 'robots' })
  expect(all.asked).toHaveLength(1)
  const some = await visitShop({
    '/robots.txt': page(
      'User-agent: *\nDisallow: /products.json\nDisallow: /policies/\nDisallow: /meta',
    ),
  })
  expect(some.result).toMatchObject({ kind: 'store', products: [] })
  expect(some.asked).toEqual(['/robots.txt', '/', '/pages/contact'])
})

test('the robots.txt of another site does not apply to the host that redirects there', async () => {
  const { probe } = startProbe({
    '/robots.txt': page(''),
    '/': redirect('https://social.example/shop'),
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
  const site = { '/robots.txt': plain(404), '/meta.json': plain(404) }
  const other = { kind: 'not_a_store', reason: 'other_platform' }
  const blog = await visitShop({ ...site, '/': plain(200, '<html>a blog</html>') })
  expect(blog.result).toEqual(other)
  expect(blog.asked).toHaveLength(3)
  expect((await visitShop({ ...site, '/': plain(410) })).result).toEqual(other)
})

test('redirects in circles end within the limit of requests, and say nothing about the shop', async () => {
  const { result, asked } = await visitShop({
    '/meta.json': { status: 404 },
    '/': redirect('/?a'),
    '/?a': redirect('/'),
  })
  expect(result).toEqual({ kind: 'retry', cause: 'network', afterMs: DAY_MS })
  expect(asked.length).toBeLessThanOrEqual(8)
})

test('a host that asked for rest gets no request from the next visit', async () => {
  const { probe, asked } = startProbe({ ...SHOP, '/': { status: 430 } })
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
    const { result } = await visitShop({}, { resolveHost: async () => answer })
    expect(result.kind === 'store' && (result.isOffPlatform ?? false)).toBe(isOff)
  },
)

test('a shop that another server names before it redirects to the platform may be any shop', async () => {
  const { probe } = startProbe(
    {
      ...SHOP,
      'https://trap.test/robots.txt': page(''),
      'https://trap.test/meta.json': meta(2),
      'https://trap.test/': redirect(at('/')),
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
