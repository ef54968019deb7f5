import { randomFor } from '../random.ts'
import { aboutText } from './about.ts'
import { COUNTRIES } from './catalogue/countries.ts'
import { productCount } from './product-list.ts'
import type { Storefront } from './storefront.ts'

/** The shop's own description of itself, with the fields in the platform's order. */
export function metaJson({ profile, nowMs }: Storefront): string {
  const { brand, host, shop, shopId } = profile
  const random = randomFor(profile.key, 'meta')
  return JSON.stringify({
    id: shopId,
    name: brand.name,
    city: profile.city,
    ...(random.chance(0.2) ? {} : { province: profile.province }),
    country: brand.country.code,
    currency: brand.country.currency,
    domain: host,
    url: `https://${host}`,
    myshopify_domain: shop,
    description: aboutText(profile),
    ships_to_countries: random.chance(0.4)
      ? [brand.country.code]
      : [...new Set(COUNTRIES.map(({ code }) => code))].sort(),
    money_format: brand.country.moneyFormat,
    published_collections_count: random.int(1, 9),
    published_products_count: productCount(profile, nowMs),
    shopify_pay_enabled_card_brands: random.chance(0.5)
      ? ['visa', 'master', 'american_express']
      : [],
    offers_shop_pay_installments: random.chance(0.1),
  })
}
