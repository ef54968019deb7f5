import { describe, expect, test } from 'vitest'
import { FACTS, READ_KEYS } from '#contracts/catalog/fact-table.ts'
import { isRecord, recordOf, type JsonRecord } from '#discovery/document/json.ts'
import { parseProducts } from '#discovery/products/parse-products.ts'
import { hasCorpus, readCorpus } from '#testing/discovery/corpus.ts'
import { extract, pageOf } from '#testing/discovery/store-page.ts'
import type { StoreSnapshot } from './store-snapshot.ts'

type Row = { file: string; kind: string; expected: JsonRecord }

function readRows(): Row[] {
  const lines = hasCorpus ? readCorpus('INDEX.tsv').toString().split('\n').slice(1) : []
  return lines.flatMap((line) => {
    const [file = '', kind = '', , , , expected = ''] = line.split('\t')
    return expected === '' ? [] : [{ file, kind, expected: recordOf(JSON.parse(expected)) }]
  })
}

const texts = (value: unknown): string[] =>
  [value].flat(3).filter((item) => typeof item === 'string')

type Check = { file: string; field: string; isRight: boolean; note: string }

const rows = readRows()
const pageRows = rows.filter(({ kind }) => /html/.test(kind))
const snapshots = new Map<string, StoreSnapshot>()
const checks: Check[] = []

function check(file: string, field: string, expected: unknown, found: unknown): void {
  const isRight = JSON.stringify(expected) === JSON.stringify(found)
  checks.push({
    file,
    field,
    isRight,
    note: `expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`,
  })
}

function checkIdentity(file: string, expected: JsonRecord, found: StoreSnapshot): void {
  const theme = recordOf(expected['theme'])
  check(file, 'shop', expected['shop'], found.shop?.value)
  check(file, 'shopId', expected['shop_id'], found.shopId?.value)
  check(file, 'locale', expected['locale'], found.locale?.value)
  check(
    file,
    'status',
    expected['open'] === true ? 'open' : 'password_protected',
    found.status?.value,
  )
  check(file, 'theme.name', theme['name'], found.theme?.value.name)
  check(file, 'theme.id', String(theme['id']), found.theme?.value.id)
  if (theme['schema_name'])
    check(
      file,
      'theme.schema',
      [theme['schema_name'], theme['schema_version']],
      [found.theme?.value.schemaName, found.theme?.value.schemaVersion],
    )
  // `Shopify.country` is the visitor's: only the values of the pixel manager and of the wallet are
  // the shop's.
  const wallet = /id="apple-pay-shop-capabilities"[^>]*>[^<]*?"countryCode":"([A-Z]{2})"/.exec(
    readCorpus(file).toString(),
  )?.[1]
  check(file, 'country', expected['shop_country_from_wpm_initData'] ?? wallet, found.country?.value)
}

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

function checkContact(file: string, expected: JsonRecord, found: StoreSnapshot): void {
  check(
    file,
    'emails',
    texts(expected['emails']).toSorted(),
    found.emails.map(({ value }) => value.address).toSorted(),
  )
  const numbers = found.phones.map(({ value }) => digitsOf(value.e164 ?? value.text))
  for (const phone of texts(expected['phones'])) {
    check(
      file,
      'phones',
      true,
      numbers.some((number) => number.endsWith(digitsOf(phone).slice(-9))),
    )
  }
  const expectedNumbers = texts(expected['phones']).map(digitsOf)
  check(
    file,
    'phones.junk',
    [],
    numbers.filter((number) => !expectedNumbers.some((phone) => number.endsWith(phone.slice(-9)))),
  )
}

