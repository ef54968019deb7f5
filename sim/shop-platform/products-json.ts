import { json, type Answer, type Asked } from '../http-answer.ts'
import { zonedIso, unixSeconds } from '../time.ts'
import { priceText } from './money.ts'
import { cdnPath } from './platform-ids.ts'
import { productList, type ProductSlot } from './product-list.ts'
import { productOf, type Picture, type Product, type Variant } from './product.ts'
import type { ShopProfile } from './shop-profile.ts'
import type { Storefront } from './storefront.ts'

const DEFAULT_LIMIT = 30
const MOST_PER_PAGE = 250
const DEEPEST = 25_000

export type Paging = { limit: number; page: number }

/** The requested page and size, or the platform's refusal. */
export function pagingOf({ query }: Asked): Paging | Answer {
  const limit = Math.min(MOST_PER_PAGE, positive(query.get('limit'), DEFAULT_LIMIT))
  const page = positive(query.get('page'), 1)
  if (page * limit > DEEPEST) return json(400, { errors: 'Page * Limit exceeds the 25000 limit.' })
  return { limit, page }
}

function positive(text: string | null, fallback: number): number {
  const value = Number.parseInt(text ?? '', 10)
  return Number.isFinite(value) && value >= 1 ? value : fallback
}

export function productsJson(
  { seed, profile, nowMs }: Storefront,
  { limit, page }: Paging,
  listed: ProductSlot[] = productList(profile, nowMs),
): string {
  const slots = listed.slice((page - 1) * limit, page * limit)
  return JSON.stringify({
    products: slots.map((slot) => presentProduct(profile, productOf(seed, profile, slot, nowMs))),
  })
}

type Stamps = { created: string; updated: string; pictured: string }

/** A product with the thirteen keys of the public list, in their order. */
export function presentProduct(profile: ShopProfile, product: Product): unknown {
  const { slot } = product
  const stamp = (ms: number): string => zonedIso(ms, profile.brand.country.utcOffsetMinutes)
  const stamps = {
    created: stamp(slot.createdMs),
    updated: stamp(product.updatedMs),
    pictured: stamp(product.pictures[0]?.atMs ?? slot.createdMs),
  }
  return {
    id: product.id,
    title: product.title,
    handle: product.handle,
    body_html: product.bodyHtml,
    published_at: stamp(slot.publishedMs),
    created_at: stamps.created,
    updated_at: stamps.updated,
    vendor: product.vendor,
    product_type: product.type,
    tags: product.tags,
    variants: product.variants.map((variant, index) =>
      presentVariant(profile, product, variant, index, stamps),
    ),
    images: product.pictures.map((picture, index) =>
      presentPicture(profile, product, picture, index, stamps),
    ),
    options: product.options.map(({ name, values }, index) => ({
      name,
      position: index + 1,
      values,
    })),
  }
}

function presentVariant(
  { brand: { country } }: ShopProfile,
  product: Product,
  variant: Variant,
  index: number,
  { created, updated }: Stamps,
): unknown {
  const { compareAtMinor } = variant
  return {
    id: variant.id,
    title: variant.title,
    option1: variant.options[0],
    option2: variant.options[1],
    option3: null,
    sku: variant.sku,
    requires_shipping: true,
    taxable: true,
    featured_image: null,
    available: variant.available,
    price: priceText(variant.priceMinor, country),
    grams: 120 + (variant.id % 40) * 20,
    compare_at_price:
      compareAtMinor === null
        ? null
        : compareAtMinor === 0
          ? '0.00'
          : priceText(compareAtMinor, country),
    position: index + 1,
    product_id: product.id,
    created_at: created,
    updated_at: updated,
  }
}

function presentPicture(
  profile: ShopProfile,
  product: Product,
  picture: Picture,
  index: number,
  { pictured }: Stamps,
): unknown {
  return {
    id: picture.id,
    created_at: pictured,
    position: index + 1,
    updated_at: pictured,
    product_id: product.id,
    variant_ids: [],
    src: pictureUrl(profile, picture),
    width: 480,
    height: 480,
  }
}

export const pictureUrl = (profile: ShopProfile, picture: Picture): string =>
  `https://cdn.shopify.com${cdnPath(profile.shopId)}/files/${picture.file}?v=${unixSeconds(picture.atMs)}`
