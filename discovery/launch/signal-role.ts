import { DAY_MS } from '#contracts/dates.ts'
import type { LaunchStatus, SignalRole } from '#contracts/facts.ts'
import type { DatedSignal } from '#discovery/extract/store-snapshot.ts'
import { LAUNCH_RULE } from '#discovery/launch/launch-rule.ts'
import type { Evidence } from '#discovery/launch/launch-evidence.ts'
import { isImported, readCatalogue } from '#discovery/launch/read-catalogue.ts'
import { countOf, isBefore, isSince, type Limits, timeOf } from '#discovery/launch/signal-times.ts'

/** Which way a signal points on its own. `hint` = towards new, but old shops have it as well. */
type Lean = 'new' | 'old' | 'hint' | 'none'

/** How a signal bears on a verdict, so that the page can list all signals with their roles. */
export function roleOf(
  signal: DatedSignal,
  status: LaunchStatus,
  context: { evidence: Evidence; limits: Limits },
): SignalRole {
  const lean = leanOf(signal, context.evidence, context.limits)
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

function leanOf(signal: DatedSignal, evidence: Evidence, limits: Limits): Lean {
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
      return isSince(ms, limits.newFromMs) ? 'new' : 'none'
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
      return isBefore(ms, limits.oldDomainMs) ? 'old' : isSince(ms, limits.preparedFromMs) ? 'hint' : 'none'
    default:
      return signal.kind satisfies never
  }
}

function leanOfCatalogue(signal: DatedSignal, evidence: Evidence, limits: Limits): Lean {
  const { isOld, recentMs } = readCatalogue(signal, limits, evidence.recentAssetMs !== null)
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
const isOnlyOldDate = ({ at }: DatedSignal, { areProductsOld, recentProductMs }: Evidence, limits: Limits) =>
  areProductsOld && recentProductMs === null && isBefore(timeOf(at), limits.preparedFromMs)
