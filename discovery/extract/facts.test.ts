import { describe, expect, test } from 'vitest'
import type { Page } from '#discovery/document/page.ts'
import { createExtractPool } from './extract-pool.ts'
import { languageOfText } from './facts/market.ts'
import {
  emptyVisit,
  extract,
  extractHome,
  metaJson,
  pageOf,
  STORE_HOST as HOST,
  storePage,
} from '#testing/discovery/store-page.ts'

const at = (path: string, html: string | Uint8Array, fields: Partial<Page> = {}) =>
  pageOf(html, { url: `https://${HOST}${path}`, ...fields })
const values = <Value>(facts: { value: Value }[]): Value[] => facts.map(({ value }) => value)

describe('place and market', () => {
  const meta = at(
    '/meta.json',
    metaJson({
      city: 'Bern',
      province: '',
      ships_to_countries: ['DE', 'AT', 'DE', 'Mars', 7, null],
    }),
  )

  test('city, region and countries come from the shop’s own file, cleaned', () => {
    const found = extract({ meta })
    expect(found.city).toMatchObject({
      value: 'Bern',
      label: 'observed',
      evidence: { path: 'meta.json#city' },
    })
    expect(found.region).toBeNull()
    expect(found.shipsTo?.value).toEqual(['AT', 'DE'])
  })

  test('a visitor’s market changes neither country, currency nor place', () => {
    const visitor = { country: 'DE', currency: 'EUR' }
    for (const generation of [2021, 2024] as const) {
      const page = at('/en-de', storePage({ visitor, generation }))
      expect(extract({ home: page })).toMatchObject({
        country: null,
        currency: null,
        city: null,
        shipsTo: null,
      })
      expect(extract({ home: page, meta })).toMatchObject({
        country: { value: 'CH' },
        currency: { value: 'CHF' },
      })
    }
  })
})

describe('languages', () => {
  test('combine the main one with those of alternates and the menu, without markets', () => {
    const head = ['x-default', 'de', 'en-US', 'en-DE', 'fr', '??']
      .map((tag) => `<link rel="alternate" hreflang="${tag}" href="/">`)
      .join('')
    const body = `<ul><li><a hreflang="it" lang="it" data-value="it" href="#">Italiano</a></li></ul>
      <select name="locale_code"><option value="nl" lang="nl">Nederlands</option></select><a hreflang="es" href="/magazin">ein Artikel</a>`
    expect(values(extractHome({ head, body }).languages)).toEqual(['de', 'en', 'fr', 'it', 'nl'])
  })

  test.each([
    ['Wir haben den Laden gegründet, weil wir selbst lange nach guten Lampen gesucht haben.', 'de'],
    [
      'Chaque commande est préparée à Lyon et part sous deux jours dans un emballage recyclé.',
      'fr',
    ],
    ['Her sipariş İzmir’de özenle hazırlanır ve iki gün içinde kargoya verilir.', 'tr'],
    ['Cada pedido sai de Lisboa em até dois dias, embrulhado à mão com todo o cuidado.', 'pt'],
    ['手作りキャンドルとルームフレグランスのお店です。大阪から二日以内に発送します。', 'ja'],
  ])('of a text: %s', (text, language) => expect(languageOfText(text)).toBe(language))

  test.each([
    '',
    'Lampen aus Filz',
    'Dawn Horizon Nike Prada Loox',
    '1234567890 '.repeat(20),
    '!!! ??? ...',
  ])('of %j: not recognised', (text) => expect(languageOfText(text)).toBeNull())
})

describe('payment', () => {
  test('brands come once each from the pictures of every generation, the wallet and the shop’s file', () => {
    const body = `<footer><svg role="img" aria-labelledby="pi-visa"><title id="pi-visa">Visa</title></svg>
      <svg aria-labelledby="pi-shopify_pay"></svg><img class="payment-icon" alt="PayPal" src="/x.svg">
      <img src="//cdn.shopify.com/shopifycloud/shopify/assets/payment_icons/master-173035bc8124.svg" alt="">
      <svg><use href="#payment-klarna"/></svg><svg aria-labelledby="pi-token"></svg><img alt="Visa statue" src="/s.png"></footer>
      <script id="apple-pay-shop-capabilities" type="application/json">{"supportedNetworks":["visa","amex",5]}</script>`
    const meta = at(
      '/meta.json',
      metaJson({ shopify_pay_enabled_card_brands: ['visa', 'jcb', {}] }),
    )
    const found = extract({ home: at('/', storePage({ body })), meta })
    expect(found.paymentBrands.map(({ value }) => value.id).toSorted()).toEqual([
      'american_express',
      'jcb',
      'klarna',
      'mastercard',
      'paypal',
      'shop_pay',
      'visa',
    ])
    expect(found.paymentBrands.find(({ value }) => value.id === 'jcb')?.evidence.path).toContain(
      'card_brands',
    )
  })
})

