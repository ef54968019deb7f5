import type { DatedSignal, StoreSnapshot } from '#discovery/extract/store-snapshot.ts'
import type { ProductRecord } from '#discovery/products/product-record.ts'

export type Extracted = { snapshot: StoreSnapshot; products: ProductRecord[] }

const isOldest = (signal: DatedSignal): boolean => signal.kind.startsWith('oldest_product')

/** For each date that indicates the shop's age, keeps the earlier one of the two pages, with that page as evidence. */
function mergeSignals(first: DatedSignal[], last: DatedSignal[]): DatedSignal[] {
  const lastOldest = new Map(last.filter(isOldest).map((signal) => [signal.kind, signal]))
  const merged = first.map((signal) => {
    const other = lastOldest.get(signal.kind)
    lastOldest.delete(signal.kind)
    return other && Date.parse(other.at) < Date.parse(signal.at) ? other : signal
  })
  return [...merged, ...lastOldest.values()]
}

/** Adds the facts of the last catalogue page to the rest of the visit. */
export function mergeCatalogue(visit: Extracted, last: Extracted): Extracted {
  const known = new Set(visit.products.map(({ productId }) => productId))
  return {
    snapshot: { ...visit.snapshot, signals: mergeSignals(visit.snapshot.signals, last.snapshot.signals) },
    products: [...visit.products, ...last.products.filter(({ productId }) => !known.has(productId))],
  }
}
