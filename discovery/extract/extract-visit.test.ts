import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuMsOf } from '#testing/cpu-time.ts'
import {
  extract,
  extractHome,
  metaJson,
  OBSERVED_AT,
  pageOf,
  STORE_HOST as HOST,
  storePage,
} from '#testing/discovery/store-page.ts'

describe('the identity of a shop', () => {
  for (const generation of [2021, 2024, 2026] as const) {
    test(`is read from pages of ${generation}`, () => {
      expect(extractHome({ generation })).toMatchObject({
        isStore: true,
        shop: { value: 'q7x2ab-9k.myshopify.com' },
        shopId: { value: '98765432109' },
        domain: { value: HOST },
        name: { value: 'Lumen & Filz' },
        locale: { value: 'de' },
        status: { value: 'open' },
        theme: { value: { name: "Copy of Horizon – Mia's [draft]", id: '133156700123' } },
      })
    })
  }

  test('every fact records where and when it was observed', () => {
    const { shop, theme } = extractHome()
    expect(shop).toMatchObject({
      label: 'observed',
      evidence: { url: `https://${HOST}/`, path: 'Shopify.shop', observedAt: OBSERVED_AT },
    })
    expect(theme?.evidence.path).toBe('Shopify.theme')
  })

  test('meta.json takes precedence over the page', () => {
    const snapshot = extract({
      home: pageOf(storePage()),
      meta: pageOf(metaJson({ name: 'Der wahre Name', country: 'AT', currency: 'EUR' })),
    })
    expect(snapshot.name?.value).toBe('Der wahre Name')
    expect(snapshot.country).toMatchObject({ value: 'AT', evidence: { path: 'meta.json#country' } })
    expect(snapshot.currency?.value).toBe('EUR')
    expect(snapshot.productCount).toMatchObject({ value: 12, label: 'observed' })
  })

  test('currency and country are also read where the page marks them as the shop’s own', () => {
    const wallet = (country: string) =>
      `<script id="apple-pay-shop-capabilities" type="application/json">{"shopId":1,"countryCode":"${country}","currencyCode":"JPY"}</script>`
    const visitor = { country: 'JP', currency: 'CHF' }
    const found = extractHome({ generation: 2024, visitor, head: wallet('CH') })
    expect(found.currency).toMatchObject({
      value: 'CHF',
      label: 'inferred',
      evidence: { path: 'Shopify.currency (rate 1.0)' },
    })
    expect(found.country).toMatchObject({
      value: 'CH',
      label: 'observed',
      evidence: { path: '#apple-pay-shop-capabilities.countryCode' },
    })
    const abroad = extractHome({ generation: 2024, head: wallet('none') })
    expect([abroad.currency, abroad.country]).toEqual([null, null])
  })

  test.each([
    ['Contact us – Lumen & Filz', 'Lumen & Filz'],
    ['Lumen & Filz | Kontakt', 'Lumen & Filz'],
    ['Please Log In', null],
    ['404 Not Found', null],
    ['Lumen & Filz – Lampen aus Filz', 'Lumen & Filz – Lampen aus Filz'],
  ])('the title %j yields the name %j', (title, name) => {
    const html = storePage().replaceAll(
      /<title>.*<\/title>|<meta property="og:site_name"[^>]*>/g,
      '',
    )
    const page = pageOf(
      html.replace('"name":"Lumen & Filz",', '').replace('<head>', `<head><title>${title}</title>`),
    )
    expect(extract({ home: page }).name?.value ?? null).toBe(name)
  })

  test('a contact page’s title never becomes the name', () => {
    const contact = (title: string) => [
      pageOf(`<title>${title}</title>`, { url: `https://${HOST}/pages/contact` }),
    ]
    const meta = pageOf(metaJson({ name: null }))
    expect(extract({ meta, contact: contact('How to reach us') }).name).toBeNull()
    expect(extract({ meta, contact: contact('How to reach us – Lumen') }).name?.value).toBe('Lumen')
  })

  test('the measuring scripts supply the theme product when the global does not name it', () => {
    const perfKit =
      '<script src="/cdn/shopifycloud/perf-kit/shopify-perf-kit-3.js" data-theme-name="Dawn" data-theme-version="15.3.0"></script>'
    expect(extractHome({ generation: 2024, head: perfKit }).theme?.value).toMatchObject({
      schemaName: 'Dawn',
      schemaVersion: '15.3.0',
    })
    expect(extractHome({ generation: 2026 }).theme?.value).toMatchObject({
      schemaName: 'Horizon',
      schemaVersion: '3.2.1',
    })
  })

  test('a theme name with quotes, brackets, escapes and emoji is read in full', () => {
    const themeName = `x"};Shopify.theme={"name":"no"} [a]{b} \\ \u{1F525} '`
    expect(extractHome({ themeName }).theme?.value.name).toBe(themeName)
  })

  test('right-to-left and Japanese shops keep their text', () => {
    expect(extractHome({ lang: 'ar', siteName: 'متجر النور' }).name?.value).toBe('متجر النور')
    expect(extractHome({ lang: 'ja', siteName: '灯りの店' })).toMatchObject({
      name: { value: '灯りの店' },
      locale: { value: 'ja' },
    })
  })
})

