import { at, hash, hexToken, randomFor } from '../../random.ts'
import { unixSeconds } from '../../time.ts'
import { BLOCK_APPS, PIXEL_CLIENTS, SCRIPT_TAGS, type PixelVendor } from '../catalogue/apps.ts'
import { uuidFor, type PageType } from '../headers.ts'
import { fill, scriptJson } from '../markup.ts'
import type { ShopProfile } from '../shop-profile.ts'
import type { Storefront } from '../storefront.ts'

export type PageFacts = {
  pageType: PageType
  path: string
  resource?: { type: string; id: number }
  product?: unknown
}

const PAGE_LETTERS: Record<PageType, string> = {
  index: 'home',
  product: 'product',
  collection: 'collection',
  page: 'page',
  article: 'article',
  blog: 'blog',
  policy: 'policy',
  password: 'password',
  '404': '404',
}

/** The code that the platform writes into the head of every theme page. */
export function contentForHeader(storefront: Storefront, facts: PageFacts): string {
  const { profile, nowMs } = storefront
  const requestId = `${uuidFor(profile.key, facts.path, nowMs, 'page')}-${unixSeconds(nowMs)}`
  return [
    "<script>window.performance && window.performance.mark && window.performance.mark('shopify.content_for_header.start');</script>" +
      `<meta id="shopify-digital-wallet" name="shopify-digital-wallet" content="/${profile.shopId}/digital_wallets/dialog">`,
    features(profile),
    globals(profile),
    asyncLoad(profile),
    `<script id="__st">var __st=${scriptJson({ a: profile.shopId, offset: profile.brand.country.utcOffsetMinutes * 60, reqid: requestId, pageurl: `${profile.host}${facts.path}`, u: hexToken(6, profile.key, 'visit'), p: PAGE_LETTERS[facts.pageType], ...(facts.resource ? { rtyp: facts.resource.type, rid: facts.resource.id } : {}) })};</script>`,
    analytics(profile, facts, requestId),
    profile.generation >= 2024 ? pixelManager(profile) : legacyTracking(profile),
    profile.generation === 2026 ? perfKit(profile, facts.pageType) : '',
    "<script>window.performance && window.performance.mark && window.performance.mark('shopify.content_for_header.end');</script>",
  ].join('\n')
}

const features = ({ host, shopId, key, brand }: ShopProfile): string =>
  `<script id="shopify-features" type="application/json">${scriptJson({ accessToken: hexToken(16, key, 'token'), betas: ['rich-media-storefront-analytics'], domain: host, predictiveSearch: true, shopId, locale: brand.country.locale.toLowerCase() })}</script>`

function globals(profile: ShopProfile): string {
  const { shop, brand, market, theme, generation, host } = profile
  const lines = [
    'var Shopify = Shopify || {};',
    `Shopify.shop = ${scriptJson(shop)};`,
    `Shopify.locale = ${scriptJson(brand.country.locale)};`,
    `Shopify.currency = ${scriptJson({ active: market.currency, rate: market.rate === 1 ? '1.0' : market.rate.toFixed(6) })};`,
    ...(generation === 2021 ? [] : [`Shopify.country = ${scriptJson(market.country)};`]),
    `Shopify.theme = ${scriptJson(themeGlobal(profile))};`,
    'Shopify.theme.handle = "null";',
    'Shopify.theme.style = {"id":null,"handle":null};',
    `Shopify.cdnHost = ${scriptJson(generation === 2021 ? 'cdn.shopify.com' : `${host}/cdn`)};`,
    'Shopify.routes = Shopify.routes || {};',
    'Shopify.routes.root = "/";',
  ]
  // Some themes are served on one line, as optimising apps do.
  return `<script>${lines.join(theme.id % 5 === 0 ? '' : '\n')}</script>`
}

function themeGlobal({ theme, generation }: ShopProfile): unknown {
  const { name, id, schemaName, schemaVersion, storeId } = theme
  const schema =
    generation === 2026 ? { schema_name: schemaName, schema_version: schemaVersion } : {}
  return { name, id, ...schema, theme_store_id: storeId, role: 'main' }
}

