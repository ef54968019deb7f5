/** Shops of the simulated world and the pages that a visit reads of them. */
import type { Page } from '#discovery/document/page.ts'
import type { VisitPages } from '#discovery/extract/store-snapshot.ts'
import type { Language } from '../../sim/shop-platform/catalogue/languages.ts'
import { homePage } from '../../sim/shop-platform/pages/home-page.ts'
import { contactPage, policyPage } from '../../sim/shop-platform/pages/information-pages.ts'
import { publicFactsOf } from '../../sim/shop-platform/public-facts.ts'
import { metaJson } from '../../sim/shop-platform/meta-json.ts'
import { profileOf, type ShopProfile } from '../../sim/shop-platform/shop-profile.ts'

const SEED = 41
const NOW = Date.UTC(2026, 10, 20)

export function shopsOf(language: Language, wanted: number): ShopProfile[] {
  const shops: ShopProfile[] = []
  for (let ordinal = 0; shops.length < wanted; ordinal++) {
    const profile = profileOf(SEED, { reference: { side: 'old', ordinal }, loggedMs: NOW })
    const { habit } = profile.condition
    if (profile.brand.country.language === language && habit === 'plain') shops.push(profile)
  }
  return shops
}

export function pageOf(url: string, body: Uint8Array): Page {
  return { url, status: 200, headers: {}, body, fetchedAt: new Date(NOW).toISOString() }
}

export function visitOf(profile: ShopProfile): VisitPages {
  const storefront = { seed: SEED, profile, nowMs: NOW }
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
