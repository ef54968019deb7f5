import {
  idOf,
  isRecord,
  listOf,
  parseJson,
  readAssigned,
  recordOf,
  textOf,
} from '#discovery/document/json.ts'
import type { Page } from '#discovery/document/page.ts'
import { bareHostOf, hostOfUrl, isPlatformHost, platformHostOf } from '#discovery/document/urls.ts'
import type { HtmlScan, ScannedScript } from './scan-elements.ts'

const DATA_TYPES = /json|template|x-|html/

/** Globals that the platform itself writes into every theme page, each by its name on the page. */
export function readShopGlobals(scan: HtmlScan) {
  const scripts = liveScripts(scan)
  const shop = firstAssigned(scripts, 'Shopify.shop', '=')
  const theme = firstAssigned(scripts, 'Shopify.theme', '=')
  const wallet = recordOf(jsonOf(scan, 'apple-pay-shop-capabilities'))
  return {
    /** `Shopify.shop`, e.g. `790fd8-3.myshopify.com`. */
    shop: isPlatformHost(shop) ? platformHostOf(shop) : null,
    locale: textOf(firstAssigned(scripts, 'Shopify.locale', '='), 20),
    /**
     * `Shopify.currency.active` where its rate is 1: the shop's own currency. With any other rate
     * it is the visitor's.
     */
    ownCurrency: readOwnCurrency(scripts),
    /**
     * `countryCode` of `#apple-pay-shop-capabilities`: the shop's own. The `currencyCode` beside it
     * is the visitor's.
     */
    walletCountry: textOf(wallet['countryCode']),
    /** The card networks that the page passes to the browser's wallet. */
    walletNetworks: listOf(wallet['supportedNetworks'])
      .slice(0, 50)
      .filter((network) => typeof network === 'string'),
    theme: isRecord(theme) ? theme : null,
    /** `__st`: the platform's page statistics. */
    st: readStatistics(scripts),
    features: readFeatures(scan),
    walletShopId: readWalletShopId(scan),
    /** `initData.shop` of the web-pixels manager: the shop's own values, not the visitor's. */
    initShop: readInitShop(scripts),
    pageType: readPageType(scripts),
    perfKit: readPerfKit(scan),
    boomerang: readBoomerang(scripts),
  }
}

/** Inline scripts that run; JSON islands and templates may quote the globals of other shops. */
const liveScripts = (scan: HtmlScan): ScannedScript[] =>
  scan.scripts.filter((script) => script.src === '' && !DATA_TYPES.test(script.type))

function firstAssigned(scripts: ScannedScript[], name: string, sign: '=' | ':'): unknown {
  for (const { text } of scripts) {
    if (!text.includes(name)) continue
    const value = readAssigned(text, name, sign)
    if (value !== undefined) return value
  }
  return undefined
}

function readOwnCurrency(scripts: ScannedScript[]): string | null {
  const { active, rate } = recordOf(firstAssigned(scripts, 'Shopify.currency', '='))
  const isOwn = (typeof rate === 'string' || typeof rate === 'number') && Number(rate) === 1
  return isOwn ? textOf(active, 3) : null
}

/** The JSON of the script with this id. */
const jsonOf = (scan: HtmlScan, id: string): unknown =>
  parseJson(scan.scripts.find((script) => script.id === id)?.text ?? '')

function readStatistics(scripts: ScannedScript[]) {
  const value = firstAssigned(scripts, '__st', '=')
  if (!isRecord(value)) return null
  const pageUrl = textOf(value['pageurl'], 2000)
  return {
    shopId: idOf(value['a']),
    pageHost: bareHostOf(pageUrl),
    pagePath: pageUrl?.includes('/')
      ? pageUrl.slice(pageUrl.indexOf('/')).replace(/[?#].*$/, '')
      : null,
    page: textOf(value['p'], 50),
  }
}

function readFeatures(scan: HtmlScan) {
  const value = jsonOf(scan, 'shopify-features')
  if (!isRecord(value)) return null
  return {
    shopId: idOf(value['shopId']),
    domain: bareHostOf(value['domain']),
    locale: textOf(value['locale'], 20),
  }
}

function readInitShop(scripts: ScannedScript[]) {
  const shop = recordOf(firstAssigned(scripts, 'initData', ':'))['shop']
  if (!isRecord(shop)) return null
  return {
    name: textOf(shop['name'], 200),
    country: textOf(shop['countryCode'], 2),
    currency: textOf(recordOf(shop['paymentSettings'])['currencyCode'], 3),
    host: hostOfUrl(shop['storefrontUrl']),
    shop: platformHostOf(shop['myshopifyDomain']),
  }
}

function readPageType(scripts: ScannedScript[]): string | null {
  for (const { text } of scripts) {
    if (!text.includes('pageType')) continue
    const found = textOf(
      recordOf(recordOf(readAssigned(text, 'meta', '='))['page'])['pageType'],
      50,
    )
    if (found) return found
  }
  return null
}

function readPerfKit(scan: HtmlScan) {
  const script = scan.scripts.find(({ src }) => src.includes('shopify-perf-kit'))
  if (!script) return null
  const { attributes } = script
  return {
    shopId: idOf(attributes['data-shop-id']),
    themeId: idOf(attributes['data-theme-instance-id']),
    themeName: textOf(attributes['data-theme-name'], 200),
    themeVersion: textOf(attributes['data-theme-version'], 50),
  }
}

function readBoomerang(scripts: ScannedScript[]) {
  const themeName = textOf(firstAssigned(scripts, 'BOOMR.themeName', '='), 200)
  const themeVersion = textOf(firstAssigned(scripts, 'BOOMR.themeVersion', '='), 50)
  return themeName || themeVersion ? { themeName, themeVersion } : null
}

function readWalletShopId(scan: HtmlScan): string | null {
  const wallet = scan.metas.find(({ name }) => name === 'shopify-digital-wallet')
  return idOf(/^\/(\d{1,19})\//.exec(wallet?.content ?? '')?.[1])
}

// The platform sent `x-shopid` and its relatives until about 2023, and has sent `powered-by` since.
const OLD_HEADERS = [
  'x-shopid',
  'x-shardid',
  'x-sorting-hat-shopid',
  'x-sorting-hat-podid',
  'x-shopify-stage',
]

/** Values of the platform's response headers, in both generations of them. */
export function readPlatformHeaders(page: Page | null) {
  const headers = page?.headers ?? {}
  const poweredBy = /\bshopify\b/i.test(headers['powered-by'] ?? '')
  const cached = /\bpage_cache:(\d{1,19}):/.exec(headers['etag'] ?? '')?.[1]
  const themeId = /\btheme;desc="?(\d{1,19})/.exec(headers['server-timing'] ?? '')?.[1]
  const language = (headers['content-language'] ?? '').split(',')[0]?.trim() ?? ''
  return {
    isPlatform: poweredBy || OLD_HEADERS.some((name) => headers[name] !== undefined),
    shopId: idOf(cached ?? headers['x-shopid'] ?? headers['x-sorting-hat-shopid']),
    themeId: idOf(themeId),
    locale: /^[a-z]{2,3}(?:-[A-Za-z]{2,8})*$/.test(language) ? language : null,
  }
}
