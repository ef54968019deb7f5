/** A product as its store publishes it, cleaned at ingest. Money in whole minor units of the shop's currency. */
export type ProductRecord = {
  productId: string
  handle: string
  title: string
  /** Sanitised. */
  bodyHtml: string | null
  vendor: string | null
  productType: string | null
  tags: string[]
  createdAt: string | null
  publishedAt: string | null
  updatedAt: string | null
  /** Can any variant be bought? Null when the shop does not say. Looks at all variants, also those beyond the ones kept. */
  available: boolean | null
  /** Lowest price of all variants, also those beyond the ones kept. */
  priceMinMinor: number | null
  /** Why there is no price. */
  priceProblem: PriceProblem | null
  variants: ProductVariantRecord[]
  images: { src: string; width: number | null; height: number | null }[]
  options: { name: string; values: string[] }[]
}

export type ProductVariantRecord = {
  id: string
  title: string
  /** Null only where the shop's currency is unknown. */
  priceMinor: number | null
  /** Only a true former price (above `priceMinor`); the many zero, equal and lower ones are dropped. */
  compareAtMinor: number | null
  available: boolean
}

export type PriceProblem = 'currency_unknown' | 'unreadable' | 'no_variants'
