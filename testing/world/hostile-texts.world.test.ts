import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isTag, MAX_TAG, tidyTag } from '#contracts/workspace/saved.ts'
import { candidateHosts } from '#discovery/ct/host-names.ts'
import { extractVisit } from '#discovery/extract/extract-visit.ts'
import { recordVisits } from '#server/discovery/visits/record-visits.ts'
import { DIST_FOLDER } from '#server/platform/http/static-files.ts'
import { createRenderer } from '#server/site/pages/render.ts'
import { changeStore } from '#testing/factories.ts'
import { findChromium } from '#testing/find-chromium.ts'
import { hostileShop, PAYLOADS_PER_SHOP } from '#testing/hostile-shop.ts'
import { scriptPayloads } from '#testing/script-payloads.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'

const payloads = scriptPayloads()
const shops = Array.from({ length: Math.ceil(payloads.length / PAYLOADS_PER_SHOP) }, (_, number) =>
  hostileShop(number, payloads.slice(number * PAYLOADS_PER_SHOP, (number + 1) * PAYLOADS_PER_SHOP)),
)

test(
  'no hostile text becomes a host, in any position in a certificate',
  { tags: ['check-60'] },
  () => {
    const names = payloads.flatMap((text) => [
      text,
      `${text}.example.com`,
      `shop.${text}`,
      `*.${text}.com`,
    ])
    expect(candidateHosts(names).filter((host) => !/^[a-z0-9.-]+$/.test(host))).toEqual([])
  },
)

const executablePath = findChromium()
const isBuilt = existsSync(join(DIST_FOLDER, 'server/entry-server.js'))
if (!executablePath || !isBuilt)
  process.stdout.write(
    'notice: skipped, because there is no Chromium or no build of the web: hostile texts in a browser\n',
  )

const LISTED =
  'mode=range&startDate=2026-03-01&endDate=2026-03-10&launchStatus=established&size=100'

