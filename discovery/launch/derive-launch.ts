import { DAY_MS, dayOf } from '#contracts/dates.ts'
import type { LaunchConfidence, MovedReason } from '#contracts/facts.ts'
import type { DatedSignal } from '#discovery/extract/store-snapshot.ts'
import { type Evidence, readEvidence } from '#discovery/launch/launch-evidence.ts'
import { LAUNCH_RULE } from '#discovery/launch/launch-rule.ts'
import type { LaunchVerdict } from '#discovery/launch/launch-verdict.ts'
import { roleOf } from '#discovery/launch/signal-role.ts'
import { limitsOf, type Limits, most } from '#discovery/launch/signal-times.ts'

type Reason = LaunchVerdict['reason']

/** Each old trace decides alone, so a further old trace can never make an established store new. */
function oldReason(evidence: Evidence): Reason | null {
  if (evidence.areProductsOld) return 'old_products'
  if (evidence.areAssetsOld) return 'old_assets'
  if (evidence.isCatalogueImported) return 'imported_catalogue'
  if (evidence.isShopIdOld) return 'old_shop_id'
  return evidence.isCertificateOld ? 'old_certificate' : null
}

function newReason(evidence: Evidence): Reason | null {
  if (evidence.openedMs !== null && mayHaveOpened(evidence)) return 'seen_opening'
  if (evidence.recentProductMs !== null) return 'recent_products'
  if (evidence.recentAssetMs !== null) return evidence.isCatalogueEmpty ? 'empty_and_recent' : 'recent_assets'
  if (!evidence.isShopIdYoung) return null
  return evidence.isCatalogueEmpty ? 'empty_and_recent' : 'recent_shop_id'
}

/** Old shops also remove their password page, so an opening with a middling shop number is not enough. */
const mayHaveOpened = ({ recentProductMs, recentAssetMs, isShopIdYoung, hasShopId }: Evidence): boolean =>
  recentProductMs !== null || recentAssetMs !== null || isShopIdYoung || !hasShopId

function launchOfNew(evidence: Evidence, limits: Limits): number {
  // We saw the shop open, possibly long after the day on which we found its password page.
  if (evidence.openedMs !== null) return evidence.openedMs
  const firstTrace = evidence.recentProductMs ?? evidence.recentAssetMs
  const best = most([evidence.certificateMs, firstTrace]) ?? limits.foundMs
  // Products created after the day found say nothing about the launch before it.
  return Math.max(limits.newFromMs, Math.min(best, limits.foundMs))
}

const areNear = (one: number | null, other: number | null): boolean =>
  one !== null && other !== null && Math.abs(one - other) <= LAUNCH_RULE.nearDays * DAY_MS

function confidenceOfNew(evidence: Evidence): LaunchConfidence {
  const { recentProductMs, recentAssetMs, certificateMs, openedMs, isDoubtful, isDomainOld } = evidence
  const isOpeningSeen = openedMs !== null
  if (recentProductMs === null && recentAssetMs === null && !isOpeningSeen) return 'low'
  if (isDoubtful) return isOpeningSeen ? 'medium' : 'low'
  if (isDomainOld) return 'medium'
  const agree =
    areNear(recentProductMs, recentAssetMs) ||
    areNear(recentProductMs, certificateMs) ||
    areNear(recentAssetMs, certificateMs)
  return isOpeningSeen || agree ? 'high' : 'medium'
}

type Decision = Omit<LaunchVerdict, 'moved' | 'roles'>

function established(evidence: Evidence, reason: Reason): Decision {
  const launchDay = evidence.oldestTraceMs === null ? null : dayOf(new Date(evidence.oldestTraceMs))
  const confidence = evidence.oldTraces >= 2 ? 'high' : evidence.oldTraces === 1 ? 'medium' : 'low'
  return { status: 'established', launchDay, confidence, reason }
}

function decide(evidence: Evidence, limits: Limits): Decision {
  const old = oldReason(evidence)
  if (old) return established(evidence, old)
  const reason = newReason(evidence)
  if (!reason) return established(evidence, 'no_evidence')
  const launchDay = dayOf(new Date(launchOfNew(evidence, limits)))
  return { status: 'new', launchDay, confidence: confidenceOfNew(evidence), reason }
}

/** The evidence that the shop is older than its address here, strongest first. */
function movedReason(evidence: Evidence, { status, reason }: Decision): MovedReason | null {
  if (evidence.wasSeenElsewhere) return 'other_domain'
  if (evidence.isCatalogueImported) return 'imported_catalogue'
  // A new shop may hold copies with old dates.
  if (evidence.isDomainYounger && status === 'established') return 'younger_domain'
  if (evidence.isCertificateOld) return 'older_certificate'
  const isAllElseRecent = evidence.recentProductMs !== null || evidence.recentAssetMs !== null
  return reason === 'old_shop_id' && isAllElseRecent ? 'older_shop' : null
}

/**
 * Derives the launch verdict for a store found at `foundAt` from its dated signals. Pure, and independent of the order of the signals.
 * docs/launch-dates.md states the rule.
 */
export function deriveLaunch(signals: DatedSignal[], foundAt: Date): LaunchVerdict {
  const limits = limitsOf(signals, foundAt)
  const evidence = readEvidence(signals, limits)
  const decision = decide(evidence, limits)
  return {
    ...decision,
    moved: movedReason(evidence, decision),
    roles: signals.map((signal) => roleOf(signal, decision.status, { evidence, limits })),
  }
}
