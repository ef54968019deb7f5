import { minorDigits } from '#contracts/money.ts'
import { decodeUnicode } from '#discovery/document/decode-body.ts'
import {
  idOf,
  isRecord,
  type JsonRecord,
  listOf,
  parseJson,
  textOf,
} from '#discovery/document/json.ts'
import { absoluteUrl } from '#discovery/document/urls.ts'
import { cleanDescription } from './clean-html.ts'

export type ParsedProducts = {
  products: ProductRecord[]
  /**
   * How many products the file listed, including unreadable ones: this figure decides whether a
   * page is full.
   */
  listed: number
  problem: null | 'not_json' | 'html' | 'disabled' | 'bad_shape'
}

export type ProductContext = {
  /** The shop's own currency; without it no price can be read. */
  currency: string | null
  /** Address of the shop, for relative links. */
  hostUrl: string
}

/**
 * A product as its store publishes it, cleaned at ingest. Money in whole minor units of the shop's
 * currency.
 */
export type ProductRecord = {
  productId: string
  handle: string
  title: string
  bodyHtml: string | null
  vendor: string | null
  productType: string | null
  tags: string[]
  createdAt: string | null
  publishedAt: string | null
  updatedAt: string | null
  /**
   * Can any variant be bought? Null if the shop does not say. Considers all variants, including
   * those beyond the kept ones.
   */
  available: boolean | null
  /** Lowest price of all variants, including those beyond the kept ones. */
  priceMinMinor: number | null
  /** Why there is no price. */
  priceProblem: PriceProblem | null
  variants: ProductVariantRecord[]
  images: { src: string; width: number | null; height: number | null }[]
  options: { name: string; values: string[] }[]
}

type ProductVariantRecord = {
  id: string
  title: string
  /** Null only if the shop's currency is unknown. */
  priceMinor: number | null
  /**
   * Only a true former price (above `priceMinor`); the many zero, equal and lower values are
   * dropped.
   */
  compareAtMinor: number | null
  available: boolean
}

type PriceProblem = 'currency_unknown' | 'unreadable' | 'no_variants'

const MAX_PRODUCTS = 250
const MAX_IMAGES = 50
const MAX_OPTIONS = 10
const MAX_OPTION_VALUES = 250
const MAX_TAGS = 100
/** Older dates are errors: the platform did not exist. */
export const FIRST_PLAUSIBLE_MS = Date.parse('2004-01-01T00:00:00Z')
const LAST_PLAUSIBLE_MS = Date.parse('2100-01-01T00:00:00Z')

/**
 * A page of `/products.json` (`{"products":[…]}`, or the bare list), cleaned: at most 250 products,
 * sizes capped, descriptions sanitised, http(s) only, money in minor units. `problem`: `html` =
 * another page, `disabled` = the shop answers with an error. Never throws.
 */
export function parseProducts(bytes: Uint8Array, context: ProductContext): ParsedProducts {
  const text = decodeUnicode(bytes).trim()
  if (text.startsWith('<')) return unread('html')
  const value = text === '' ? undefined : parseJson(text)
  if (value === undefined) return unread('not_json')
  const list = isRecord(value) ? value['products'] : value
  if (Array.isArray(list)) {
    return {
      products: withoutRepeats(list.slice(0, MAX_PRODUCTS).map((item) => productOf(item, context))),
      listed: list.length,
      problem: null,
    }
  }
  const isRefusal =
    isRecord(value) && (value['errors'] !== undefined || value['error'] !== undefined)
  return unread(isRefusal ? 'disabled' : 'bad_shape')
}

function timeOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 40) return null
  const ms = Date.parse(value)
  return ms >= FIRST_PLAUSIBLE_MS && ms < LAST_PLAUSIBLE_MS ? new Date(ms).toISOString() : null
}

const sizeOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 100_000
    ? value
    : null

function tagsOf(value: unknown): string[] {
  const tags = typeof value === 'string' ? value.split(',') : listOf(value)
  return tags.slice(0, MAX_TAGS).flatMap((tag) => textOf(tag, 255) ?? [])
}

function imageOf(
  value: unknown,
  { hostUrl }: ProductContext,
): ProductRecord['images'][number] | null {
  const image: JsonRecord = isRecord(value) ? value : { src: value }
  const src = absoluteUrl(image['src'], hostUrl)
  return src ? { src, width: sizeOf(image['width']), height: sizeOf(image['height']) } : null
}

