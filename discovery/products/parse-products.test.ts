import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minorUnits, parseProducts } from './parse-products.ts'

const CONTEXT = { currency: 'EUR', hostUrl: 'https://lumen-und-filz.test/' }
const bytesOf = (value: unknown) =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))
const parse = (value: unknown, currency = 'EUR') =>
  parseProducts(bytesOf(value), { ...CONTEXT, currency })

const variant = (fields: object = {}) => ({
  id: 11,
  title: 'Rot',
  price: '19.99',
  compare_at_price: null,
  available: true,
  ...fields,
})
const product = (fields: object = {}) => ({
  id: 9969219928404,
  title: 'Filzlampe',
  handle: 'filzlampe',
  body_html: '<p>Weich</p>',
  published_at: '2026-11-02T09:00:00+01:00',
  created_at: '2026-11-01T09:00:00+01:00',
  updated_at: '2026-11-03T09:00:00+01:00',
  vendor: 'Lumen',
  product_type: '',
  tags: ['neu', 'filz'],
  variants: [variant()],
  images: [{ src: '//lumen-und-filz.test/cdn/shop/files/a.jpg?v=1', width: 800, height: 600 }],
  options: [{ name: 'Farbe', position: 1, values: ['Rot'] }],
  ...fields,
})
const one = (fields: object = {}, currency = 'EUR') =>
  parse({ products: [product(fields)] }, currency).products[0]

describe('prices become integer minor units', () => {
  const cases: [unknown, string | null, number | null][] = [
    ['19.99', 'EUR', 1999],
    ['91.00', 'USD', 9100],
    ['0.1', 'USD', 10],
    ['1980', 'JPY', 1980],
    ['1980.00', 'JPY', 1980],
    ['1.500', 'KWD', 1500],
    ['1.5', 'TND', 1500],
    ['12', null, null],
    ['1,234.50', 'USD', 123450],
    ['1.234,50', 'EUR', 123450],
    ['12,345,678.9', 'USD', 1234567890],
    ['1,234', 'USD', null],
    ['1,23,4.5', 'USD', null],
    [' 5.00 ', 'EUR', 500],
    ['1e400', 'EUR', null],
    ['Infinity', 'EUR', null],
    ['0', 'EUR', 0],
    ['9'.repeat(400), 'EUR', null],
    ['1,500.500', 'KWD', 1500500],
    ['0.005', 'EUR', 1],
    ['1.005', 'EUR', 101],
    [19.99, 'EUR', 1999],
    ['999999999999.99', 'EUR', 99999999999999],
    ['-5.00', 'EUR', null],
    ['1,99', 'EUR', null],
    ['1e3', 'EUR', null],
    ['', 'EUR', null],
    [Number.NaN, 'EUR', null],
    [Number.POSITIVE_INFINITY, 'EUR', null],
    [null, 'EUR', null],
    [{}, 'EUR', null],
  ]
  for (const [price, currency, minor] of cases) {
    test(`${JSON.stringify(price)} ${currency} is ${minor}`, () =>
      expect(minorUnits(price, currency)).toBe(minor))
  }

  for (const [before, kept] of [
    ['0.00', null],
    ['19.99', null],
    ['9.99', null],
    [null, null],
    ['29.99', 2999],
  ] as const) {
    test(`a former price of ${before} beside 19.99 is ${kept === null ? 'none' : kept}`, () => {
      expect(
        one({ variants: [variant({ compare_at_price: before })] })?.variants[0]?.compareAtMinor,
      ).toBe(kept)
    })
  }
})

test('a product keeps all its fields', () => {
  expect(one()).toEqual({
    productId: '9969219928404',
    handle: 'filzlampe',
    title: 'Filzlampe',
    bodyHtml: '<p>Weich</p>',
    vendor: 'Lumen',
    productType: null,
    tags: ['neu', 'filz'],
    createdAt: '2026-11-01T08:00:00.000Z',
    publishedAt: '2026-11-02T08:00:00.000Z',
    updatedAt: '2026-11-03T08:00:00.000Z',
    available: true,
    priceMinMinor: 1999,
    priceProblem: null,
    variants: [{ id: '11', title: 'Rot', priceMinor: 1999, compareAtMinor: null, available: true }],
    images: [
      { src: 'https://lumen-und-filz.test/cdn/shop/files/a.jpg?v=1', width: 800, height: 600 },
    ],
    options: [{ name: 'Farbe', values: ['Rot'] }],
  })
})

test('without a currency there is no price, and the reason is recorded', () => {
  const [found] = parseProducts(bytesOf({ products: [product()] }), {
    ...CONTEXT,
    currency: null,
  }).products
  expect(found).toMatchObject({
    priceMinMinor: null,
    priceProblem: 'currency_unknown',
    available: true,
  })
  expect(found?.variants).toEqual([
    { id: '11', title: 'Rot', priceMinor: null, compareAtMinor: null, available: true },
  ])
})

