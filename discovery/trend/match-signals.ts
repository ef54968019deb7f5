import { createHash } from 'node:crypto'
import { usDollars } from '#contracts/us-dollars.ts'
import { type OptionKind, optionKinds, variantShape } from '#discovery/trend/option-kinds.ts'
import { pictureSignals } from '#discovery/trend/picture-signal.ts'
import { isNobodysProduct, productKey } from '#discovery/trend/product-key.ts'
import { STRONG_TITLE, TELLING_TITLE, titleSignal, USABLE_TITLE } from '#discovery/trend/title-signal.ts'

export type ListedProduct = {
  title: string
  vendor: string | null
  productType: string | null
  priceMinor: number | null
  currency: string | null
  images: readonly { src: string; width: number | null; height: number | null }[]
  options: readonly { name: string; values: readonly string[] }[]
}

/** The fields compared between products of different stores. */
export type MatchSignals = {
  /** One equal key makes two products the same, as long as their traits do not contradict. Empty = never compared. */
  keys: string[]
  traits: MatchTraits
}

/** Stored for the first product of each group; other products join only if they do not contradict it. */
export type MatchTraits = { words: string[]; apart: string[]; usd: number | null; kinds: OptionKind[] }

const NOT_GOODS =
  /\b(?:gift ?cards?|digital (?:gift|product|download)|services?|insurance|shipping|donations?|gutscheine?)\b/iu

/**
 * The keys that match a product with its counterparts: `t` = a title that identifies one product everywhere, `p` = a picture with a unique
 * file name, and two pairs of signals that are too weak alone: title with picture name (`n`), title with options (`s`).
 */
export function matchSignals(product: ListedProduct): MatchSignals {
  const { words, apart, weight } = titleSignal(productKey(product.title, product.vendor))
  const traits = {
    words,
    apart,
    // A price of zero carries no information.
    usd: usDollars(product.priceMinor || null, product.currency),
    kinds: optionKinds(product.options),
  }
  if (!isGoods(product)) return { keys: [], traits }
  const pictures = pictureSignals(product.images)
  const name = words.join(' ')
  const keys = pictures.flatMap(({ key, isStrong }) => (isStrong ? [`p:${key}`] : []))
  if (weight >= STRONG_TITLE) keys.push(`t:${name}`)
  if (weight >= USABLE_TITLE) {
    for (const { key, isStrong } of pictures) if (!isStrong) keys.push(`n:${name}|${key}`)
  }
  const shape = variantShape(product.options)
  if (weight >= TELLING_TITLE && shape !== null) keys.push(`s:${name}|${shape}`)
  return { keys: keys.map(shortKey), traits }
}

function isGoods({ title, vendor, productType, priceMinor }: ListedProduct): boolean {
  return priceMinor !== 0 && !NOT_GOODS.test(productType ?? '') && !isNobodysProduct(title, vendor)
}

const HASH_CHARS = 22

/** A short key of fixed length, because hundreds of thousands are stored: kind and 130 bits of a hash. */
const shortKey = (key: string): string =>
  key.slice(0, 2) + createHash('sha256').update(key).digest('base64url').slice(0, HASH_CHARS)

/** Picture keys; a picture that a store shows with different products identifies no product. */
export const isPictureKey = (key: string): boolean => key.startsWith('p:')
