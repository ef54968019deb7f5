/** Shops of the simulated world and the pages that a visit reads of them. */
import type { Page } from '#discovery/document/page.ts'
import type { VisitPages } from '#discovery/extract/store-snapshot.ts'
import type { Language } from '../../sim/shop-platform/catalogue/languages.ts'
import { homePage } from '../../sim/shop-platform/pages/home-page.ts'
import { contactPage, policyPage } from '../../sim/shop-platform/pages/information-pages.ts'
import { publicFactsOf } from '../../sim/shop-platform/public-facts.ts'
import { metaJson } from '../../sim/shop-platform/meta-json.ts'
import { productsJson } from '../../sim/shop-platform/products-json.ts'
import { profileOf, type ShopProfile } from '../../sim/shop-platform/shop-profile.ts'

const SEED = 41
export const NOW = Date.UTC(2026, 10, 20)

export function shopsOf(
  language: Language,
  wanted: number,
  side: 'new' | 'old' = 'old',
): ShopProfile[] {
  const shops: ShopProfile[] = []
  for (let ordinal = 0; shops.length < wanted; ordinal++) {
    const profile = profileOf(SEED, { reference: { side, ordinal }, loggedMs: NOW })
    const { habit } = profile.condition
    if (profile.brand.country.language === language && habit === 'plain') shops.push(profile)
  }
  return shops
}

export function pageOf(url: string, body: Uint8Array): Page {
  return { url, status: 200, headers: {}, body, fetchedAt: new Date(NOW).toISOString() }
}

export function visitOf(profile: ShopProfile, nowMs = NOW): VisitPages {
  const storefront = { seed: SEED, profile, nowMs }
  const page = (path: string, body: string): Page =>
    pageOf(`https://${profile.host}${path}`, new TextEncoder().encode(body))
  const policies = publicFactsOf(profile).policies.map((handle) =>
    page(`/policies/${handle}`, policyPage(storefront, handle) ?? ''),
  )
  return {
    home: page('/', homePage(storefront)),
    meta: page('/meta.json', metaJson(storefront)),
    contact: [page('/pages/contact', contactPage(storefront, '/pages/contact')), ...policies],
    products: null,
  }
}

/** All products of a shop with fewer than `limit`. */
export function catalogueOf(profile: ShopProfile, nowMs: number, limit: number): Page {
  const body = productsJson({ seed: SEED, profile, nowMs }, { limit, page: 1 })
  const url = `https://${profile.host}/products.json?limit=${limit}`
  return pageOf(url, new TextEncoder().encode(body))
}