function checkPixels(file: string, expected: JsonRecord, found: StoreSnapshot): void {
  const ids = new Set(found.pixels.map(({ value }) => `${value.vendor} ${value.id}`))
  for (const pixel of [expected['web_pixels']].flat().filter(isRecord)) {
    const vendor =
      pixel['vendor'] ?? (pixel['type'] === 'APP' ? `App ${String(pixel['apiClientId'])}` : null)
    if (vendor === null) continue
    const known = found.pixels.some(({ evidence }) =>
      evidence.path.endsWith(`apiClientId ${String(pixel['apiClientId'])}`),
    )
    check(file, 'pixels.vendor', true, known)
    for (const id of pixel['vendor'] ? texts(pixel['pixel']) : [])
      check(file, `pixels.id ${id}`, true, ids.has(`${String(vendor)} ${id}`))
  }
  const custom = [expected['web_pixels']]
    .flat()
    .filter((pixel) => recordOf(pixel)['type'] === 'CUSTOM').length
  check(
    file,
    'pixels.custom',
    custom,
    found.pixels.filter(({ value }) => value.vendor === 'Custom pixel').length,
  )
  const allIds = new Set(found.pixels.map(({ value }) => value.id))
  for (const id of texts(Object.values(recordOf(expected['ids_in_html']))))
    check(file, `pixels.id ${id}`, true, allIds.has(id))
}

/** Hosts of the platform, of the shop itself, and of files of anybody are no apps. */
const isNoApp = (host: string, shop: unknown): boolean =>
  /^cdn\.(?:shopify\.com|jsdelivr\.net)$|\.(?:shopifyapps\.com|cloudfront\.net|b-cdn\.net)$/.test(
    host,
  ) || host === shop

function checkApps(file: string, expected: JsonRecord, found: StoreSnapshot): void {
  const traces = found.apps.map(({ evidence }) => `${evidence.path};`).join(' ')
  for (const handle of texts(expected['app_blocks']))
    check(
      file,
      `apps ${handle}`,
      true,
      found.apps.some(({ value }) => value.handle === handle),
    )
  for (const handle of texts(expected['extension_handles']))
    check(file, `apps ${handle}`, true, traces.includes(`extension ${handle}-`))
  for (const host of texts(expected['async_script_hosts'])) {
    const isShown = traces.includes(`${host};`) || traces.includes(`${host},`)
    check(file, `apps ${host}`, !isNoApp(host, expected['shop']), isShown)
  }
}

function checkRow({ file, expected }: Row): void {
  const canonical = String(expected['canonical'] ?? '')
  const page = pageOf(readCorpus(file), {
    url: canonical.startsWith('http') ? canonical : 'https://unknown.invalid/',
  })
  const snapshot = extract({ home: page }, '')
  snapshots.set(file, snapshot)
  const isStore = expected['is_shopify'] !== false
  check(file, 'isStore', isStore, snapshot.isStore)
  if (expected['site_name']) check(file, 'name', expected['site_name'], snapshot.name?.value)
  if (expected['emails'] ?? expected['phones']) checkContact(file, expected, snapshot)
  if (!isStore) return
  checkIdentity(file, expected, snapshot)
  checkPixels(file, expected, snapshot)
  checkApps(file, expected, snapshot)
}

for (const row of pageRows) checkRow(row)

const wrongOf = (...fields: string[]): Check[] =>
  checks.filter(
    ({ field, isRight }) =>
      !isRight &&
      fields.some(
        (name) => field === name || field.startsWith(`${name}.`) || field.startsWith(`${name} `),
      ),
  )
const shareOf = (field: string): number => {
  const all = checks.filter((item) => item.field.startsWith(field))
  return all.filter(({ isRight }) => isRight).length / Math.max(1, all.length)
}