describe('the status of a shop', () => {
  test('a password page without a redirect counts as protected, whatever its classes and address', () => {
    expect(extractHome({ isPassword: true })).toMatchObject({
      isStore: true,
      status: { value: 'password_protected' },
      shopId: { value: '98765432109' },
    })
  })

  test("a customer's sign-in drawer is not a password page", () => {
    const body =
      '<form action="/account/login"><input type="hidden" name="form_type" value="customer_login"><input type="password" name="customer[password]"></form>'
    expect(extractHome({ body }).status?.value).toBe('open')
  })

  test('meta.json alone proves a store but says nothing about its status', () => {
    expect(extract({ meta: pageOf(metaJson()) })).toMatchObject({ isStore: true, status: null })
  })
})

describe('not a store', () => {
  const notStores: Record<string, string> = {
    'a page with a Buy Button':
      '<script>ShopifyBuy.buildClient({domain: "someone.myshopify.com", storefrontAccessToken: "x"})</script><div id="product-component-1"></div>',
    'a page with a link to a shop':
      '<a href="https://someone.myshopify.com/products/lamp">Shop</a>',
    'a page with pictures of the platform':
      '<img src="https://cdn.shopify.com/s/files/1/0987/6543/2109/files/a.png?v=1763164800">',
    'an article that shows the globals':
      '<pre>Shopify.shop = "someone.myshopify.com"; var __st={"a":1234567};</pre>',
    'a page that names only the shop in a script':
      '<script>window.Shopify = {}; Shopify.shop = "someone.myshopify.com";</script>',
    'a page that carries another page as data': `<script type="application/json">${JSON.stringify(storePage()).replaceAll('<', '\\u003c')}</script>`,
    'globals in a comment': `<!-- ${storePage().replaceAll('-->', '')} -->`,
    'the bare word': '<p>We moved away from Shopify.</p>',
    nothing: '',
  }
  for (const [name, html] of Object.entries(notStores)) {
    test(`${name}`, () => {
      expect(extract({ home: pageOf(html) })).toMatchObject({
        isStore: false,
        shop: null,
        shopId: null,
        theme: null,
        pixels: [],
        apps: [],
      })
    })
  }

  test('a copy of a store on another host, by its headers', () => {
    const home = pageOf(storePage(), {
      url: 'https://mirror.example.net/',
      headers: { server: 'nginx' },
    })
    expect(extract({ home }, 'mirror.example.net')).toMatchObject({
      isStore: false,
      notStoreReason: 'copied_page',
    })
    const own = pageOf(storePage(), { headers: { 'powered-by': 'Shopify' } })
    expect(extract({ home: own }, `www.${HOST}`).isStore).toBe(true)
  })

  for (const [status, reason] of [
    [402, 'closed'],
    [423, 'closed'],
    [429, 'throttled'],
    [430, 'throttled'],
    [503, 'bad_status'],
  ] as const) {
    test(`an answer with status ${status} is ${reason}`, () => {
      const home = pageOf('<h1>unavailable</h1>', { status, headers: { 'powered-by': 'Shopify' } })
      expect(extract({ home })).toMatchObject({ isStore: false, notStoreReason: reason })
    })
  }

  test('a 404 from the platform for a name without a shop', () => {
    const home = pageOf('<h1>Sorry</h1>', { status: 404, headers: { 'powered-by': 'Shopify' } })
    expect(extract({ home })).toMatchObject({ isStore: false, notStoreReason: 'no_shop' })
  })

  test('a headless storefront counts as a store only with both header and markup', () => {
    const html =
      '<img src="https://cdn.shopify.com/s/files/1/0987/6543/2109/files/a.png"><form action="/cart">'
    expect(
      extract({ home: pageOf(html, { headers: { 'powered-by': 'Shopify, Hydrogen' } }) }).isStore,
    ).toBe(true)
    expect(
      extract({ home: pageOf(html, { headers: { 'x-powered-by': 'Next.js' } }) }).isStore,
    ).toBe(false)
  })
})