describe('policies and contact form', () => {
  test('finds the shop’s own policies in several languages and skips other links', () => {
    const body = `<footer><a href="/policies/privacy-policy">x</a><a href="https://${HOST}/pages/widerrufsbelehrung?x=1">x</a>
      <a href="/pages/versand-und-lieferung">x</a><a href="/pages/agb">x</a><a href="/pages/impressum">x</a>
      <a href="https://elsewhere.example/policies/terms-of-service">x</a><a href="/pages/how-to-return-to-yoga">x</a></footer>`
    expect(values(extractHome({ body }).policies)).toEqual([
      { kind: 'privacy', url: `https://${HOST}/policies/privacy-policy` },
      { kind: 'refund', url: `https://${HOST}/pages/widerrufsbelehrung` },
      { kind: 'shipping', url: `https://${HOST}/pages/versand-und-lieferung` },
      { kind: 'terms', url: `https://${HOST}/pages/agb` },
      { kind: 'legal_notice', url: `https://${HOST}/pages/impressum` },
    ])
  })

  const form = (fields: string) =>
    `<form method="post" action="/contact#x"><input type="hidden" name="form_type" value="contact">${fields}</form>`

  test('a form with a message field counts as a contact form, a newsletter sign-up does not', () => {
    const signUp = form('<input type="email" name="contact[email]">')
    const message = form(
      '<input type="email" name="contact[email]"><textarea name="contact[Kommentar]"></textarea>',
    )
    expect(extractHome({ body: signUp }).contactForm).toBeNull()
    const found = extract({
      home: at('/', storePage({ body: signUp })),
      contact: [at('/pages/kontakt', storePage({ body: message }))],
    })
    expect(found.contactForm).toMatchObject({ value: `https://${HOST}/pages/kontakt` })
  })
})

describe('contacts', () => {
  const emailsOf = (body: string, contact: Page[] = []) =>
    values(extract({ home: at('/', storePage({ body })), contact }).emails)

  test('a person’s address is a business contact on the contact page or in the footer, but not in running text', () => {
    const person = 'mira.aldern@gmail.com'
    expect(emailsOf(`<p>Photos by ${person}</p>`)).toMatchObject([
      { kind: 'personal', provider: 'free_mail', isBusinessContact: false },
    ])
    expect(emailsOf(`<footer>${person}</footer>`)).toMatchObject([
      { kind: 'personal', isBusinessContact: true },
    ])
    expect(
      emailsOf('', [at('/pages/contact', storePage({ body: `<p>${person}</p>` }))]),
    ).toMatchObject([{ kind: 'personal', isBusinessContact: true }])
    expect(
      emailsOf('', [at('/policies/privacy-policy', storePage({ body: `<p>${person}</p>` }))]),
    ).toMatchObject([{ kind: 'personal', isBusinessContact: false }])
  })

  test('an address belongs to the shop’s domain, a mail provider or another domain', () => {
    const body = `<footer>info@${HOST} lumenfilz.shop@gmail.com hello@agency-north.com</footer>`
    expect(emailsOf(body).map(({ address, provider }) => [address, provider])).toEqual(
      expect.arrayContaining([
        [`info@${HOST}`, 'own'],
        ['lumenfilz.shop@gmail.com', 'free_mail'],
        ['hello@agency-north.com', 'other'],
      ]),
    )
  })
})

test('an app keeps all of its sources', () => {
  const head = `<!-- BEGIN app block: shopify://apps/loox/blocks/loox-inject/0-0 --><!-- END app block -->
    <script>function asyncLoad(){ var urls = ["https:\\/\\/loox.io\\/widget\\/x?shop=y"]; }</script>`
  expect(values(extractHome({ head, generation: 2021 }).apps)).toMatchObject([
    { handle: 'loox', source: 'app_block', sources: ['app_block', 'script_tag'] },
  ])
})

