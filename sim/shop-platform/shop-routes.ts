import { ABOUT_PATH, hasAboutPage } from './about.ts'
import { html, json, plainText, redirect, type Answer, type Asked } from '../http-answer.ts'
import { hash, hashText } from '../random.ts'
import { agentsText } from './agents.ts'
import { featured } from './best-sellers.ts'
import { fileTag, pageTag, shopHeaders, type PageType } from './headers.ts'
import { metaJson } from './meta-json.ts'
import { articlePage, blogPage } from './pages/blog-pages.ts'
import { homePage } from './pages/home-page.ts'
import { aboutPage, contactPage, policyPage } from './pages/information-pages.ts'
import { renderPage } from './pages/layout.ts'
import { isThemeStylesheet, THEME_STYLESHEET } from './pages/theme-stylesheet.ts'
import { passwordPage } from './pages/password-page.ts'
import {
  collectionPage,
  collectionSlots,
  findProduct,
  productPage,
  productScript,
} from './pages/product-page.ts'
import { drawPicture } from './pictures/draw-picture.ts'
import { lifeOf } from './product-life.ts'
import { pagingOf, presentProduct, productsJson } from './products-json.ts'
import { productCount } from './product-list.ts'
import { robotsTxt } from './robots.ts'
import { sitemapChild, sitemapIndex } from './sitemap.ts'
import type { Storefront } from './storefront.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Answers for an open shop. */
export function answerShop(storefront: Storefront, asked: Asked): Answer {
  const { path } = asked
  if (asked.method !== 'GET' && asked.method !== 'HEAD') return plainText(405, 'method not allowed')
  if (path === '/') return themePage(storefront, asked, 'index', homePage(storefront))
  if (path === '/meta.json')
    return file(storefront, asked, 'MetaController', JSON_TYPE, () => metaJson(storefront))
  const collection = /^(?:\/collections\/([^/]+))?\/products\.json$/.exec(path)
  if (collection)
    return (
      productsFile(storefront, asked, decode(collection[1] ?? 'all')) ?? notFound(storefront, asked)
    )
  if (path === '/password') return redirect(302, '/', shopHeaders(storefront, asked, null))
  return (
    answerFile(path) ??
    answerText(storefront, asked) ??
    answerPage(storefront, asked) ??
    notFound(storefront, asked)
  )
}

function answerText(storefront: Storefront, asked: Asked): Answer | null {
  const { profile } = storefront
  const { path } = asked
  if (path === '/robots.txt') return plainText(200, robotsTxt(profile), { 'powered-by': 'Shopify' })
  if (path === '/agents.md' || path === '/llms.txt')
    return plainText(200, agentsText(profile), { 'content-type': 'text/markdown; charset=utf-8' })
  if (path === '/.well-known/ucp')
    return json(200, { ucp: { version: '2026-08-25' }, services: {} })
  if (path === '/sitemap.xml') return xml(storefront, asked, sitemapIndex(storefront))
  const child = /^\/sitemap_([a-z]+)_1\.xml$/.exec(path)?.[1]
  if (child === undefined) return null
  if (child === 'products' && !asked.query.has('from')) return plainText(400, 'bad request')
  const body = sitemapChild(storefront, child)
  return body === null ? null : xml(storefront, asked, body)
}

