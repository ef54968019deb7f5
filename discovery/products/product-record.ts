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
  variants: {
    id: string
    title: string
    priceMinor: number
    /** Only a true former price (above `priceMinor`); the many zero, equal and lower ones are dropped. */
    compareAtMinor: number | null
    available: boolean
  }[]
  images: { src: string; width: number | null; height: number | null }[]
  options: { name: string; values: string[] }[]
}