describe('pixels and apps', () => {
  test('an id of Google Analytics without digits counts only in the tag’s own call', () => {
    const head = `<script src="https://www.googletagmanager.com/gtag/js?id=G-QWERTZUIOP"></script>
      <script>gtag('config', 'G-ASDFGHJKLY'); gtag('config','G-MEASUREMEN'); var text = 'G-STRINGTYPE'</script>`
    const ids = extractHome({ generation: 2021, head }).pixels.map(({ value }) => value.id)
    expect(ids).toEqual(['G-QWERTZUIOP', 'G-ASDFGHJKLY'])
  })

  test.each([
    '<script>fbq("init", 904718263547182);</script>',
    '<script>fbq(`init`, `904718263547182`);</script>',
    '<img src="https://www.facebook.com/tr?ev=PageView&amp;id=904718263547182&amp;noscript=1">',
  ])('a pixel is found by its number in %s', (head) => {
    const ids = extractHome({ generation: 2021, head }).pixels.map(({ value }) => value.id)
    expect(ids).toEqual(['904718263547182'])
  })

  test('pixels from the manager and from the markup appear once each, with their ids', () => {
    const head = `<script async src="https://www.googletagmanager.com/gtag/js?id=AW-55512345678"></script><script>gtag('config','G-ZZ98YY76XX');fbq('init', '111122223333444');</script>
      <!-- <script>fbq('init','999988887777666')</script> --><script>gtag('config','G-XXXXXXXXXX')</script>`
    const pixels = extractHome({ head }).pixels.map(({ value }) => `${value.vendor}: ${value.id}`)
    expect(pixels.toSorted()).toEqual([
      'Custom pixel: 13',
      'Facebook & Instagram (Meta): 111122223333444',
      'Facebook & Instagram (Meta): 987654321098765',
      'Google & YouTube: AW-55512345678',
      'Google & YouTube: G-AB12CD34EF',
      'Google Analytics: G-ZZ98YY76XX',
    ])
  })

  test('an app with several traces appears once, under its most reliable source', () => {
    const body = `<!-- BEGIN app block: shopify://apps/growi-creator-management/blocks/embed/0190 -->
      <script src="https://cdn.shopify.com/extensions/01234567-89ab-cdef-0123-456789abcdef/growi-214/assets/a.js"></script>
      <script src="https://cdn.shopify.com/extensions/01234567-89ab-cdef-0123-456789abcdef/notify-me-64/assets/a.js"></script>
      <script>(function(){ function asyncLoad() { var urls = ["https:\\/\\/loox.io\\/w.js?shop=x","\\/\\/cdn.shopify.com\\/proxy\\/0a1b\\/s.pandect.es\\/a.js","https:\\/\\/q7x2ab-9k.myshopify.com\\/apps\\/own.js","https:\\/\\/cdn.unknown-app.io\\/x.js"]; } })();</script>`
    const { apps } = extractHome({ body })
    expect(apps.map(({ value }) => [value.handle, value.source])).toEqual([
      ['growi-creator-management', 'app_block'],
      ['notify-me', 'extension'],
      ['loox', 'script_tag'],
      ['pandectes-gdpr-compliance', 'script_tag'],
      ['cdn.unknown-app.io', 'script_tag'],
      ['facebook', 'pixel'],
      ['google', 'pixel'],
    ])
    expect(apps[0]?.evidence.path).toContain('extension growi-214')
  })

  test('words that merely resemble trackers do not count', () => {
    const head =
      '<style>:root{--sticky-header-height:1px}</style><script>window.dataLayer=[];var capi="false";var u="BG-12345678 flex-row";function fbq(){}</script>'
    expect(extractHome({ generation: 2021, head }).pixels).toEqual([])
  })
})

