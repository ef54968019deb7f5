import { DAY_MS } from '#contracts/dates.ts'
import { textOf } from '#discovery/document/json.ts'
import { typesOf } from '#discovery/extract/linked-data.ts'
import type { ParsedPage, ParsedVisit } from '#discovery/extract/parsed-visit.ts'
import type { Fact, Source } from '#discovery/extract/store-snapshot.ts'
import { type DatedSignal, observedSignal } from '#discovery/launch/dated-signals.ts'
import { LAUNCH_RULE } from '#discovery/launch/launch-rule.ts'
import { FIRST_PLAUSIBLE_MS, type ProductRecord } from '#discovery/products/parse-products.ts'
import { fileNameOf, type OwnFiles, readAssetDates, readThemeNumber } from './asset-dates.ts'
import { estimateByShopId } from './shop-id-date.ts'

type SignalInput = {
  visit: ParsedVisit
  shopId: Fact<string> | null
  productCount: Fact<number> | null
  products: ProductRecord[]
  ownHosts: Set<string>
}

/**
 * The dated traces of one visit. The pipeline adds those that need stored state (first certificate,
 * first seen).
 */
export function extractSignals(input: SignalInput): DatedSignal[] {
  const { visit, products, productCount } = input
  const isWhole = productCount !== null && productCount.value <= products.length
  const catalogue = visit.products ? productSignals(products, visit.products, isWhole) : []
  const others = [...assetSignals(input), ...shopIdSignals(input), ...articleSignals(input)]
  return [...catalogue, ...markEmptyCatalogue(others, input)]
}

function ownFilesOf({ shopId, ownHosts, products }: SignalInput): OwnFiles {
  const pictures = products.flatMap(({ images }) => images.map(({ src }) => fileNameOf(src)))
  return { shopId: shopId?.value ?? null, hosts: ownHosts, productPictures: new Set(pictures) }
}

function assetSignals(input: SignalInput): DatedSignal[] {
  const { pages } = input.visit
  const [first] = pages
  if (!first) return []
  const { page } = first
  const own = ownFilesOf(input)
  const assets = readAssetDates(pages, own, Date.parse(page.fetchedAt))
  const themeNumber = readThemeNumber(pages, own)
  const second = assets?.secondOldestMs
    ? { secondOldest: new Date(assets.secondOldestMs).toISOString() }
    : {}
  const signals = [
    assets &&
      observedSignal(
        'asset_version',
        new Date(assets.oldestMs),
        page,
        `?v= of ${assets.oldestPath}`,
        { files: assets.count, ...second },
      ),
    themeNumber === null
      ? null
      : observedSignal('theme_number', new Date(page.fetchedAt), page, `/t/${themeNumber}/assets`, {
          n: themeNumber,
        }),
  ]
  return signals.filter((signal) => signal !== null)
}

function shopIdSignals({ shopId }: SignalInput): DatedSignal[] {
  const estimate = shopId
    ? estimateByShopId(shopId.value, new Date(shopId.evidence.observedAt))
    : null
  if (!shopId || !estimate) return []
  const detail = {
    earliest: estimate.earliest.toISOString(),
    latest: estimate.latest.toISOString(),
  }
  const { evidence } = shopId
  return [
    { kind: 'shop_id_order', at: estimate.at.toISOString(), label: 'estimated', evidence, detail },
  ]
}

const ARTICLE = /^(?:Article|BlogPosting|NewsArticle)$/

function articleTimes({ scan, linkedData }: ParsedPage): string[] {
  const published = linkedData
    .filter((node) => typesOf(node).some((type) => ARTICLE.test(type)))
    .map((node) => textOf(node['datePublished'], 40))
  const meta = scan.metas
    .filter(({ name }) => name === 'article:published_time')
    .map(({ content }) => content)
  return [...scan.articleTimes, ...published, ...meta].filter((time) => time !== null)
}

function articleSignals({ visit }: SignalInput): DatedSignal[] {
  const dated = visit.pages.flatMap((read) =>
    articleTimes(read).map((time) => ({ ms: Date.parse(time), page: read.page })),
  )
  const plausible = dated.filter(
    ({ ms, page }) => ms >= FIRST_PLAUSIBLE_MS && ms <= Date.parse(page.fetchedAt),
  )
  const [oldest] = plausible.sort((one, other) => one.ms - other.ms)
  if (!oldest) return []
  return [
    observedSignal('oldest_article', new Date(oldest.ms), oldest.page, 'article time[datetime]', {
      articles: plausible.length,
    }),
  ]
}

/**
 * Records on every other signal that the catalogue was read and is empty, which differs from a
 * catalogue that was not read.
 */
function markEmptyCatalogue(
  signals: DatedSignal[],
  { visit, productCount, products }: SignalInput,
): DatedSignal[] {
  const isEmpty = productCount?.value === 0 && products.length === 0 && visit.products !== null
  return isEmpty
    ? signals.map((signal) => ({ ...signal, detail: { ...signal.detail, products: 0 } }))
    : signals
}

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
    ms: number | undefined,
    field: string,
    detail: DatedSignal['detail'],
  ) =>
    ms === undefined
      ? []
      : [observedSignal(kind, new Date(ms), source, `products.json#${field}`, detail)]
  const [oldest, second, third] = created
  const median = created[Math.floor((created.length - 1) / 2)]
  return [
    ...signal('oldest_product_created', oldest, 'created_at', {
      products: created.length,
      isWhole: isWhole ? 1 : 0,
      ...(second !== undefined && { secondOldest: iso(second) }),
      ...(third !== undefined && { thirdOldest: iso(third) }),
      ...(median !== undefined && { median: iso(median) }),
    }),
    ...signal('newest_product_created', created.at(-1), 'created_at', {
      products: created.length,
    }),
    ...signal('oldest_product_published', published[0], 'published_at', {
      products: published.length,
      ...countMisleading(products),
    }),
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