describe.skipIf(!executablePath || !isBuilt)('in a browser', () => {
  let app: TestApp
  let browser: Browser
  let page: Page
  let origin = ''
  /** Scripts that ran, and requests that the content security policy of our pages blocked. */
  const events: string[] = []

  beforeAll(async () => {
    app = await startTestApp({ renderer: await createRenderer({ distDir: DIST_FOLDER }) })
    await recordVisits(
      app.ctx,
      shops.map(({ host, visit }) => {
        const { snapshot, products } = extractVisit(visit, host)
        const candidate = {
          host,
          stage: 'visit' as const,
          revealed_at: app.ctx.now(),
          log_id: 'log',
          attempts: 0,
        }
        return {
          candidate,
          result: { kind: 'store' as const, finalHost: host, snapshot, products },
        }
      }),
    )
    await nameAppsAfterPayloads()
    origin = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
    const { token } = await app.as('PLUS_USER')
    browser = await chromium.launch({
      executablePath: executablePath ?? '',
      args: ['--no-sandbox', '--disable-background-networking'],
    })
    const storageState = {
      cookies: [],
      origins: [{ origin, localStorage: [{ name: 'jwt', value: token }] }],
    }
    const context = await browser.newContext({ storageState, locale: 'en-US' })
    page = await context.newPage()
    await page.exposeFunction('reportViolation', (text: string) => events.push(`policy: ${text}`))
    await page.addInitScript(REPORT_VIOLATIONS)
    page.on('dialog', (dialog) => {
      events.push(`dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
  })
  afterAll(async () => {
    await browser?.close()
    await app?.[Symbol.asyncDispose]()
  })

  /** No extractor lets such a handle through; the screens must not rely on that. */
  async function nameAppsAfterPayloads() {
    const rows = await app.ctx.db.selectFrom('stores').select(['id', 'domain']).execute()
    for (const { id, domain } of rows) {
      const texts = shops.find(({ host }) => host === domain)?.payloads ?? []
      const apps = texts.map((text, at) => ({
        handle: `app-${at}`,
        name: text.replaceAll('\0', ''),
        source: 'app_block',
      }))
      await changeStore(app.ctx.db, id, { apps: JSON.stringify(apps) })
    }
  }

  /** Texts that users write: a text that cannot be a tag or a name goes only into the notes. */
  async function keepWithPayloads() {
    const { send } = await app.as('PLUS_USER')
    const post = async (url: string, payload: object) => {
      const answer = await send({ method: 'POST', url, payload })
      if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`)
    }
    const short = payloads.filter((text) => text.length <= MAX_TAG && isTag(tidyTag(text)))
    expect(short.length).toBeGreaterThan(20)
    const stores = await app.ctx.db.selectFrom('stores').select('id').orderBy('id').execute()
    const products = await app.ctx.db
      .selectFrom('products')
      .select(['store_id', 'product_id'])
      .orderBy('product_id')
      .limit(stores.length)
      .execute()
    for (const [at, { id }] of stores.entries()) {
      const kept = {
        notes: payloads
          .slice(at * PAYLOADS_PER_SHOP, (at + 1) * PAYLOADS_PER_SHOP)
          .join(' ')
          .replaceAll('\0', ''),
        tags: short.slice(at * 5, at * 5 + 5),
      }
      await post('/api/saved-stores', { storeId: id, ...kept })
      const product = products[at]
      if (product)
        await post('/api/saved-products', {
          productId: `${product.store_id}-${product.product_id}`,
          ...kept,
        })
    }
    for (const name of short.slice(0, SEARCHES).map(tidyTag))
      await post('/api/saved-searches', { name, view: 'stores', query: 'country=DE', mails: false })
  }

  const open = async (address: string, ready: string) => {
    await page.goto(origin + address)
    await page.locator(ready).first().waitFor()
    return page.evaluate<string[]>(FIND_ACTIVE)
  }
  /** Navigates as a click on a link does, without reloading the client. */
  const goOn = async (address: string, ready: string) => {
    await page.evaluate(GO_TO, address)
    await page.locator(ready).first().waitFor()
    return page.evaluate<string[]>(FIND_ACTIVE)
  }

  test('without protection, active content runs and the test detects it', async () => {
    await page.goto('about:blank')
    await page.setContent('<img src=x onerror=alert(1)><a href="javascript:alert(1)">x</a>')
    await expect.poll(() => events).toContain('dialog: 1')
    expect(await page.evaluate<string[]>(FIND_ACTIVE)).toEqual([
      'IMG onerror=alert(1)',
      'A href=javascript:alert(1)',
    ])
    events.length = 0
  })

  test(
    'shop names, descriptions, apps and products run nothing on any screen',
    { tags: ['check-60'] },
    async () => {
      const found = [
        ...(await open('/', 'h1')),
        ...(await open(`/list?${LISTED}`, '[data-row-link]')),
      ]
      const stores = await app.ctx.db
        .selectFrom('stores')
        .select(['id', 'domain', 'about', 'name'])
        .orderBy('id')
        .execute()
      expect(stores).toHaveLength(shops.length)
      const carriers = stores.filter(({ about, name }) => `${about} ${name}`.includes('<'))
      expect(carriers.length).toBeGreaterThan(shops.length / 2)
      for (const { id } of stores) {
        found.push(...(await open(`/store/${id}`, 'h1')))
        found.push(...(await open(`/store/${id}?tab=products`, '[href*="/product/"]')))
      }
      expect(found).toEqual([])
      expect(events).toEqual([])
    },
  )

  test('leads, products, notes, tags and names chosen by an account run nothing either', async () => {
    await keepWithPayloads()
    const found = [
      ...(await open(`/list?view=leads&${LISTED}`, 'h1')),
      ...(await open(`/list?view=products&scope=all&${LISTED}`, '[data-row-link]')),
      ...(await open('/saved', '[data-row-link]')),
      ...(await open('/saved/products', '[data-row-link]')),
      ...(await open('/app', 'a[href*="country=DE"]')),
    ]
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('dialog').getByRole('combobox').fill('Shop')
    await page.getByRole('dialog').getByRole('option', { name: /Shop/ }).first().waitFor()
    found.push(...(await page.evaluate<string[]>(FIND_ACTIVE)))
    await page
      .getByRole('dialog')
      .getByRole('combobox')
      .fill(payloads[0] ?? '')
    found.push(...(await page.evaluate<string[]>(FIND_ACTIVE)))
    expect(found).toEqual([])
    expect(events).toEqual([])
  })

  test(
    'product descriptions run nothing',
    { tags: ['product-page.description', 'check-60'] },
    async () => {
      const products = await app.ctx.db
        .selectFrom('products')
        .select(['store_id', 'product_id'])
        .orderBy('product_id')
        .execute()
      expect(products).toHaveLength(payloads.length)
      const [first] = products
      const found = await open(`/product/${first?.store_id}-${first?.product_id}`, '.foreign-text')
      for (const { store_id, product_id } of products)
        found.push(
          ...(await goOn(
            `/product/${store_id}-${product_id}`,
            `.foreign-text:has-text("text ${product_id} ")`,
          )),
        )
      expect(found).toEqual([])
      expect(events).toEqual([])
    },
  )
})

const SEARCHES = 20

const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) =>
  window.reportViolation(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample))`

// The functions below run in the page. They are text, because they run in another environment than
// this file.
const GO_TO = (address: string) => {
  const { history, dispatchEvent, PopStateEvent } = globalThis as unknown as {
    history: { pushState: (state: object, title: string, url: string) => void }
    dispatchEvent: (event: unknown) => void
    PopStateEvent: new (type: string, init: object) => unknown
  }
  const state = { idx: 1, key: address }
  history.pushState(state, '', address)
  dispatchEvent(new PopStateEvent('popstate', { state }))
}

const FIND_ACTIVE = `[...document.querySelectorAll('*')].flatMap((element) => [
  ...[...element.attributes]
    .filter(({ name, value }) => /^on/i.test(name) || /^[\\s\\0-\\x20]*(?:javascript|vbscript|livescript):/i.test(value) ||
      (/^(?:href|action|formaction|data|xlink:href|srcdoc)$/i.test(name) && /^[\\s\\0-\\x20]*(?:data|blob):/i.test(value)))
    .map(({ name, value }) => element.tagName + ' ' + name + '=' + value),
  ...(element.tagName === 'SCRIPT' && element.type !== 'application/ld+json' && element.nonce === '' && !element.src.startsWith(location.origin + '/') ? ['SCRIPT'] : []),
])`
