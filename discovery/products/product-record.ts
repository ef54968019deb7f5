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
  /** Can any variant be bought? Null if the shop does not say. Considers all variants, including those beyond the kept ones. */
  available: boolean | null
  /** Lowest price of all variants, including those beyond the kept ones. */
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
  /** Null only if the shop's currency is unknown. */
  priceMinor: number | null
  /** Only a true former price (above `priceMinor`); the many zero, equal and lower values are dropped. */
  compareAtMinor: number | null
  available: boolean
}

export type PriceProblem = 'currency_unknown' | 'unreadable' | 'no_variants'