function answerPage(storefront: Storefront, asked: Asked): Answer | null {
  const [section = '', handle = '', second = ''] = asked.path
    .split('/')
    .slice(1)
    .map((part) => decode(part))
  switch (section) {
    case 'products':
      return productAnswer(storefront, asked, handle)
    case 'collections':
      return page(storefront, asked, 'collection', () => collectionPage(storefront, handle))
    case 'pages':
      if (asked.path === ABOUT_PATH && hasAboutPage(storefront.profile))
        return page(storefront, asked, 'page', () => aboutPage(storefront))
      return /^(contact|kontakt|contato|contacto)/.test(handle)
        ? page(storefront, asked, 'page', () => contactPage(storefront, asked.path))
        : null
    case 'policies':
      return page(storefront, asked, 'policy', () => policyPage(storefront, handle))
    case 'blogs':
      if (handle !== 'news') return null
      return second === ''
        ? page(storefront, asked, 'blog', () => blogPage(storefront))
        : page(storefront, asked, 'article', () => articlePage(storefront, second))
    default:
      return null
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function productAnswer(storefront: Storefront, asked: Asked, name: string): Answer | null {
  const ending = /\.(js|json)$/.exec(name)?.[1]
  const product = findProduct(storefront, ending ? name.slice(0, -ending.length - 1) : name)
  if (!product) return null
  if (ending === 'js')
    return json(200, productScript(product), shopHeaders(storefront, asked, null))
  if (ending === 'json')
    return json(
      200,
      { product: presentProduct(storefront.profile, product) },
      shopHeaders(storefront, asked, null),
    )
  return page(storefront, asked, 'product', () => productPage(storefront, product))
}

function productsFile(storefront: Storefront, asked: Asked, collection: string): Answer | null {
  const slots = collectionSlots(storefront, collection)
  if (!slots) return null
  const paging = pagingOf(asked)
  if ('status' in paging) return paging
  return file(storefront, asked, 'ProductListController', JSON_TYPE, () =>
    productsJson(storefront, paging, slots),
  )
}

/** A page of the theme; if `render` returns null, the page does not exist. */
function page(
  storefront: Storefront,
  asked: Asked,
  pageType: PageType,
  render: () => string | null,
): Answer | null {
  const body = render()
  return body === null ? null : themePage(storefront, asked, pageType, body)
}

function themePage(storefront: Storefront, asked: Asked, pageType: PageType, body: string): Answer {
  const headers = shopHeaders(storefront, asked, pageType)
  const etag = pageTag(storefront.profile.shopId, asked.path, shownVersion(storefront))
  headers['etag'] = etag
  if (asked.header('if-none-match') === etag) return { status: 304, headers, body: '' }
  return html(200, body, headers)
}

// The entity tag depends on the file's bytes, so it stays the same until they change.
function file(
  storefront: Storefront,
  asked: Asked,
  controller: string,
  type: string,
  render: () => string,
): Answer {
  const headers = shopHeaders(storefront, asked, null)
  const body = render()
  const etag = fileTag(storefront.profile.shopId, controller, hashText(body))
  headers['etag'] = etag
  if (asked.header('if-none-match') === etag) return { status: 304, headers, body: '' }
  headers['content-type'] = type
  return { status: 200, headers, body }
}

// Pages contain a request id, so their tag depends on what they show: the catalogue's length and
// the first products.
function shownVersion({ profile, nowMs }: Storefront): number {
  const shown = featured(profile, nowMs, 16).flatMap((slot) => {
    const { isSoldOut, priceFactor } = lifeOf(profile, slot, nowMs)
    return [slot.number, priceFactor, isSoldOut ? 1 : 0]
  })
  return hash(productCount(profile, nowMs), profile.edits, ...shown.map(String))
}

const xml = (storefront: Storefront, asked: Asked, body: string): Answer => ({
  status: 200,
  body,
  headers: {
    ...shopHeaders(storefront, asked, null),
    'content-type': 'application/xml; charset=utf-8',
  },
})

const FILE_HEADERS = {
  'cache-control': 'public, max-age=31557600',
  'access-control-allow-origin': '*',
  server: 'cloudflare',
}

/** A picture or style sheet, on the shop's host or the platform's; null for other paths. */
export function answerFile(path: string): Answer | null {
  if (isThemeStylesheet(path))
    return {
      status: 200,
      body: THEME_STYLESHEET,
      headers: { 'content-type': 'text/css; charset=utf-8', ...FILE_HEADERS },
    }
  const picture =
    /^(?:\/cdn\/shop|\/s\/files\/1(?:\/\d{4}){2,4})\/(?:files|products)\/([^/]+\.png)$/.exec(
      path,
    )?.[1]
  if (picture === undefined) return null
  return {
    status: 200,
    isEncoded: true,
    body: drawPicture(decode(picture)),
    headers: { 'content-type': 'image/png', ...FILE_HEADERS },
  }
}

function notFound(storefront: Storefront, asked: Asked): Answer {
  const body = renderPage(storefront, {
    pageType: '404',
    path: '/404',
    title: '404',
    main: '<h1>404</h1>',
  })
  return html(404, body, shopHeaders(storefront, asked, '404'))
}

/**
 * Answers for a protected shop: every path redirects to the password page, or shows it in place.
 */
export function answerProtected(storefront: Storefront, asked: Asked, isInPlace: boolean): Answer {
  const { path } = asked
  const kept = answerFile(path)
  if (kept) return kept
  if (path === '/robots.txt')
    return plainText(200, robotsTxt(storefront.profile), { 'powered-by': 'Shopify' })
  if (path === '/password' || (isInPlace && path === '/'))
    return html(200, passwordPage(storefront, path), shopHeaders(storefront, asked, 'password'))
  if (isInPlace && path.endsWith('.json'))
    return json(401, { errors: 'Unauthorized' }, shopHeaders(storefront, asked, null))
  return redirect(
    302,
    `https://${storefront.profile.host}/password`,
    shopHeaders(storefront, asked, null),
  )
}
