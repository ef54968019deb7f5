import type { StoreId } from '#contracts/ids.ts'
import type { ProductSlice } from './search.ts'

/** Equal spans of time are added up first, so that only the stores around the page are sorted. */
export const BUCKETS = 4_096

/** Numbers of products, the latest found store's first: `from` is included, `to` is not. */
type Products = { from: number; to: number }

/** The buckets with these products; `before` = products in earlier buckets. Null for none. */
export function bucketsAround(sums: Iterable<number>, { from, to }: Products) {
  let around: { first: number; last: number; before: number } | null = null
  let [bucket, sum] = [0, 0]
  for (const inBucket of sums) {
    if (sum < to && sum + inBucket > from) {
      around ??= { first: bucket, last: bucket, before: sum }
      around.last = bucket
    }
    sum += inBucket
    bucket++
  }
  return around
}

export function sliceProducts(
  stores: Iterable<{ storeId: StoreId; listed: number }>,
  { from, to }: Products,
): ProductSlice[] {
  const slices: ProductSlice[] = []
  let start = 0
  for (const { storeId, listed } of stores) {
    const end = start + listed
    const [skip, until] = [Math.max(from, start), Math.min(to, end)]
    if (until > skip) slices.push({ storeId, skip: skip - start, take: until - skip })
    start = end
    if (start >= to) break
  }
  return slices
}
