import { DAY_MS } from '#contracts/dates.ts'
import type { Source } from '#discovery/extract/store-snapshot.ts'
import { type DatedSignal, observedSignal } from '#discovery/launch/dated-signals.ts'
import { LAUNCH_RULE } from '#discovery/launch/launch-rule.ts'
import { FIRST_PLAUSIBLE_MS, type ProductRecord } from '#discovery/products/parse-products.ts'

/**
 * When the products of a catalogue page were created and published. The `detail` of
 * `oldest_product_created` separates outliers from the bulk: `products` (number read),
 * `secondOldest`, `thirdOldest`, `median` (ISO times; absent if there are fewer products) and
 * `isWhole` (1 if the page holds the whole catalogue). The `detail` of `oldest_product_published`
 * counts the products whose publication date misleads.
 */
export function productSignals(
  products: ProductRecord[],
  source: Source,
  isWhole: boolean,
): DatedSignal[] {
  const observedAtMs = Date.parse(source.fetchedAt)
  const created = plausibleTimes(
    products.map(({ createdAt }) => createdAt),
    observedAtMs,
  )
  const published = plausibleTimes(
    products.map(({ publishedAt }) => publishedAt),
    observedAtMs,
  )
  const signal = (
    kind: DatedSignal['kind'],
    ms: number,
    path: string,
    detail: DatedSignal['detail'],
  ) => observedSignal(kind, new Date(ms), source, path, detail)
  const [oldest, second, third] = created
  const newest = created.at(-1)
  const [firstPublished] = published
  const detail = {
    products: created.length,
    isWhole: isWhole ? 1 : 0,
    ...(second !== undefined ? { secondOldest: iso(second) } : {}),
    ...(third !== undefined ? { thirdOldest: iso(third) } : {}),
    ...(created.length > 0
      ? { median: iso(created[Math.floor((created.length - 1) / 2)] ?? 0) }
      : {}),
  }
  return [
    ...(oldest !== undefined
      ? [signal('oldest_product_created', oldest, 'products.json#created_at', detail)]
      : []),
    ...(newest !== undefined
      ? [
          signal('newest_product_created', newest, 'products.json#created_at', {
            products: created.length,
          }),
        ]
      : []),
    ...(firstPublished !== undefined
      ? [
          signal('oldest_product_published', firstPublished, 'products.json#published_at', {
            products: published.length,
            ...countMisleading(products),
          }),
        ]
      : []),
  ]
}

function plausibleTimes(values: (string | null)[], observedAtMs: number): number[] {
  return values
    .map((value) => (value === null ? Number.NaN : Date.parse(value)))
    .filter((ms) => ms >= FIRST_PLAUSIBLE_MS && ms <= observedAtMs + DAY_MS)
    .sort((one, other) => one - other)
}

/**
 * Counts products published long before they were created here (imported from another shop) and
 * long after (republished, as old catalogues are). These are the two ways in which publication
 * dates mislead.
 */
function countMisleading(products: ProductRecord[]): {
  publishedBefore: number
  republished: number
} {
  const leads = products.map(({ createdAt, publishedAt }) =>
    createdAt === null || publishedAt === null
      ? 0
      : Date.parse(publishedAt) - Date.parse(createdAt),
  )
  return {
    publishedBefore: leads.filter((lead) => lead < -LAUNCH_RULE.importedDays * DAY_MS).length,
    republished: leads.filter((lead) => lead > LAUNCH_RULE.republishedDays * DAY_MS).length,
  }
}

const iso = (ms: number): string => new Date(ms).toISOString()
