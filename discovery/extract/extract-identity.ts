import { readCatalogueShape } from '#discovery/extract/catalogue-shape.ts'
import { factOf } from '#discovery/extract/fact.ts'
import { hostOfUrl } from '#discovery/extract/host-of-url.ts'
import { textOf } from '#discovery/extract/json-value.ts'
import { organizationsOf } from '#discovery/extract/linked-data.ts'
import type { Fact } from '#discovery/extract/store-snapshot.ts'
import { firstOnPage, type ReadPage, type Visit } from '#discovery/extract/visit.ts'

type Candidate = {
  path: string
  label?: Fact<string>['label']
  read: (page: ReadPage) => string | null | undefined
}

/** The first candidate that has a value on any page; candidates are in order of trust. */
export function firstFact(pages: ReadPage[], candidates: Candidate[]): Fact<string> | null {
  for (const { path, label, read } of candidates) {
    const found = firstOnPage(pages, read)
    if (found) return factOf(found.value, label ?? 'observed', found.page, path)
  }
  return null
}

const metaContent = (page: ReadPage, name: string): string | undefined =>
  page.scan.metas.find((meta) => meta.name === name && meta.content.trim() !== '')?.content

export function extractShop(visit: Visit): Fact<string> | null {
  if (visit.meta?.shop)
    return factOf(visit.meta.shop, 'observed', visit.meta.page, 'meta.json#myshopify_domain')
  return firstFact(visit.pages, [
    { path: 'Shopify.shop', read: ({ globals }) => globals.shop },
    { path: 'webPixels.initData.shop.myshopifyDomain', read: ({ globals }) => globals.initShop?.shop },
  ])
}

export function extractShopId(visit: Visit): Fact<string> | null {
  if (visit.meta?.shopId) return factOf(visit.meta.shopId, 'observed', visit.meta.page, 'meta.json#id')
  const onPage = firstFact(visit.pages, [
    { path: '__st.a', read: ({ globals }) => globals.st?.shopId },
    { path: '#shopify-features.shopId', read: ({ globals }) => globals.features?.shopId },
    { path: 'meta[name=shopify-digital-wallet]', read: ({ globals }) => globals.walletShopId },
    { path: 'script[data-shop-id]', read: ({ globals }) => globals.perfKit?.shopId },
    { path: 'response header', read: ({ headers }) => headers.shopId },
  ])
  if (onPage || !visit.products) return onPage
  if (visit.productsHeaders.shopId)
    return factOf(visit.productsHeaders.shopId, 'observed', visit.products, 'header etag')
  const shape = readCatalogueShape(visit.products)
  return shape?.shopId ? factOf(shape.shopId, 'inferred', visit.products, 'products.json#images.src') : null
}

/** The shop's primary domain. */
export function extractDomain(visit: Visit): Fact<string> | null {
  if (visit.meta?.domain) return factOf(visit.meta.domain, 'observed', visit.meta.page, 'meta.json#domain')
  const onPage = firstFact(visit.pages, [
    { path: '#shopify-features.domain', read: ({ globals }) => globals.features?.domain },
    { path: 'webPixels.initData.shop.storefrontUrl', read: ({ globals }) => globals.initShop?.host },
    { path: '__st.pageurl', read: ({ globals }) => globals.st?.pageHost },
    { path: 'link[rel=canonical]', read: ({ scan }) => hostOfUrl(scan.canonical) },
  ])
  if (onPage) return onPage
  const page = visit.home?.page ?? visit.products
  return page && visit.visitedHost ? factOf(visit.visitedHost, 'observed', page, 'address') : null
}

const organizationName = (page: ReadPage): string | null =>
  textOf(organizationsOf(page.linkedData).find((node) => textOf(node['name']))?.['name'], 200)

export function extractName(visit: Visit): Fact<string> | null {
  if (visit.meta?.name) return factOf(visit.meta.name, 'observed', visit.meta.page, 'meta.json#name')
  return firstFact(visit.pages, [
    { path: 'meta[property=og:site_name]', read: (page) => textOf(metaContent(page, 'og:site_name'), 200) },
    { path: 'webPixels.initData.shop.name', read: ({ globals }) => globals.initShop?.name },
    { path: 'JSON-LD Organization.name', read: organizationName },
    {
      path: 'title',
      label: 'detected',
      read: ({ scan }) => textOf(scan.title?.replaceAll(/\s+/g, ' '), 200),
    },
  ])
}

export function extractAbout(visit: Visit): Fact<string> | null {
  if (visit.meta?.about) return factOf(visit.meta.about, 'observed', visit.meta.page, 'meta.json#description')
  const home = visit.home ? [visit.home] : []
  return firstFact(home, [
    { path: 'meta[name=description]', read: (page) => textOf(metaContent(page, 'description'), 2000) },
    {
      path: 'meta[property=og:description]',
      read: (page) => textOf(metaContent(page, 'og:description'), 2000),
    },
  ])
}
