import { countOf, idOf, isRecord, listOf, textOf } from '#discovery/document/json.ts'
import { absoluteUrl, hostOfUrl, platformHostOf } from '#discovery/document/urls.ts'
import { passwordMark, readCatalogueShape } from '#discovery/extract/classify-store.ts'
import { firstOnPage, type ParsedPage, type ParsedVisit } from '#discovery/extract/parsed-visit.ts'
import { type Fact, factOf, type Theme } from '#discovery/extract/store-snapshot.ts'

type Candidate = {
  path: string
  label?: Fact<string>['label']
  read: (page: ParsedPage) => string | null | undefined
}

/** The shop's own word, else the first candidate with a value on a page; in order of trust. */
export function firstFact(
  own: Fact<string> | null,
  pages: ParsedPage[],
  candidates: Candidate[],
): Fact<string> | null {
  if (own) return own
  for (const { path, label, read } of candidates) {
    const found = firstOnPage(pages, read)
    if (found) return factOf(found.value, label ?? 'observed', found.page, path)
  }
  return null
}

type Meta = NonNullable<ParsedVisit['meta']>

/** What the shop's own file says, which is trusted most. */
export function metaFact(
  { meta }: ParsedVisit,
  key: Exclude<keyof Meta, 'page' | 'productCount' | 'shipsTo' | 'cardBrands'>,
  path: string = key,
): Fact<string> | null {
  const value = meta?.[key]
  return meta && value ? factOf(value, 'observed', meta.page, `meta.json#${path}`) : null
}

const metaContent = (page: ParsedPage, name: string): string | undefined =>
  page.scan.metas.find((meta) => meta.name === name && meta.content.trim() !== '')?.content

export function extractShop(visit: ParsedVisit): Fact<string> | null {
  return firstFact(metaFact(visit, 'shop', 'myshopify_domain'), visit.pages, [
    { path: 'Shopify.shop', read: ({ globals }) => globals.shop },
    {
      path: 'webPixels.initData.shop.myshopifyDomain',
      read: ({ globals }) => globals.initShop?.shop,
    },
    { path: 'only platform host on the page', label: 'inferred', read: onlyPlatformHost },
  ])
}

const PRINTED_PLATFORM_HOST =
  /(?<![a-z0-9.-])[a-z0-9][a-z0-9-]{0,62}\.myshopify\.com(?![a-z0-9.-])/gi

/**
 * Headless shops write no globals, but call their platform host by name. Two hosts leave open which
 * one is the shop's.
 */
function onlyPlatformHost({ html }: ParsedPage): string | null {
  const hosts = new Set<string>()
  for (const [host] of html.matchAll(PRINTED_PLATFORM_HOST)) {
    hosts.add(host.toLowerCase())
    if (hosts.size > 1) return null
  }
  return platformHostOf([...hosts][0])
}

export function extractShopId(visit: ParsedVisit): Fact<string> | null {
  const found = firstFact(metaFact(visit, 'shopId', 'id'), visit.pages, [
    { path: '__st.a', read: ({ globals }) => globals.st?.shopId },
    { path: '#shopify-features.shopId', read: ({ globals }) => globals.features?.shopId },
    { path: 'meta[name=shopify-digital-wallet]', read: ({ globals }) => globals.walletShopId },
    { path: 'script[data-shop-id]', read: ({ globals }) => globals.perfKit?.shopId },
    { path: 'response header', read: ({ headers }) => headers.shopId },
  ])
  if (found || !visit.products) return found
  if (visit.productsHeaders.shopId)
    return factOf(visit.productsHeaders.shopId, 'observed', visit.products, 'header etag')
  const shape = readCatalogueShape(visit.products)
  return shape?.shopId
    ? factOf(shape.shopId, 'inferred', visit.products, 'products.json#images.src')
    : null
}

/** The shop's primary domain. */
export function extractDomain(visit: ParsedVisit): Fact<string> | null {
  const found = firstFact(metaFact(visit, 'domain'), visit.pages, [
    { path: '#shopify-features.domain', read: ({ globals }) => globals.features?.domain },
    {
      path: 'webPixels.initData.shop.storefrontUrl',
      read: ({ globals }) => globals.initShop?.host,
    },
    { path: '__st.pageurl', read: ({ globals }) => globals.st?.pageHost },
    { path: 'link[rel=canonical]', read: ({ scan }) => hostOfUrl(scan.canonical) },
  ])
  if (found) return found
  const page = visit.home?.page ?? visit.products
  return page && visit.visitedHost ? factOf(visit.visitedHost, 'observed', page, 'address') : null
}

const organizationName = ({ organizations }: ParsedPage): string | null =>
  textOf(organizations.find((node) => textOf(node['name']))?.['name'], 200)

const TITLE_GAP = /\s{1,20}[–—|·•-]\s{1,20}/u
/** Titles of pages instead of shops: contact, sign-in, password, errors. */
const PAGE_TITLE =
  /^(?:contacts?(?: us| information| form)?|get in touch|about(?: us)?|please (?:log|sign) ?in|(?:log|sign) ?in|login|account|password|enter password|opening soon|coming soon|home(?: ?page)?|welcome|untitled|imprint|(?:page )?not found|404(?: not found| page)?|error|access denied|just a moment\.*|kontakt(?:ieren sie uns)?|impressum|startseite|anmelden|contactez[- ]nous|nous contacter|accueil|mentions légales|connexion|contacto|contáctanos|inicio|aviso legal|iniciar sesión|contato|fale conosco|início|iletişim|bize ulaşın|ana ?sayfa|giriş yap|contatti|お問い合わせ|ホーム|контакти|начало)[.!…]*$/iu