function optionOf(value: unknown): ProductRecord['options'][number] | null {
  const option: JsonRecord = isRecord(value) ? value : { name: value }
  const name = textOf(option['name'], 255)
  const values = listOf(option['values']).slice(0, MAX_OPTION_VALUES)
  return name ? { name, values: values.flatMap((text) => textOf(text, 255) ?? []) } : null
}

const mapSome = <Item>(value: unknown, max: number, read: (item: unknown) => Item | null): Item[] =>
  listOf(value)
    .slice(0, max)
    .map(read)
    .filter((item) => item !== null)

function productOf(value: unknown, context: ProductContext): ProductRecord | null {
  if (!isRecord(value)) return null
  const productId = idOf(value['id'])
  const title = textOf(value['title'])
  const handle = textOf(value['handle'], 255)
  if (!productId || !title || !handle) return null
  return {
    productId,
    handle,
    title,
    bodyHtml: cleanDescription(value['body_html']),
    vendor: textOf(value['vendor'], 255),
    productType: textOf(value['product_type'], 255),
    tags: tagsOf(value['tags']),
    createdAt: timeOf(value['created_at']),
    publishedAt: timeOf(value['published_at']),
    updatedAt: timeOf(value['updated_at']),
    ...readVariants(value['variants'], context.currency),
    images: mapSome(value['images'], MAX_IMAGES, (image) => imageOf(image, context)),
    options: mapSome(value['options'], MAX_OPTIONS, optionOf),
  }
}

function withoutRepeats(products: (ProductRecord | null)[]): ProductRecord[] {
  const byId = new Map<string, ProductRecord>()
  for (const product of products)
    if (product && !byId.has(product.productId)) byId.set(product.productId, product)
  return [...byId.values()]
}

const unread = (problem: ParsedProducts['problem']): ParsedProducts => ({
  products: [],
  listed: 0,
  problem,
})

const MAX_VARIANTS = 250
/** Maximum number of variants read: the platform allows 2,048. */
const MAX_READ = 2_500

type Offered = Pick<ProductRecord, 'available' | 'priceMinMinor' | 'priceProblem' | 'variants'>

function readVariants(value: unknown, currency: string | null): Offered {
  const raw = listOf(value).slice(0, MAX_READ).filter(isRecord)
  const variants = raw
    .slice(0, MAX_VARIANTS)
    .flatMap((variant) => variantOf(variant, currency) ?? [])
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
  const said = variants
    .map((variant) => variant['available'])
    .filter((is) => typeof is === 'boolean')
  return said.length === 0 ? null : said.includes(true)
}

function problemOf(variants: JsonRecord[], currency: string | null): PriceProblem {
  if (variants.length === 0) return 'no_variants'
  return currency === null ? 'currency_unknown' : 'unreadable'
}

/**
 * `1,234.50` and `1.234,50` are unambiguous; `1,234` and `12,5` are not, so they do not count as a
 * price.
 */
const GROUPED = [
  { form: /^\d{1,3}(?:,\d{3})+\.\d{1,10}$/, group: ',', point: '.' },
  { form: /^\d{1,3}(?:\.\d{3})+,\d{1,10}$/, group: '.', point: ',' },
]

/**
 * Whole minor units: `"19.99"` EUR → 1999, `"1980"` JPY → 1980, `"1.5"` KWD → 1500; excess digits
 * are rounded half up. Null for anything but a plain decimal, and in an unknown currency, whose
 * digits would be a guess.
 */
export function minorUnits(price: unknown, currency: string | null): number | null {
  if (currency === null) return null
  const text = typeof price === 'number' && Number.isFinite(price) ? String(price) : price
  const [, whole, fraction = ''] =
    typeof text === 'string' ? (/^(\d{1,12})(?:\.(\d{0,10}))?$/.exec(plainDecimal(text)) ?? []) : []
  if (whole === undefined) return null
  const digits = minorDigits(currency)
  const kept = fraction.padEnd(digits + 1, '0')
  const roundsUp = (kept[digits] ?? '0') >= '5'
  const minor = Number(whole + kept.slice(0, digits)) + (roundsUp ? 1 : 0)
  return Number.isSafeInteger(minor) ? minor : null
}

function plainDecimal(price: string): string {
  const text = price.slice(0, 40).trim()
  const grouped = GROUPED.find(({ form }) => form.test(text))
  return grouped ? text.replaceAll(grouped.group, '').replace(grouped.point, '.') : text
}