describe('all variants together determine the price and stock of a product', () => {
  test.each<[string, object[], object]>([
    ['none', [], { priceMinMinor: null, priceProblem: 'no_variants', available: null }],
    [
      'no price that can be read',
      [variant({ price: '' })],
      { priceMinMinor: null, priceProblem: 'unreadable', variants: [] },
    ],
    [
      'one of two sold out',
      [variant({ available: false }), variant({ id: 12, price: '9.00' })],
      { priceMinMinor: 900, available: true },
    ],
    ['all sold out', [variant({ available: false })], { available: false }],
    [
      'stock not told',
      [variant({ available: undefined })],
      { available: null, priceMinMinor: 1999 },
    ],
    [
      'the cheapest one, and the only one in stock, far behind those that are kept',
      [
        ...Array.from({ length: 300 }, (_, id) => variant({ id: id + 1, available: false })),
        variant({ id: 999, price: '1.00' }),
      ],
      { priceMinMinor: 100, available: true },
    ],
  ])('%s', (_name, variants, expected) => expect(one({ variants })).toMatchObject(expected))
})

test('a page counts every listed product, including unreadable ones', () => {
  const { listed, products } = parse({ products: [product(), {}, null, product({ id: 0 })] })
  expect([listed, products.length]).toEqual([4, 1])
})

describe('each invalid catalogue file gets a named problem', () => {
  const cases: [string, string, string | null][] = [
    ['an empty catalogue', '{"products":[]}', null],
    ['a bare list', '[]', null],
    ['a byte order mark', '\ufeff{"products":[]}', null],
    ['one key twice, of which the last counts', '{"products":[{"id":1}],"products":[]}', null],
    ['another page', ' <!DOCTYPE html><html>', 'html'],
    ['nothing', '', 'not_json'],
    ['half a file', '{"products":[{"id":1', 'not_json'],
    ['NaN', '{"products":[{"id":NaN}]}', 'not_json'],
    ['an error', '{"errors":"Page * Limit exceeds the 25000 limit."}', 'disabled'],
    ['another shape', '{"items":[]}', 'bad_shape'],
    ['a number', '1e400', 'bad_shape'],
    ['null', 'null', 'bad_shape'],
  ]
  for (const [name, text, problem] of cases) {
    test(`${name}: ${problem ?? 'none'}`, { tags: ['check-53'] }, () =>
      expect(parse(text)).toEqual({ products: [], listed: 0, problem }),
    )
  }
})

describe('hostile catalogues', () => {
  test('descriptions keep only harmless tags', () => {
    const html =
      '<h1 onclick="x()">A</h1><script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)" style="x">b</a><a href="https://a.test/">c</a><svg><p>d</p></svg><iframe src="//e"></iframe><p style="position:fixed">f'
    expect(one({ body_html: html })?.bodyHtml).toBe(
      '<h2>A</h2><a rel="noopener nofollow ugc">b</a><a href="https://a.test/" rel="noopener nofollow ugc">c</a><p>f</p>',
    )
  })

  test('sizes are capped', () => {
    const big = one({
      title: 'x'.repeat(1_000_000),
      body_html: `<p>${'y'.repeat(500_000)}`,
      variants: Array.from({ length: 100_000 }, (_, id) => variant({ id: id + 1 })),
      tags: Array.from({ length: 5000 }, (_, at) => `t${at}`),
    })
    expect(big?.title).toHaveLength(500)
    expect(big?.bodyHtml?.length).toBeLessThanOrEqual(100_000)
    expect(big?.variants).toHaveLength(250)
    expect(big?.tags).toHaveLength(100)
    const many = parse({
      products: Array.from({ length: 1000 }, (_, id) => product({ id: id + 1 })),
    })
    expect(many.products).toHaveLength(250)
  })

  test('a duplicate product is kept once', () => {
    expect(
      parse({ products: [product(), product({ title: 'Anders' })] }).products.map(
        ({ title }) => title,
      ),
    ).toEqual(['Filzlampe'])
  })

  test('pictures use http(s) only', () => {
    const images = [
      'javascript:alert(1)',
      'data:image/png;base64,AA',
      'file:///etc/passwd',
      'https://cdn.shopify.com/a.png',
      '/cdn/b.png',
      null,
    ]
    expect(one({ images: images.map((src) => ({ src })) })?.images.map(({ src }) => src)).toEqual([
      'https://cdn.shopify.com/a.png',
      'https://lumen-und-filz.test/cdn/b.png',
    ])
  })

  test('wrong types become null or are dropped', () => {
    expect(
      one({
        created_at: 'yesterday',
        published_at: '0001-01-01',
        vendor: 5,
        tags: 'a, b',
        options: 'x',
        images: {},
      }),
    ).toMatchObject({
      createdAt: null,
      publishedAt: null,
      vendor: null,
      tags: ['a', 'b'],
      options: [],
      images: [],
    })
    expect(
      parse({
        products: [
          null,
          5,
          'x',
          [],
          {},
          product({ id: 1.5 }),
          product({ id: 1e300 }),
          product({ title: ' ' }),
        ],
      }).products,
    ).toEqual([])
  })

  test('any JSON yields a result', { tags: ['check-53'] }, () => {
    fc.assert(
      fc.property(fc.json(), fc.jsonValue(), (text, value) => {
        parse(text)
        const { products } = parse({
          products: [
            product({
              variants: value,
              images: value,
              options: value,
              tags: value,
              body_html: value,
              title: text,
            }),
          ],
        })
        expect(products.length).toBeLessThanOrEqual(1)
      }),
      { numRuns: 300 },
    )
  })
})
