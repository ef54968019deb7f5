import type { Answer, Asked } from '../http-answer.ts'
import { hash, hexToken } from '../random.ts'
import { unixSeconds } from '../time.ts'
import type { Storefront } from './storefront.ts'

export type PageType =
  | 'index'
  | 'product'
  | 'collection'
  | 'page'
  | 'article'
  | 'blog'
  | 'policy'
  | 'password'
  | '404'

/** Headers of the shop's pages and files, depending on its generation of the platform. */
export function shopHeaders(
  { profile, nowMs }: Storefront,
  asked: Asked,
  pageType: PageType | null,
): Answer['headers'] {
  const requestId = `${uuidFor(profile.key, asked.path, nowMs)}-${unixSeconds(nowMs)}`
  const shared = {
    'powered-by': 'Shopify',
    server: 'cloudflare',
    'x-request-id': requestId,
    'content-language': `${profile.brand.country.language}-${profile.brand.country.code}`,
    'strict-transport-security': 'max-age=7889238',
    'x-content-type-options': 'nosniff',
    vary: 'Accept, accept-encoding',
    'set-cookie': [
      `localization=${profile.market.country}; path=/; expires=Fri, 20 Nov 2027 07:26:20 GMT; SameSite=Lax`,
      `cart_currency=${profile.market.currency}; path=/; SameSite=Lax`,
    ],
  }
  return profile.generation === 2021
    ? { ...shared, ...olderHeaders(profile) }
    : { ...shared, ...newerHeaders({ profile, requestId, pageType }) }
}

const newerHeaders = ({
  profile,
  requestId,
  pageType,
}: {
  profile: Storefront['profile']
  requestId: string
  pageType: PageType | null
}) => ({
  'x-dc': 'gcp-europe-west1,gcp-us-east1,gcp-us-east1',
  'shopify-complexity-score': String(100 + (profile.key % 900)),
  link: '</.well-known/ucp>; rel="ucp"; version="2026-08-25"',
  'server-timing':
    `processing;dur=${20 + (profile.key % 400)}, db;dur=${3 + (profile.key % 40)}, asn;desc="64500", edge;desc="SIM", country;desc="${profile.market.country}"` +
    (pageType ? `, theme;desc="${profile.theme.id}", pageType;desc="${pageType}"` : '') +
    `, servedBy;desc="sim1", requestID;desc="${requestId}"`,
})

const olderHeaders = (profile: Storefront['profile']) => ({
  'x-shopid': String(profile.shopId),
  'x-shardid': String(profile.pod),
  'x-sorting-hat-podid': String(profile.pod),
  'x-sorting-hat-shopid': String(profile.shopId),
  'x-shopify-stage': 'production',
  'x-dc': 'gcp-us-central1',
  'x-cache': 'hit, server',
})

export const fileTag = (shopId: number, controller: string, version: number | string): string =>
  `W/"page_cache:${shopId}:${controller}:${hexToken(16, shopId, controller, version)}"`

export const pageTag = (shopId: number, path: string, version: number): string =>
  `W/"cacheable:${hexToken(16, shopId, path, version)}"`

export function uuidFor(...parts: (number | string)[]): string {
  const digits = hexToken(16, hash(...parts), ...parts)
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20)}`
}
