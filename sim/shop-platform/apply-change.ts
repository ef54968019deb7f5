import { at, hash } from '../random.ts'
import { BLOCK_APPS, PIXEL_CLIENTS, type PixelVendor } from './catalogue/apps.ts'
import { COUNTRIES } from './catalogue/countries.ts'
import { THEME_PRODUCTS } from './catalogue/themes.ts'
import { SOCIAL_SITES, socialUrl } from './contact.ts'
import { publicFactsOf } from './public-facts.ts'
import type { ShopChange } from './shop-changes.ts'
import type { Availability } from './shop-condition.ts'
import type { ShopProfile } from './shop-profile.ts'

/** The shop after one change; one that does not apply leaves it as it is. */
export function applyChange(shop: ShopProfile, { kind, atMs }: ShopChange): ShopProfile {
  const { theme, contact } = shop
  const salt = (of: string) => hash(shop.key, of, atMs)
  switch (kind) {
    case 'theme_changed':
      return { ...shop, theme: otherTheme(shop) }
    case 'theme_updated':
      return { ...shop, theme: { ...theme, schemaVersion: nextVersion(theme.schemaVersion) } }
    case 'app_added':
      return { ...shop, apps: withNext(shop.apps, APP_HANDLES, salt('app')) }
    case 'app_removed':
      return { ...shop, apps: shop.apps.slice(1) }
    case 'pixel_added':
      return { ...shop, pixels: withNext(shop.pixels, PIXEL_VENDORS, salt('pixel')) }
    case 'pixel_removed':
      return { ...shop, pixels: shop.pixels.slice(1) }
    case 'contact_added':
      return { ...shop, contact: withAddress(shop) }
    case 'contact_removed':
      return { ...shop, contact: { ...contact, email: null, emailPlaces: [] } }
    case 'social_added':
      return { ...shop, contact: withSocial(shop) }
    case 'social_removed':
      return { ...shop, contact: { ...contact, socials: contact.socials.slice(1) } }
    case 'policy_added':
      return { ...shop, addedPolicies: withPolicy(shop) }
    case 'country_changed':
      return inOtherCountry(shop, salt('country'))
    case 'moved':
      return {
        ...shop,
        brand: { ...shop.brand, domain: secondDomain(shop.brand.domain) },
        host: secondDomain(shop.brand.domain),
      }
    case 'protected':
      return withAvailability(shop, { kind: 'protected', inPlace: shop.key % 3 === 0 })
    case 'closed':
      return withAvailability(shop, { kind: 'closed' })
    case 'opened':
    case 'reopened':
      return withAvailability(shop, { kind: 'open' })
    default:
      return kind satisfies never
  }
}

const withAvailability = (shop: ShopProfile, availability: Availability): ShopProfile => ({
  ...shop,
  condition: { ...shop.condition, availability },
})

/** Where a shop lives after it has moved. */
export const secondDomain = (domain: string): string => `shop-${domain}`

const APP_HANDLES = BLOCK_APPS.map(({ handle }) => handle)
// Safe: the keys of a record by PixelVendor.
const PIXEL_VENDORS = Object.keys(PIXEL_CLIENTS) as PixelVendor[]

function withNext<Item>(items: readonly Item[], all: readonly Item[], index: number): Item[] {
  const left = all.filter((item) => !items.includes(item))
  return left.length === 0 ? [...items] : [...items, at(left, index)]
}

function otherTheme({ theme, key }: ShopProfile): ShopProfile['theme'] {
  const others = THEME_PRODUCTS.filter(({ schemaName }) => schemaName !== theme.schemaName)
  const { schemaName, version, storeId } = at(others, hash(key, 'other-theme', theme.number))
  return {
    ...theme,
    name: schemaName,
    schemaName,
    schemaVersion: version,
    storeId,
    id: theme.id + 4096,
    number: theme.number + 1,
  }
}

const nextVersion = (version: string): string => version.replace(/\d+$/, (last) => String(Number(last) + 1))

function withAddress({ contact, brand }: ShopProfile): ShopProfile['contact'] {
  if (contact.email !== null) return contact
  return { ...contact, email: `hello@${brand.domain}`, emailPlaces: ['footer_link'] }
}

function withSocial({ contact, brand }: ShopProfile): ShopProfile['contact'] {
  const handle = brand.domain.split('.')[0] ?? 'shop'
  const missing = SOCIAL_SITES.map((site) => socialUrl(site, handle)).find(
    (url) => !contact.socials.some((social) => new URL(social).host === new URL(url).host),
  )
  return missing === undefined ? contact : { ...contact, socials: [...contact.socials, missing] }
}

function withPolicy(shop: ShopProfile): string[] {
  const { policies } = publicFactsOf(shop)
  const missing = ['shipping-policy', 'terms-of-service'].find((handle) => !policies.includes(handle))
  return missing === undefined ? shop.addedPolicies : [...shop.addedPolicies, missing]
}

/** To a country of the same language. A number without its country's prefix would belong to the country that the shop leaves. */
function inOtherCountry(shop: ShopProfile, index: number): ShopProfile {
  const { brand, contact } = shop
  if (contact.phone !== null && !contact.phone.startsWith('+')) return shop
  const others = COUNTRIES.filter(
    ({ code, locale }) => code !== brand.country.code && locale === brand.country.locale,
  )
  if (others.length === 0) return shop
  const country = at(others, index)
  const market = { country: country.code, currency: country.currency, rate: 1 }
  return { ...shop, brand: { ...brand, country }, market }
}