/**
 * A page's title names the shop unless it names the page. Titles of contact pages end with the
 * shop's name, or lack it.
 */
function nameInTitle({ scan, isContact }: ParsedPage): string | null {
  const title = textOf(scan.title?.replaceAll(/\s+/g, ' '), 200)
  if (title === null) return null
  const parts = title.split(TITLE_GAP).filter((part) => part !== '')
  const names = parts.filter((part) => !PAGE_TITLE.test(part.trim()))
  if (isContact && parts.length === names.length)
    return names.length > 1 ? (names.at(-1) ?? null) : null
  return parts.length === names.length ? title : (names.at(-1) ?? null)
}

export function extractName(visit: ParsedVisit): Fact<string> | null {
  return firstFact(metaFact(visit, 'name'), visit.pages, [
    {
      path: 'meta[property=og:site_name]',
      read: (page) => textOf(metaContent(page, 'og:site_name'), 200),
    },
    { path: 'webPixels.initData.shop.name', read: ({ globals }) => globals.initShop?.name },
    { path: 'JSON-LD Organization.name', read: organizationName },
    { path: 'title', label: 'detected', read: nameInTitle },
  ])
}

export function extractAbout(visit: ParsedVisit): Fact<string> | null {
  const home = visit.home ? [visit.home] : []
  return firstFact(metaFact(visit, 'about', 'description'), home, [
    {
      path: 'meta[name=description]',
      read: (page) => textOf(metaContent(page, 'description'), 2000),
    },
    {
      path: 'meta[property=og:description]',
      read: (page) => textOf(metaContent(page, 'og:description'), 2000),
    },
  ])
}

function logoText(value: unknown): unknown {
  if (Array.isArray(value)) return logoText(listOf(value)[0])
  return isRecord(value) ? (value['url'] ?? value['contentUrl'] ?? value['@id']) : value
}

const isPicture = (url: string): boolean => !/no-image|placeholder|\/blank\.|spacer/i.test(url)

type LogoCandidate = readonly [href: unknown, path: string, label: Fact<string>['label']]

const logosOf = ({ organizations, scan }: ParsedPage): LogoCandidate[] => [
  ...organizations.map(
    (node) => [logoText(node['logo']), 'JSON-LD Organization.logo', 'observed'] as const,
  ),
  ...scan.logos.map(({ src, rule }) => [src, rule, 'detected'] as const),
  ...scan.metas
    .filter(({ name }) => name === 'og:image:secure_url' || name === 'og:image')
    .map(({ name, content }) => [content, `meta[property=${name}]`, 'inferred'] as const),
]

/**
 * The shop's logo: from its structured data, else the picture in its header, else its sharing
 * picture.
 */
export function extractLogo(visit: ParsedVisit, baseUrl: string): Fact<string> | null {
  for (const page of visit.pages) {
    for (const [href, path, label] of logosOf(page)) {
      const url = absoluteUrl(href, /^https?:/.test(page.page.url) ? page.page.url : baseUrl)
      if (url && isPicture(url)) return factOf(url, label, page.page, path)
    }
  }
  return null
}

function themeOf({ globals, headers }: ParsedPage): { theme: Theme; path: string } | null {
  const { theme, perfKit, boomerang } = globals
  const schemaName =
    textOf(theme?.['schema_name'], 200) ?? perfKit?.themeName ?? boomerang?.themeName ?? null
  const schemaVersion =
    textOf(theme?.['schema_version'], 50) ??
    perfKit?.themeVersion ??
    boomerang?.themeVersion ??
    null
  const id = idOf(theme?.['id']) ?? perfKit?.themeId ?? headers.themeId
  const name = textOf(theme?.['name'], 200)
  if (!id && !name && !schemaName) return null
  const path = theme
    ? 'Shopify.theme'
    : perfKit
      ? 'script[data-theme-name]'
      : 'header server-timing'
  return {
    theme: {
      name,
      id,
      schemaName,
      schemaVersion,
      themeStoreId: countOf(theme?.['theme_store_id']),
    },
    path,
  }
}

/**
 * The live theme: from the page's global, completed by two analytics scripts that repeat the
 * theme's product name.
 */
export function extractTheme(visit: ParsedVisit): Fact<Theme> | null {
  for (const page of visit.pages) {
    const found = themeOf(page)
    if (found) return factOf(found.theme, 'observed', page.page, found.path)
  }
  return null
}

type Status = Fact<'open' | 'password_protected'>

/**
 * Open or behind the password page. Null if the visit read only files that both kinds of shops
 * serve.
 */
export function extractStatus(visit: ParsedVisit, productCount: number): Status | null {
  for (const page of visit.pages) {
    const mark = passwordMark(page)
    if (mark) return factOf('password_protected', 'detected', page.page, mark)
  }
  const { home, products } = visit
  if (home && home.page.status < 400)
    return factOf('open', 'detected', home.page, 'home page without password form')
  if (products && productCount > 0) return factOf('open', 'detected', products, 'products.json')
  return null
}
