import { DAY_MS, dayOf } from '#contracts/dates.ts'
import type { LaunchConfidence } from '#contracts/facts.ts'
import type { DatedSignal } from '#discovery/extract/store-snapshot.ts'
import { readEvidence, type Evidence } from '#discovery/launch/launch-evidence.ts'
import type { LaunchVerdict } from '#discovery/launch/launch-verdict.ts'

/*
 * The rule, as it is printed for users:
 *
 * A store is NEW when something dated says that it launched at most 30 days before the day on which it was found, and
 * nothing dated says that the shop is older. Otherwise it is ESTABLISHED; without any evidence too.
 *
 * 1. Products. More than half of them created before those 30 days: old. A tail of them created more than 90 days before
 *    the day found: old, unless it is one or two copies with old dates among otherwise recent products, and the shop's
 *    files are recent (or they are at most a quarter of the products and nothing else is old). When products were
 *    published is never proof of youth: old catalogues get published anew.
 * 2. Files. A file of the shop or of its theme, or an article, dated more than 90 days before the day found: old. With no
 *    recent product to outweigh it, 30 days are enough. Forty themes or more: old.
 * 3. Shop id. The latest time at which such an id was given out lies before those 30 days: old. The estimate is off by one
 *    to two years and more for recent ids, so this speaks only about shops that are clearly older.
 * 4. Certificate. Our earliest sighting of the domain lies more than 90 days before the day found: old, the shop moved here.
 * 5. Nothing of that: new by recent products; else by recent files (of an empty catalogue: "empty and recent"); else, with
 *    low confidence, by a shop id that may have been given out in those 30 days and probably was in the last year and a half.
 *
 * Every old trace decides alone, so one more old trace can never make an established store new.
 * The launch day of a new store is the day on which it was seen to open; else the later one of its first certificate and
 * its first recent product or file. Of an established one it is the oldest trace: it existed then at the latest.
 */

const NEAR_DAYS = 7

type Reason = LaunchVerdict['reason']

function oldReason(evidence: Evidence): Reason | null {
  if (evidence.areProductsOld) return 'old_products'
  if (evidence.areAssetsOld) return 'old_assets'
  if (evidence.isShopIdOld) return 'old_shop_id'
  return evidence.isCertificateOld ? 'old_certificate' : null
}

function newReason(evidence: Evidence): Reason | null {
  if (evidence.recentProductMs !== null) return 'recent_products'
  if (evidence.recentAssetMs !== null) return evidence.isCatalogueEmpty ? 'empty_and_recent' : 'recent_assets'
  if (!evidence.isShopIdYoung) return null
  return evidence.isCatalogueEmpty ? 'empty_and_recent' : 'recent_shop_id'
}

const lastOf = (times: (number | null)[]): number | null => {
  const known = times.filter((ms) => ms !== null)
  return known.length > 0 ? Math.max(...known) : null
}

function launchOfNew(evidence: Evidence, foundMs: number): number {
  const firstTrace = evidence.recentProductMs ?? evidence.recentAssetMs
  const best = evidence.openedMs ?? lastOf([evidence.certificateMs, firstTrace]) ?? foundMs
  // Products made after the day found say nothing about the launch before it.
  return Math.min(best, foundMs)
}

const areNear = (one: number | null, other: number | null): boolean =>
  one !== null && other !== null && Math.abs(one - other) <= NEAR_DAYS * DAY_MS

function confidenceOfNew(evidence: Evidence): LaunchConfidence {
  const { recentProductMs, recentAssetMs, certificateMs, openedMs } = evidence
  if (recentProductMs === null && recentAssetMs === null) return 'low'
  if (evidence.isDoubtful) return 'low'
  if (openedMs !== null) return 'high'
  const agree =
    areNear(recentProductMs, recentAssetMs) ||
    areNear(recentProductMs, certificateMs) ||
    areNear(recentAssetMs, certificateMs)
  return agree ? 'high' : 'medium'
}

function established(evidence: Evidence, reason: Reason): LaunchVerdict {
  const launchDay = evidence.oldestTraceMs === null ? null : dayOf(new Date(evidence.oldestTraceMs))
  const confidence = evidence.oldTraces >= 2 ? 'high' : evidence.oldTraces === 1 ? 'medium' : 'low'
  return { status: 'established', launchDay, confidence, reason }
}

/** What the dated signals say about a store that was found at `foundAt`. Pure; the rule stands at the top of this file. */
export function deriveLaunch(signals: DatedSignal[], foundAt: Date): LaunchVerdict {
  const evidence = readEvidence(signals, foundAt)
  const old = oldReason(evidence)
  if (old) return established(evidence, old)
  const reason = newReason(evidence)
  if (!reason) return established(evidence, 'no_evidence')
  const launchMs = launchOfNew(evidence, foundAt.getTime())
  return {
    status: 'new',
    launchDay: dayOf(new Date(launchMs)),
    confidence: confidenceOfNew(evidence),
    reason,
  }
}
