import { DAY_MS, dayOf } from '#contracts/dates.ts'
import type { LaunchConfidence, LaunchStatus } from '#contracts/catalog/facts.ts'
import type { MovedReason, SignalRole } from '#contracts/catalog/signals.ts'
import type { DatedSignal } from './dated-signals.ts'
import { type Evidence, isImported, readCatalogueDates, readEvidence } from './launch-evidence.ts'
import {
  countOf,
  isBefore,
  isSince,
  LAUNCH_RULE,
  type Limits,
  limitsOf,
  maxOf,
  openingsOf,
  timeOf,
} from './launch-rule.ts'

export type LaunchVerdict = {
  status: LaunchStatus
  /** UTC day; null if no signal dates it. */
  launchDay: string | null
  confidence: LaunchConfidence
  /** Which rule decided: a key of `store-details.launchReason` in the locale files. */
  reason:
    | 'seen_opening'
    | 'recent_products'
    | 'recent_assets'
    | 'recent_shop_id'
    | 'empty_and_recent'
    | 'old_products'
    | 'old_assets'
    | 'imported_catalogue'
    | 'old_shop_id'
    | 'old_certificate'
    | 'no_evidence'
  /** Evidence that an older shop moved to the address where it was found; null = none. */
  moved: MovedReason | null
  /** UTC day of its domain's registration, of the earliest if there were several. */
  domainRegisteredDay: string | null
  /** How each signal bears on the verdict, in input order. */
  roles: SignalRole[]
}

type Reason = LaunchVerdict['reason']

/** Pure, and independent of the order of the signals. docs/launch-dates.md states the rule. */
export function deriveLaunch(signals: DatedSignal[], foundAt: Date): LaunchVerdict {
  const limits = limitsOf(signals, foundAt)
  const evidence = readEvidence(signals, limits)
  const decision = decide(evidence, limits)
  return {
    ...decision,
    moved: movedReason(evidence, decision),
    domainRegisteredDay:
      evidence.registeredMs === null ? null : dayOf(new Date(evidence.registeredMs)),
    roles: signals.map((signal) =>
      roleOf(signal, decision.status, { evidence, limits, openings: openingsOf(signals) }),
    ),
  }
}

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
  if (evidence.recentAssetMs !== null)
    return evidence.isCatalogueEmpty ? 'empty_and_recent' : 'recent_assets'
  if (!evidence.isShopIdYoung) return null
  return evidence.isCatalogueEmpty ? 'empty_and_recent' : 'recent_shop_id'
}

/**
 * Old shops also remove their password page, so an opening with a middling shop number is not
 * enough.
 */
const mayHaveOpened = ({
  recentProductMs,
  recentAssetMs,
  isShopIdYoung,
  hasShopId,
}: Evidence): boolean =>
  recentProductMs !== null || recentAssetMs !== null || isShopIdYoung || !hasShopId

function launchOfNew(evidence: Evidence, limits: Limits): number {
  // We saw the shop open, possibly long after the day on which we found its password page.
  if (evidence.openedMs !== null) return evidence.openedMs
  const firstTrace = evidence.recentProductMs ?? evidence.recentAssetMs
  const best = maxOf([evidence.certificateMs, firstTrace]) ?? limits.foundMs
  // Products created after the day found say nothing about the launch before it.
  return Math.max(limits.newFromMs, Math.min(best, limits.foundMs))
}

const areNear = (one: number | null, other: number | null): boolean =>
  one !== null && other !== null && Math.abs(one - other) <= LAUNCH_RULE.nearDays * DAY_MS

function confidenceOfNew(evidence: Evidence): LaunchConfidence {
  const { recentProductMs, recentAssetMs, certificateMs, openedMs, isDoubtful, isDomainOld } =
    evidence
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

type Decision = Omit<LaunchVerdict, 'moved' | 'domainRegisteredDay' | 'roles'>

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

/** Which way a signal points on its own. `hint` = towards new, but old shops have it as well. */
type Lean = 'new' | 'old' | 'hint' | 'none'

type Context = { evidence: Evidence; limits: Limits; openings: readonly DatedSignal[] }

/** So that the page can list all signals with their roles. */
function roleOf(signal: DatedSignal, status: LaunchStatus, context: Context): SignalRole {
  const lean = leanOf(signal, context)
  switch (lean) {
    case 'none':
      return 'neutral'
    case 'hint':
      return status === 'new' ? 'supports' : 'neutral'
    case 'new':
    case 'old':
      return (lean === 'new') === (status === 'new') ? 'supports' : 'contradicts'
    default:
      return lean satisfies never
  }
}

function leanOf(signal: DatedSignal, { evidence, limits, openings }: Context): Lean {
  const ms = timeOf(signal.at)
  switch (signal.kind) {
    case 'first_seen':
    case 'first_seen_protected':
    case 'newest_product_created':
    case 'seen_elsewhere':
      return 'none'
    case 'first_certificate':
      return isBefore(ms, limits.preparedFromMs) ? 'old' : 'hint'
    case 'opened':
      return openings.includes(signal) && isSince(ms, limits.newFromMs) ? 'new' : 'none'
    case 'oldest_product_created':
      return leanOfCatalogue(signal, evidence, limits)
    case 'oldest_product_published':
      return isImported(signal) || isOnlyOldDate(signal, evidence, limits) ? 'old' : 'none'
    case 'asset_version':
      return leanOfFile(ms, evidence, limits)
    case 'oldest_article':
      return isBefore(ms, limits.preparedFromMs) ? 'old' : 'none'
    case 'theme_number':
      return countOf(signal, 'n') >= LAUNCH_RULE.severalThemes ? 'old' : 'none'
    case 'shop_id_order':
      return leanOfShopId(signal, limits)
    case 'domain_registered':
      return isBefore(ms, limits.oldDomainMs)
        ? 'old'
        : isSince(ms, limits.preparedFromMs)
          ? 'hint'
          : 'none'
    default:
      return signal.kind satisfies never
  }
}

function leanOfCatalogue(signal: DatedSignal, evidence: Evidence, limits: Limits): Lean {
  const { isOld, recentMs } = readCatalogueDates(signal, limits, evidence.recentAssetMs !== null)
  return isOld ? 'old' : recentMs === null ? 'none' : 'new'
}

const leanOfFile = (ms: number | null, { recentProductMs }: Evidence, limits: Limits): Lean =>
  isSince(ms, limits.newFromMs)
    ? 'new'
    : isBefore(ms, recentProductMs === null ? limits.traceFromMs : limits.preparedFromMs)
      ? 'old'
      : 'none'

function leanOfShopId({ at, detail }: DatedSignal, limits: Limits): Lean {
  if (isBefore(timeOf(detail?.['latest']), limits.newFromMs)) return 'old'
  return isSince(timeOf(at), limits.foundMs - LAUNCH_RULE.youngIdDays * DAY_MS) ? 'hint' : 'none'
}

/** Publication dates decide only if the shop shows no creation dates. */
const isOnlyOldDate = (
  { at }: DatedSignal,
  { areProductsOld, recentProductMs }: Evidence,
  limits: Limits,
) => areProductsOld && recentProductMs === null && isBefore(timeOf(at), limits.preparedFromMs)