/** Scripts that apps add to every page; a merchant does not change them here. */
export function scriptTagsOf({ key }: ShopProfile): typeof SCRIPT_TAGS {
  const random = randomFor(key, 'script-tags')
  return SCRIPT_TAGS.filter(({ weight }) => random.chance(weight / 40))
}

function asyncLoad(profile: ShopProfile): string {
  const urls = scriptTagsOf(profile).map(({ url }) => scriptTagUrl(profile, url))
  if (urls.length === 0) return ''
  return `<script>(function() {\n  var isLoaded = false;\n  function asyncLoad() {\n    if (isLoaded) return;\n    isLoaded = true;\n    var urls = ${scriptJson(urls)};\n    for (var i = 0; i < urls.length; i++) { var s = document.createElement('script'); s.async = true; s.src = urls[i]; document.head.appendChild(s); }\n  }\n  window.addEventListener('load', asyncLoad, false);\n})();</script>`
}

const scriptTagUrl = ({ key, shop, theme }: ShopProfile, url: string): string =>
  fill(url, {
    token: hexToken(5, key, url),
    unix: String(unixSeconds(theme.assetsAtMs)),
    company: hexToken(3, key, 'company').toUpperCase(),
    shop,
  })

function analytics({ market }: ShopProfile, facts: PageFacts, requestId: string): string {
  const page = {
    pageType: PAGE_LETTERS[facts.pageType],
    ...(facts.resource ? { resourceType: facts.resource.type, resourceId: facts.resource.id } : {}),
    requestId,
  }
  const meta = facts.product === undefined ? { page } : { product: facts.product, page }
  return `<script>\nwindow.ShopifyAnalytics = window.ShopifyAnalytics || {};\nwindow.ShopifyAnalytics.meta = window.ShopifyAnalytics.meta || {};\nwindow.ShopifyAnalytics.meta.currency = '${market.currency}';\nvar meta = ${scriptJson(meta)};\nfor (var attr in meta) {\n  window.ShopifyAnalytics.meta[attr] = meta[attr];\n}\n</script>`
}

/** The pixels of a shop, each with its vendor's id. */
export const pixelsOf = ({ key, pixels }: ShopProfile): { vendor: PixelVendor; id: string }[] =>
  pixels.map((vendor) => ({ vendor, id: pixelId(vendor, key) }))

function pixelId(vendor: PixelVendor, key: number): string {
  const number = String(hash(key, vendor)).padStart(10, '7')
  switch (vendor) {
    case 'meta':
      return `${number}${String(hash(key, 'meta-tail')).slice(0, 5)}`.padEnd(15, '3').slice(0, 15)
    case 'google':
      return `G-${hexToken(5, key, 'google').toUpperCase()}`
    case 'tiktok':
      return `C${hexToken(9, key, 'tiktok').toUpperCase()}0`.slice(0, 20)
    case 'pinterest':
      return `26${number}`
    case 'snapchat':
      return uuidFor(key, 'snap')
    case 'klaviyo':
      return hexToken(3, key, 'klaviyo').toUpperCase()
    default:
      return vendor satisfies never
  }
}

function pixelConfiguration(vendor: PixelVendor, id: string): unknown {
  switch (vendor) {
    case 'meta':
      return { pixel_id: id, pixel_type: 'facebook_pixel' }
    case 'google':
      return { config: JSON.stringify({ google_tag_ids: [id], target_country: 'ZZ' }) }
    case 'tiktok':
      return { pixelCode: id }
    case 'pinterest':
      return { tagID: id }
    case 'snapchat':
      return { pixelId: id }
    case 'klaviyo':
      return { accountID: id }
    default:
      return vendor satisfies never
  }
}