describe.skipIf(!hasCorpus)('the real pages', () => {
  test('get a score for each field', () => {
    const fields = [...new Set(checks.map(({ field }) => field.split(/[ .]/)[0] ?? ''))]
    const lines = fields.map((field) => {
      const all = checks.filter((item) => item.field.split(/[ .]/)[0] === field)
      return `  ${field.padEnd(10)} ${all.filter(({ isRight }) => isRight).length} of ${all.length}`
    })
    const wrong = checks
      .filter(({ isRight }) => !isRight)
      .map(({ file, field, note }) => `  ${file}: ${field}: ${note}`)
    process.stdout.write(`corpus: ${pageRows.length} pages\n${[...lines, ...wrong].join('\n')}\n`)
    expect(pageRows.length).toBeGreaterThanOrEqual(20)
  })

  test('no page from another platform is a store, and every store page is one', () =>
    expect(wrongOf('isStore')).toEqual([]))
  test('shop, id, theme, language and name are all correct', () =>
    expect(wrongOf('shop', 'shopId', 'theme', 'locale', 'name', 'status')).toEqual([]))
  test("the country is the shop's own or absent", () => expect(wrongOf('country')).toEqual([]))
  test('all e-mail addresses and telephone numbers are found, without false positives', () =>
    expect(wrongOf('emails', 'phones')).toEqual([]))
  test('pixels and apps are at least 98 % complete', () => {
    expect(shareOf('pixels')).toBeGreaterThanOrEqual(0.98)
    expect(shareOf('apps')).toBeGreaterThanOrEqual(0.98)
  })

  const snapshotOf = (file: string): StoreSnapshot => {
    const found = snapshots.get(`html/${file}.html`)
    if (!found) throw new Error(`${file} is not in the corpus`)
    return found
  }

  test("a visitor's market is never the shop's", () => {
    expect(snapshotOf('hellonancy_home').country?.value).toBe('HK')
    // The shop is in Hong Kong and sells in US dollars to everyone: its own settings say so, not
    // the visitor's.
    expect(snapshotOf('hellonancy_home').currency?.evidence.path).toContain('paymentSettings')
    // One page is in the shop's own currency, the other in euros for the same shop.
    for (const file of ['mrbeast_home', 'mrbeast_home_en-de'])
      expect(snapshotOf(file)).toMatchObject({ shipsTo: null, city: null })
    expect(snapshotOf('mrbeast_home')).toMatchObject({
      country: { value: 'US' },
      currency: { value: 'USD' },
    })
    expect(snapshotOf('mrbeast_home_en-de')).toMatchObject({
      country: { value: 'US' },
      currency: null,
    })
  })

  // Checked by eye.
  const socials: Record<string, string[]> = {
    'kitchenaid-au_article': [
      'facebook KitchenAidAusNZ',
      'instagram kitchenaidausnz',
      'pinterest kitchenaidausnz',
      'x KitchenAidAusNZ',
      'youtube KitchenaidAustralia',
    ],
    sizzlefish_article1: [
      'facebook sizzlefishfit',
      'instagram sizzlefishfit',
      'pinterest sizzlefishfit',
      'x sizzlefishfit',
    ],
    hellonancy_home: [
      'facebook hellonancyofficial',
      'instagram hellonancy_official',
      'linkedin hellonancy',
      'tiktok hellonancy_official',
    ],
    mellowsleep_home: [
      'facebook mellowcomforter',
      'instagram get.sleeply',
      'tiktok mellowcomforter',
    ],
    '2brows_home': ['instagram 2brow2_cources'],
    pedealgodao_home: ['facebook pedealgodaosandalias', 'instagram pedealgodaooficial'],
  }
  test.each(Object.entries(socials))('%s has exactly these accounts', (file, accounts) => {
    const found = snapshotOf(file).socials.map(({ value }) => `${value.network} ${value.handle}`)
    expect(found.toSorted()).toEqual(accounts)
  })

  test('payment brands, languages and the contact form match the page', () => {
    const paid = (file: string) => snapshotOf(file).paymentBrands.map(({ value }) => value.id)
    expect(paid('hellonancy_home').toSorted()).toEqual(
      'american_express apple_pay bancontact google_pay ideal mastercard shop_pay unionpay visa'.split(
        ' ',
      ),
    )
    expect(paid('2brows_home')).toEqual(['visa', 'mastercard', 'american_express'])
    expect(snapshotOf('hellonancy_home').languages).toHaveLength(19)
    expect(snapshotOf('mrbeast_home_en-de').languages.map(({ value }) => value)).toEqual(['en'])
    expect(snapshotOf('mrbeast_home').contactForm).toBeNull()
    expect(snapshotOf('pedealgodao_raw_contato').contactForm?.value).toContain('/pages/contato')
  })

  test('no shop gets a wrong category', () => {
    const right: Record<string, string[]> = {
      kitchenaid: ['kitchen'],
      sizzlefish: ['food_drink'],
      hellonancy: ['erotic'],
      mrbeast: ['fashion'],
      mellowsleep: ['home_living'],
      '2brows': ['beauty'],
      pedealgodao: ['shoes'],
    }
    const wrong = [...snapshots].filter(([file, { category }]) => {
      const [, shop = ''] = /^html\/([a-z0-9]+)/.exec(file) ?? []
      return category && !right[shop]?.includes(category.value.id)
    })
    expect(wrong.map(([file, { category }]) => [file, category?.value.id])).toEqual([])
  })

  test('each fact carries only labels that its rule names', () => {
    const metaRows = rows.filter(({ kind }) => kind === 'meta_json')
    const ofMeta = metaRows.map(({ file }) => extract({ meta: pageOf(readCorpus(file)) }, ''))
    const found = new Set<string>()
    for (const snapshot of [...snapshots.values(), ...ofMeta])
      for (const key of READ_KEYS)
        for (const one of [snapshot[key]].flat()) if (one) found.add(`${key} ${one.label}`)
    const named = READ_KEYS.flatMap((key) => FACTS[key].labels.map((label) => `${key} ${label}`))
    expect([...found].filter((one) => !named.includes(one))).toEqual([])
    expect(found.size).toBeGreaterThan(20)
  })

  test('no fact contains an e-mail address, telephone number or host that must not be reported', () => {
    for (const { file, expected } of pageRows) {
      const told = JSON.stringify(snapshots.get(file))
      for (const text of texts([
        expected['not_store_emails'],
        expected['emails_only_in_script'],
        expected['not_phones'],
      ])) {
        expect(told).not.toContain(text)
      }
      for (const host of texts(expected['linked_shop_hosts'])) expect(told).not.toContain(host)
    }
  })

  for (const { file, expected } of rows.filter(({ kind }) => kind === 'meta_json')) {
    test(`${file} is read`, () => {
      const snapshot = extract({ meta: pageOf(readCorpus(file)) }, '')
      expect({
        shop: snapshot.shop?.value,
        shop_id: Number(snapshot.shopId?.value),
        domain: snapshot.domain?.value,
        name: snapshot.name?.value,
        about: snapshot.about?.value,
        country: snapshot.country?.value,
        currency: snapshot.currency?.value,
        product_count: snapshot.productCount?.value,
      }).toMatchObject(
        Object.fromEntries(
          Object.entries(expected).filter(([key]) => !['capture', 'province'].includes(key)),
        ),
      )
    })
  }

  for (const { file, expected } of rows.filter(({ kind }) => kind === 'products_json')) {
    test(`${file} is read`, () => {
      const { products, problem } = parseProducts(readCorpus(file), {
        currency: 'EUR',
        hostUrl: 'https://unknown.invalid/',
      })
      const prices = products.flatMap(({ variants }) =>
        variants.map(({ priceMinor }) => (priceMinor ?? Number.NaN) / 100),
      )
      expect(problem).toBeNull()
      expect(products).toHaveLength(Number(expected['product_count']))
      expect(products[0]?.title).toBe(expected['first_title'])
      const created = products.map(({ createdAt }) => Date.parse(createdAt ?? ''))
      const span = [expected['first_created_at'], expected['last_created_at']].map((time) =>
        Date.parse(String(time)),
      )
      expect([Math.min(...created), Math.max(...created)]).toEqual(span)
      expect([Math.min(...prices), Math.max(...prices)]).toEqual([
        expected['price_min'],
        expected['price_max'],
      ])
      expect(prices).toHaveLength(Number(expected['variant_count']))
    })
  }
})