describe('pages that were read', () => {
  test('include only pages that answered in full', () => {
    const found = extract({
      home: at('/', storePage()),
      meta: at('/meta.json', metaJson()),
      contact: [
        at('/pages/contact', 'gone', { status: 404 }),
        at('/pages/kontakt', 'busy', { status: 503 }),
      ],
    })
    expect(found.pagesRead).toEqual([
      `https://${HOST}/`,
      // It leads to the home page now, so that what it showed is gone.
      `https://${HOST}/password`,
      `https://${HOST}/pages/contact`,
      `https://${HOST}/meta.json`,
    ])
  })

  test('exclude pages behind a password', () => {
    const found = extract({
      home: at('/', storePage({ isPassword: true })),
      meta: at('/meta.json', metaJson()),
    })
    expect(found.status?.value).toBe('password_protected')
    expect(found.pagesRead).toEqual([`https://${HOST}/meta.json`])
  })
})

describe('hostile pages', () => {
  const pages: Record<string, string> = {
    'a hundred thousand links': storePage({
      body: '<a href="https://www.instagram.com/lumen">x</a>'.repeat(100_000),
    }),
    'a million payment pictures': storePage({
      body: '<svg aria-labelledby="pi-visa">'.repeat(200_000),
    }),
    'tags that never fit': `${storePage()}${'</p><table><td><select><option lang=de value=de></a></b><svg><title>'.repeat(20_000)}`,
    'an endless line of capitals': storePage({
      body: `<main><p>${'A '.repeat(400_000)}GmbH</p></main>`,
    }),
  }

  test.each(Object.entries(pages))(
    '%s finish in time or end with their thread',
    { tags: ['check-52'] },
    async (_name, html) => {
      await using pool = createExtractPool({ size: 1, timeoutMs: 2_000 })
      const page = at('/policies/legal-notice', html)
      const { snapshot } = await pool.extract(
        { ...emptyVisit, home: at('/', html), contact: [page] },
        HOST,
      )
      expect(snapshot.isStore || snapshot.notStoreReason === 'extraction_timeout').toBe(true)
      const next = await pool.extract({ ...emptyVisit, home: at('/', storePage()) }, HOST)
      expect(next.snapshot.name?.value).toBe('Lumen & Filz')
    },
  )

  test.each(['constructor', '__proto__', 'toString'])(
    'a page that names its apps, pixels and policies %s gets through, with texts as facts',
    async (name) => {
      const body = `<!-- BEGIN app block: shopify://apps/${name}/blocks/x/1 --><!-- END app block -->
        <a href="/policies/${name}">Policy</a>
        <script src="https://cdn.shopify.com/extensions/0190aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee/${name}-1/x.js"></script>
        <script>({webPixelsConfigList: [{"id":"1","configuration":"{}","type":"APP","apiClientId":"${name}"}]})</script>`
      await using pool = createExtractPool({ size: 1, timeoutMs: 10_000 })
      const visit = { ...emptyVisit, home: at('/', storePage({ body, generation: 2021 })) }
      const { snapshot } = await pool.extract(visit, HOST)
      expect(snapshot.isStore).toBe(true)
      expect(values(snapshot.pixels)).toEqual([{ vendor: `App ${name}`, id: null }])
      expect(values(snapshot.apps).map((app) => typeof app.name)).not.toContain('function')
      expect(snapshot.policies).toEqual([])
    },
  )

  const notice =
    '<main><h1>Impressum</h1><p>Inhaber: Jörg Größe</p><p>Firma: Möbelhaus Süd GmbH</p></main>'
  const legal = storePage({ body: notice })
  const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0) & 0xff)
  const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))
  test.each([
    ['utf-8', new TextEncoder().encode(legal), {}],
    ['latin-1 by header', latin1(legal), { 'content-type': 'text/html; charset=iso-8859-1' }],
    ['utf-16 with a mark', utf16(legal), {}],
    [
      'utf-8 under a wrong header',
      new TextEncoder().encode(legal),
      { 'content-type': 'text/html; charset=iso-8859-1' },
    ],
  ])('facts survive %s', { tags: ['check-54'] }, (_name, bytes, headers) => {
    const found = extract({
      home: at('/', storePage()),
      contact: [at('/pages/impressum', bytes, { headers })],
    })
    expect([found.company?.value, found.responsible?.value]).toEqual([
      'Möbelhaus Süd GmbH',
      'Jörg Größe',
    ])
  })
})