function pixelManager(profile: ShopProfile): string {
  const { shopId, host, brand, shop, key } = profile
  const list = pixelsOf(profile).map(({ vendor, id }, index) => ({
    id: String(hash(key, 'pixel', vendor)),
    configuration: JSON.stringify(pixelConfiguration(vendor, id)),
    eventPayloadVersion: 'v1',
    runtimeContext: index % 2 === 0 ? 'OPEN' : 'STRICT',
    scriptVersion: hexToken(16, vendor),
    type: 'APP',
    apiClientId: PIXEL_CLIENTS[vendor].apiClientId,
    privacyPurposes: ['ANALYTICS', 'MARKETING', 'SALE_OF_DATA'],
    dataSharingState: 'optimized',
  }))
  const standard = ['shopify-app-pixel', 'shopify-custom-pixel'].map((id) => ({
    id,
    eventPayloadVersion: 'v1',
    runtimeContext: id === 'shopify-app-pixel' ? 'STRICT' : 'LAX',
    scriptVersion: '0450',
    apiClientId: 'shopify-pixel',
    type: id === 'shopify-app-pixel' ? 'APP' : 'CUSTOM',
    privacyPurposes: ['ANALYTICS', 'MARKETING'],
  }))
  const initData = {
    shop: {
      name: brand.name,
      paymentSettings: { currencyCode: brand.country.currency },
      myshopifyDomain: shop,
      countryCode: brand.country.code,
      storefrontUrl: `https://${host}`,
    },
    customer: null,
    cart: null,
    checkout: null,
    productVariants: [],
    purchasingCompany: null,
  }
  const hasInitData = profile.generation === 2026
  return `<script id="web-pixels-manager-setup">(function(config,cdn,version,targets){window.Shopify=window.Shopify||{};window.Shopify.analytics=window.Shopify.analytics||{};window.Shopify.analytics.replayQueue=[];window.Shopify.analytics.publish=function(name,payload,options){window.Shopify.analytics.replayQueue.push([name,payload,options]);return true};})({shopId: ${shopId},storefrontBaseUrl: "https://${host}",extensionsBaseUrl: "https://extensions.shopifycdn.com/cdn/shopifycloud/web-pixels-manager",monorailEndpoint: "https://monorail-edge.shopifysvc.com/unstable/produce_batch",surface: "storefront-renderer",enabledBetaFlags: ["2dca8a86"],webPixelsConfigList: ${JSON.stringify([...list, ...standard])},isMerchantRequest: false,${hasInitData ? `initData: ${scriptJson(initData)},` : ''}},"https://${host}/cdn","${hexToken(8, 'wpm')}",{"modern":"","legacy":""});</script>`
}

function legacyTracking(profile: ShopProfile): string {
  return pixelsOf(profile)
    .map(({ vendor, id }) => {
      if (vendor === 'meta')
        return `<script>fbq('init', '${id}', {}, {agent: 'plshopify1.2'}); fbq('track', 'PageView');</script>`
      if (vendor === 'google')
        return `<script async src="https://www.googletagmanager.com/gtag/js?id=${id}"></script>`
      if (vendor === 'tiktok') return `<script>ttq.load('${id}'); ttq.page();</script>`
      if (vendor === 'pinterest') return `<script>pintrk('load', '${id}'); pintrk('page');</script>`
      return ''
    })
    .join('\n')
}

const perfKit = ({ host, shopId, theme, market }: ShopProfile, pageType: PageType): string =>
  `<script defer src="https://${host}/cdn/shopifycloud/perf-kit/shopify-perf-kit-3.3.0.min.js" data-application="storefront-renderer" data-shop-id="${shopId}" data-render-region="${at(['gcp-us-east1', 'gcp-europe-west1'], market.country.length)}" data-page-type="${pageType}" data-theme-instance-id="${theme.id}" data-theme-name="${theme.schemaName}" data-theme-version="${theme.schemaVersion}"></script>`

/** Comments and assets of apps that put blocks into the theme. */
export function appBlocks({ key, apps }: ShopProfile): string {
  return BLOCK_APPS.filter(({ handle }) => apps.includes(handle))
    .map(({ handle, block }) => {
      const id = uuidFor('app', handle)
      return `<!-- BEGIN app block: shopify://apps/${handle}/blocks/${block}/${id} --><script src="https://cdn.shopify.com/extensions/${uuidFor('extension', handle)}/${handle.split('-')[0]}-theme-${key % 90}/assets/${block}.js" defer></script><!-- END app block -->`
    })
    .join('\n')
}