describe('signals', () => {
  test("come only from the shop's own files", () => {
    const body =
      '<img src="https://cdn.shopify.com/s/files/1/0111/2222/3333/files/other-shop.png?v=1500000000"><script src="/cdn/shopifycloud/x.js?v=1400000000"></script>'
    const { signals } = extractHome({ body })
    expect(signals.find(({ kind }) => kind === 'asset_version')).toMatchObject({
      at: '2025-11-14T00:00:00.000Z',
      detail: { files: 2 },
    })
    expect(signals.find(({ kind }) => kind === 'theme_number')?.detail).toEqual({ n: 2 })
    expect(signals.find(({ kind }) => kind === 'shop_id_order')?.label).toBe('estimated')
  })

  test('ignore addresses left by a copied theme and pictures of products', () => {
    const product = {
      id: 1,
      title: 'Lampe',
      handle: 'lampe',
      variants: [],
      images: [
        { src: `https://cdn.shopify.com/s/files/1/0987/6543/2109/files/lampe.jpg?v=1600000000` },
      ],
    }
    const body = `<img src="/cdn/shop/files/badge.png?v=1500000000"><img src="//${HOST}/cdn/shop/files/lampe_600x.jpg?v=1600000000">`
    const products = pageOf(JSON.stringify({ products: [product] }), {
      url: `https://${HOST}/products.json`,
    })
    const { signals } = extract({ home: pageOf(storePage({ body })), products })
    expect(signals.find(({ kind }) => kind === 'asset_version')?.at).toBe(
      '2025-11-14T00:00:00.000Z',
    )
  })

  test('an empty catalogue is marked, and an unread one is not', () => {
    const products = pageOf('{"products":[]}', {
      url: `https://${HOST}/products.json?limit=250&page=1`,
    })
    const marked = extract({ home: pageOf(storePage()), products }).signals
    expect(marked.every(({ detail }) => detail?.['products'] === 0)).toBe(true)
    expect(extractHome().signals.some(({ detail }) => detail?.['products'] === 0)).toBe(false)
  })

  test('articles on the page date the shop', () => {
    const body =
      '<div class="article-card"><time datetime="2024-03-01T08:00:00Z">1 March</time></div><div class="reviews"><time datetime="2019-01-01">old</time></div>'
    expect(extractHome({ body }).signals.find(({ kind }) => kind === 'oldest_article')?.at).toBe(
      '2024-03-01T08:00:00.000Z',
    )
  })
})

describe('hostile input', () => {
  const hostile: Record<string, string> = {
    'twenty thousand nested elements': `${storePage()}${'<div>'.repeat(20_000)}x`,
    'a hundred thousand attributes': `${storePage()}<p ${Array.from({ length: 100_000 }, (_, at) => `a${at}=1`).join(' ')}>`,
    'a script that never ends': `${storePage()}<script>${'{"a":['.repeat(100_000)}`,
    'a million at signs': `${storePage({ body: `<p>${'a@'.repeat(500_000)}</p>` })}`,
    'a line of digits': `${storePage({ body: `<p>${'1 2-'.repeat(250_000)}</p>` })}`,
    'quotes and brackets': `<script>Shopify.theme = ${'{"a":"'.repeat(50_000)}</script>${storePage()}`,
  }
  for (const [name, html] of Object.entries(hostile)) {
    test(`${name} stay within the processor time limit and hide nothing found before them`, () => {
      const cpuMs = cpuMsOf(() =>
        expect(extract({ home: pageOf(html) }).shop?.value).toBe('q7x2ab-9k.myshopify.com'),
      )
      // The bound guards against quadratic work; a normal run takes a tenth of it.
      expect(cpuMs).toBeLessThan(2000)
    })
  }

  test('arbitrary bytes yield a snapshot and never an exception', { tags: ['check-52'] }, () => {
    const bytes = fc.uint8Array({ maxLength: 3000 })
    const markup = fc
      .string({ unit: 'binary', maxLength: 500 })
      .map((text) =>
        new TextEncoder().encode(storePage({ body: text, themeName: text, siteName: text })),
      )
    const page = fc.option(fc.oneof(bytes, markup).map((body) => pageOf(body)))
    fc.assert(
      fc.property(page, page, page, fc.string(), (home, meta, products, host) => {
        const snapshot = extract({ home, meta, products, contact: home ? [home] : [] }, host)
        expect(JSON.stringify(snapshot)).not.toContain('\\u0000')
      }),
      { numRuns: 300 },
    )
  })
})
