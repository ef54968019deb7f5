import { DAY_MS } from '#contracts/dates.ts'
import type { DatedSignal } from './dated-signals.ts'
import {
  countOf,
  earliest,
  isBefore,
  isSince,
  LAUNCH_RULE,
  minOf,
  type Limits,
  maxOf,
  ofKind,
  openingsOf,
  timeOf,
} from './launch-rule.ts'

export type Evidence = ReturnType<typeof readEvidence>

type Products = {
  isOld: boolean
  /** First product of the recent bulk; null if the products are old or unknown. */
  recentMs: number | null
  /** Some products are older: the shop is new, but not certainly. */
  isMixed: boolean
}

/**
 * Answers of the signals, one question per field; times in ms. `recent…` = within the 30 days
 * before the day found, or later.
 */
export function readEvidence(signals: DatedSignal[], limits: Limits) {
  const hasRecentFiles = isSince(earliest(signals, 'asset_version'), limits.newFromMs)
  const products = readProducts(signals, limits, hasRecentFiles)
  const { fileMs, articleMs, ...assets } = readAssets(signals, limits, products.recentMs !== null)
  const shopId = readShopId(signals, limits)
  const themes = themesOf(signals)
  const certificateMs = earliest(signals, 'first_certificate')
  const openedMs = minOf(
    openingsOf(signals)
      .map(({ at }) => timeOf(at))
      .filter((ms) => isSince(ms, limits.newFromMs)),
  )
  const isCatalogueImported = ofKind(signals, 'oldest_product_published').some(isImported)
  const isCertificateOld = isBefore(certificateMs, limits.preparedFromMs)
  const hasManyThemes = themes >= LAUNCH_RULE.manyThemes
  // Files from the weeks before decide only without other evidence, and weakly: a password page may
  // hide a shop in preparation.
  const areFilesSurelyOld = isBefore(fileMs, limits.preparedFromMs)
  const old = [
    products.isOld,
    areFilesSurelyOld,
    assets.isArticleOld,
    hasManyThemes,
    isCatalogueImported,
  ]
  const publishedMs = earliest(signals, 'oldest_product_published')
  const createdMs = earliest(signals, 'oldest_product_created')
  const productMs = isCatalogueImported
    ? minOf([createdMs, publishedMs])
    : (createdMs ?? publishedMs)
  const ownTraceMs = minOf([productMs, fileMs, articleMs])
  return {
    areProductsOld: products.isOld,
    areAssetsOld: assets.areFilesOld || assets.isArticleOld || hasManyThemes,
    isCatalogueImported,
    ...shopId,
    isCertificateOld,
    /** First product of the recent bulk. */
    recentProductMs: products.recentMs,
    recentAssetMs: hasRecentFiles ? fileMs : null,
    isCatalogueEmpty: signals.some(({ detail }) => detail?.['products'] === 0),
    certificateMs,
    /**
     * First opening that we saw of a shop not seen open before, in the 30 days before the day found
     * or later.
     */
    openedMs,
    /** Several themes, or some products from before: the shop is new, but not certainly. */
    isDoubtful: products.isMixed || themes >= LAUNCH_RULE.severalThemes,
    ...readDomain(signals, limits, ownTraceMs),
    wasSeenElsewhere: ofKind(signals, 'seen_elsewhere').length > 0,
    oldTraces: [...old, shopId.isShopIdOld, isCertificateOld].filter(Boolean).length,
    oldestTraceMs: minOf([ownTraceMs, certificateMs]) ?? earliest(signals, 'shop_id_order'),
  }
}

function readShopId(signals: DatedSignal[], limits: Limits) {
  const estimates = ofKind(signals, 'shop_id_order')
  const isShopIdOld = estimates.some(({ detail }) =>
    isBefore(timeOf(detail?.['latest']), limits.newFromMs),
  )
  const youngFromMs = limits.foundMs - LAUNCH_RULE.youngIdDays * DAY_MS
  const isYoung =
    estimates.length > 0 && estimates.every(({ at }) => isSince(timeOf(at), youngFromMs))
  return { isShopIdOld, isShopIdYoung: isYoung && !isShopIdOld, hasShopId: estimates.length > 0 }
}

