import { sniffEncoding } from '#discovery/extract/decode-body.ts'
import { absoluteUrl } from '#discovery/extract/host-of-url.ts'
import { idOf, isRecord, listOf, parseJson, textOf, type JsonRecord } from '#discovery/extract/json-value.ts'
import { cleanDescription } from '#discovery/products/clean-html.ts'
import { readVariants } from '#discovery/products/read-variants.ts'
import type { ProductRecord } from '#discovery/products/product-record.ts'

export type ParsedProducts = {
  products: ProductRecord[]
  /** How many products the file listed, including unreadable ones: this figure decides whether a page is full. */
  listed: number
  problem: null | 'not_json' | 'html' | 'disabled' | 'bad_shape'
}

export type ProductContext = {
  /** The shop's own currency; without it no price can be read. */
  currency: string | null
  /** Address of the shop, for relative links. */
  hostUrl: string
}

const MAX_PRODUCTS = 250
const MAX_IMAGES = 50
const MAX_OPTIONS = 10
const MAX_OPTION_VALUES = 250
const MAX_TAGS = 100
const FIRST_PLAUSIBLE_MS = Date.parse('2004-01-01T00:00:00Z')
const LAST_PLAUSIBLE_MS = Date.parse('2100-01-01T00:00:00Z')

function timeOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 40) return null
  const ms = Date.parse(value)
  return ms >= FIRST_PLAUSIBLE_MS && ms < LAST_PLAUSIBLE_MS ? new Date(ms).toISOString() : null
}

const sizeOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 100_000 ? value : null

function tagsOf(value: unknown): string[] {
  const tags = typeof value === 'string' ? value.split(',') : listOf(value)
  return tags.slice(0, MAX_TAGS).flatMap((tag) => textOf(tag, 255) ?? [])
}

function imageOf(value: unknown, { hostUrl }: ProductContext): ProductRecord['images'][number] | null {
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

/** The text of a catalogue file: UTF-8 unless a byte order mark says otherwise. */
function decode(bytes: Uint8Array): string {
  const marked = sniffEncoding(bytes.subarray(0, 4), undefined)
  return new TextDecoder(marked.startsWith('utf-16') ? marked : 'utf-8').decode(bytes)
}

function withoutRepeats(products: (ProductRecord | null)[]): ProductRecord[] {
  const byId = new Map<string, ProductRecord>()
  for (const product of products)
    if (product && !byId.has(product.productId)) byId.set(product.productId, product)
  return [...byId.values()]
}

const unread = (problem: ParsedProducts['problem']): ParsedProducts => ({ products: [], listed: 0, problem })

/**
 * One page of `/products.json` (`{"products":[…]}`, or the bare list), cleaned: at most 250 products, sizes capped, descriptions sanitised,
 * addresses http(s) only, money in minor units. `problem` says why a file is not a catalogue: `html` (the shop served another page),
 * `disabled` (the shop answers with an error), `not_json`, `bad_shape`. Never throws.
 */
export function parseProducts(bytes: Uint8Array, context: ProductContext): ParsedProducts {
  const text = decode(bytes).trim()
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
  const isRefusal = isRecord(value) && (value['errors'] !== undefined || value['error'] !== undefined)
  return unread(isRefusal ? 'disabled' : 'bad_shape')
}
