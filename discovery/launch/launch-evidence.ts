import { DAY_MS, dayOf, dayStart } from '#contracts/dates.ts'
import type { SignalKind } from '#contracts/facts.ts'
import type { DatedSignal } from '#discovery/extract/store-snapshot.ts'

export const NEW_DAYS = 30
/** Traces between 30 and 90 days old are those of a shop that was prepared before it launched. */
export const PREPARED_DAYS = 90
const YOUNG_ID_DAYS = 540
const MAX_IMPORTED = 2
const MANY_THEMES = 40
const SEVERAL_THEMES = 12

/** What the signals say, one question each; times in ms. `recent…` = within the 30 days, or after the day found. */
export type Evidence = {
  areProductsOld: boolean
  areAssetsOld: boolean
  isShopIdOld: boolean
  isCertificateOld: boolean
  /** First product of the recent bulk. */
  recentProductMs: number | null
  recentAssetMs: number | null
  isShopIdYoung: boolean
  isCatalogueEmpty: boolean
  certificateMs: number | null
  openedMs: number | null
  /** Several themes, or a part of the products from before: new, but not surely. */
  isDoubtful: boolean
  oldTraces: number
  oldestTraceMs: number | null
}

const timeOf = (value: unknown): number | null => {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(ms) ? null : ms
}

const least = (times: (number | null)[]): number | null => {
  const known = times.filter((ms) => ms !== null)
  return known.length > 0 ? Math.min(...known) : null
}

const ofKind = (signals: DatedSignal[], kind: SignalKind): DatedSignal[] =>
  signals.filter((signal) => signal.kind === kind)
const earliest = (signals: DatedSignal[], kind: SignalKind): number | null =>
  least(ofKind(signals, kind).map(({ at }) => timeOf(at)))

type Limits = { newFromMs: number; preparedFromMs: number; foundMs: number }

/** Both limits count from the beginning of the day found, as the store belongs to that day. */
function limitsOf(foundAt: Date): Limits {
  const startMs = dayStart(dayOf(foundAt)).getTime()
  return {
    newFromMs: startMs - NEW_DAYS * DAY_MS,
    preparedFromMs: startMs - PREPARED_DAYS * DAY_MS,
    foundMs: foundAt.getTime(),
  }
}

type Products = { isOld: boolean; recentMs: number | null; isMixed: boolean }

/** The catalogue as one signal describes it; without detail its oldest product stands for all. */
function readCatalogue({ at, detail }: DatedSignal, limits: Limits, hasRecentFiles: boolean): Products {
  const oldest = timeOf(at) ?? 0
  const count = typeof detail?.['products'] === 'number' ? detail['products'] : 1
  const order = [oldest, timeOf(detail?.['secondOldest']), timeOf(detail?.['thirdOldest'])]
  const isOldAt = (rank: number): boolean => (order[rank] ?? Number.POSITIVE_INFINITY) < limits.newFromMs
  const imported = isOldAt(0) ? (isOldAt(1) ? MAX_IMPORTED : 1) : 0
  const areImports =
    imported > 0 && imported < count && !isOldAt(imported) && (hasRecentFiles || imported * 4 <= count)
  const bulk = areImports ? (order[imported] ?? null) : oldest
  if (bulk === null) return { isOld: true, recentMs: null, isMixed: false }
  const median = areImports ? bulk : (timeOf(detail?.['median']) ?? oldest)
  const isOld = median < limits.newFromMs || bulk < limits.preparedFromMs
  const recentMs = isOld ? null : Math.max(bulk, limits.newFromMs)
  return { isOld, recentMs, isMixed: areImports || bulk < limits.newFromMs }
}

function readProducts(signals: DatedSignal[], limits: Limits, hasRecentFiles: boolean): Products {
  const pages = ofKind(signals, 'oldest_product_created').map((signal) =>
    readCatalogue(signal, limits, hasRecentFiles),
  )
  // Published before anything was created here means imported dates; only far back and alone it is a trace of age.
  const published = pages.length === 0 ? earliest(signals, 'oldest_product_published') : null
  const isPublishedOld = published !== null && published < limits.preparedFromMs
  return {
    isOld: isPublishedOld || pages.some(({ isOld }) => isOld),
    recentMs: pages.some(({ isOld }) => isOld) ? null : least(pages.map(({ recentMs }) => recentMs)),
    isMixed: pages.some(({ isMixed }) => isMixed),
  }
}

const themesOf = (signals: DatedSignal[]): number =>
  Math.max(
    0,
    ...ofKind(signals, 'theme_number').map(({ detail }) =>
      typeof detail?.['n'] === 'number' ? detail['n'] : 0,
    ),
  )

function readShopId(signals: DatedSignal[], limits: Limits): { isOld: boolean; isYoung: boolean } {
  const estimates = ofKind(signals, 'shop_id_order').map(({ at, detail }) => ({
    at: timeOf(at),
    latest: timeOf(detail?.['latest']),
  }))
  const isOld = estimates.some(({ latest }) => latest !== null && latest < limits.newFromMs)
  const isYoung =
    estimates.length > 0 &&
    estimates.every(({ at }) => at !== null && at >= limits.foundMs - YOUNG_ID_DAYS * DAY_MS)
  return { isOld, isYoung: isYoung && !isOld }
}

const isBefore = (ms: number | null, limitMs: number): boolean => ms !== null && ms < limitMs

export function readEvidence(signals: DatedSignal[], foundAt: Date): Evidence {
  const limits = limitsOf(foundAt)
  const assetMs = earliest(signals, 'asset_version')
  const articleMs = earliest(signals, 'oldest_article')
  const certificateMs = earliest(signals, 'first_certificate')
  const openedMs = earliest(signals, 'opened')
  const themes = themesOf(signals)
  const hasRecentFiles = assetMs !== null && assetMs >= limits.newFromMs
  const products = readProducts(signals, limits, hasRecentFiles)
  const fileLimitMs = products.recentMs === null ? limits.newFromMs : limits.preparedFromMs
  const shopId = readShopId(signals, limits)
  const areFilesOld = isBefore(assetMs, fileLimitMs)
  const isArticleOld = isBefore(articleMs, limits.preparedFromMs)
  const isCertificateOld = isBefore(certificateMs, limits.preparedFromMs)
  const oldTraces = [
    products.isOld,
    areFilesOld,
    isArticleOld,
    themes >= MANY_THEMES,
    shopId.isOld,
    isCertificateOld,
  ]
  const productMs =
    earliest(signals, 'oldest_product_created') ?? earliest(signals, 'oldest_product_published')
  return {
    areProductsOld: products.isOld,
    areAssetsOld: areFilesOld || isArticleOld || themes >= MANY_THEMES,
    isShopIdOld: shopId.isOld,
    isCertificateOld,
    recentProductMs: products.recentMs,
    recentAssetMs: hasRecentFiles ? assetMs : null,
    isShopIdYoung: shopId.isYoung,
    isCatalogueEmpty: signals.some(({ detail }) => detail?.['products'] === 0),
    certificateMs,
    openedMs: openedMs !== null && openedMs >= limits.newFromMs ? openedMs : null,
    isDoubtful: products.isMixed || themes >= SEVERAL_THEMES,
    oldTraces: oldTraces.filter(Boolean).length,
    oldestTraceMs:
      least([productMs, assetMs, articleMs, certificateMs]) ?? earliest(signals, 'shop_id_order'),
  }
}