const themesOf = (signals: DatedSignal[]): number =>
  maxOf(ofKind(signals, 'theme_number').map((signal) => countOf(signal, 'n'))) ?? 0

function readAssets(signals: DatedSignal[], limits: Limits, hasRecentProducts: boolean) {
  const fileMs = earliest(signals, 'asset_version')
  const articleMs = earliest(signals, 'oldest_article')
  return {
    fileMs,
    articleMs,
    areFilesOld: isBefore(fileMs, hasRecentProducts ? limits.preparedFromMs : limits.traceFromMs),
    isArticleOld: isBefore(articleMs, limits.preparedFromMs),
  }
}

function readDomain(signals: DatedSignal[], limits: Limits, ownTraceMs: number | null) {
  const registeredMs = earliest(signals, 'domain_registered')
  const isYoung = isSince(registeredMs, limits.preparedFromMs)
  const shopFromMs = (registeredMs ?? 0) - LAUNCH_RULE.preparedDays * DAY_MS
  return {
    registeredMs,
    isDomainOld: isBefore(registeredMs, limits.oldDomainMs),
    /** The domain is young, and the shop has traces from long before its registration. */
    isDomainYounger: isYoung && isBefore(ownTraceMs, shopFromMs),
  }
}

/** Reads one catalogue signal; without detail, its oldest product represents all. */
export function readCatalogueDates(
  reading: DatedSignal,
  limits: Limits,
  hasRecentFiles: boolean,
): Products {
  const { at, detail } = reading
  const oldest = timeOf(at) ?? 0
  const count = typeof detail?.['products'] === 'number' ? detail['products'] : 1
  const order = [oldest, timeOf(detail?.['secondOldest']), timeOf(detail?.['thirdOldest'])]
  const isOldAt = (rank: number): boolean =>
    (order[rank] ?? Number.POSITIVE_INFINITY) < limits.newFromMs
  const imported = isOldAt(0) ? (isOldAt(1) ? LAUNCH_RULE.mostImported : 1) : 0
  const areImports =
    imported > 0 &&
    imported < count &&
    !isOldAt(imported) &&
    (hasRecentFiles || imported * 4 <= count)
  const bulk = areImports ? (order[imported] ?? null) : oldest
  if (bulk === null) return { isOld: true, recentMs: null, isMixed: false }
  const median = areImports ? bulk : (timeOf(detail?.['median']) ?? oldest)
  const isOld = median < limits.traceFromMs || bulk < limits.preparedFromMs
  const recentMs = isOld ? null : Math.max(bulk, limits.newFromMs)
  return { isOld, recentMs, isMixed: areImports || bulk < limits.newFromMs }
}

/**
 * More than half of the products were published long before they were created here: they were
 * imported from another shop.
 */
export function isImported(reading: DatedSignal): boolean {
  const before = countOf(reading, 'publishedBefore')
  return before >= LAUNCH_RULE.leastImported && before * 2 > countOf(reading, 'products')
}

/** A single old one decides. */
function readProducts(signals: DatedSignal[], limits: Limits, hasRecentFiles: boolean): Products {
  const readings = ofKind(signals, 'oldest_product_created').map((signal) =>
    readCatalogueDates(signal, limits, hasRecentFiles),
  )
  // Products published before they were created here have imported dates; such a date counts as old
  // only if it lies far back and no creation dates are known.
  const published = readings.length === 0 ? earliest(signals, 'oldest_product_published') : null
  const isPublishedOld = published !== null && published < limits.preparedFromMs
  const isOld = isPublishedOld || readings.some((reading) => reading.isOld)
  return {
    isOld,
    recentMs: isOld ? null : minOf(readings.map(({ recentMs }) => recentMs)),
    isMixed: readings.some(({ isMixed }) => isMixed),
  }
}
