import { idOf, isRecord, listOf, textOf, type JsonRecord } from '#discovery/extract/json-value.ts'
import { minorUnits } from '#discovery/products/minor-units.ts'
import type { PriceProblem, ProductRecord, ProductVariantRecord } from '#discovery/products/product-record.ts'

/** Maximum number of variants stored with a product. */
const MAX_VARIANTS = 250
/** Maximum number of variants read: the platform allows 2,048. */
const MAX_READ = 2_500

type Offered = Pick<ProductRecord, 'available' | 'priceMinMinor' | 'priceProblem' | 'variants'>

/** The variants of a product, and the values derived from all of them. */
export function readVariants(value: unknown, currency: string | null): Offered {
  const raw = listOf(value).slice(0, MAX_READ).filter(isRecord)
  const variants = raw.slice(0, MAX_VARIANTS).flatMap((variant) => variantOf(variant, currency) ?? [])
  const prices = raw.flatMap((variant) => minorUnits(variant['price'], currency) ?? [])
  const priceMinMinor = prices.length > 0 ? Math.min(...prices) : null
  return {
    available: isAvailable(raw),
    priceMinMinor,
    priceProblem: priceMinMinor === null ? problemOf(raw, currency) : null,
    variants,
  }
}

function variantOf(value: JsonRecord, currency: string | null): ProductVariantRecord | null {
  const id = idOf(value['id'])
  const priceMinor = minorUnits(value['price'], currency)
  if (!id || (priceMinor === null && currency !== null)) return null
  const before = minorUnits(value['compare_at_price'], currency)
  return {
    id,
    title: textOf(value['title'], 255) ?? '',
    priceMinor,
    compareAtMinor: before !== null && priceMinor !== null && before > priceMinor ? before : null,
    available: value['available'] === true,
  }
}

function isAvailable(variants: JsonRecord[]): boolean | null {
  const said = variants.map((variant) => variant['available']).filter((is) => typeof is === 'boolean')
  return said.length === 0 ? null : said.includes(true)
}

function problemOf(variants: JsonRecord[], currency: string | null): PriceProblem {
  if (variants.length === 0) return 'no_variants'
  return currency === null ? 'currency_unknown' : 'unreadable'
}
