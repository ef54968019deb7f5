import type { FoundLabel } from '#contracts/catalog/facts.ts'
import type { SignalKind } from '#contracts/catalog/signals.ts'

export type DatedSignal = {
  kind: SignalKind
  at: string
  label: FoundLabel
  evidence: { url: string; path: string; observedAt: string }
  /** Extra figures of the rule, e.g. how many products share the date. */
  detail?: Record<string, number | string>
}

/** A signal that its source states; `fetchedAt`: when we read it. */
export const observedSignal = (
  kind: SignalKind,
  at: Date,
  { url, fetchedAt: observedAt }: { url: string; fetchedAt: string },
  path: string,
  detail?: DatedSignal['detail'],
): DatedSignal => ({
  kind,
  at: at.toISOString(),
  label: 'observed',
  evidence: { url, path, observedAt },
  ...(detail && { detail }),
})

export function mergeSignals(known: DatedSignal[], fresh: DatedSignal[]): DatedSignal[] {
  const merged = new Map<string, DatedSignal>()
  for (const signal of [...known, ...fresh]) {
    const key = `${signal.kind} ${readingOf(signal)}`
    const before = merged.get(key)
    if (!before || replaces(signal, before)) merged.set(key, signal)
  }
  return [...merged.values()]
}

/** For these kinds only the earliest sighting is kept. */
const EARLIEST: ReadonlySet<SignalKind> = new Set([
  'first_certificate',
  'first_seen',
  'first_seen_protected',
  'seen_elsewhere',
  'domain_registered',
])

/**
 * The name that keeps a reading apart from others of its kind: `''` for kinds with only one
 * reading. A reading persists once taken, so an old trace survives when the shop changes its theme
 * or deletes its first products.
 */
export function readingOf({ kind, at, detail }: DatedSignal): string {
  if (EARLIEST.has(kind) || kind === 'shop_id_order') return ''
  return kind === 'theme_number' ? String(detail?.['n'] ?? '') : at
}

const latestOf = ({ detail }: DatedSignal): string => String(detail?.['latest'] ?? '')

/**
 * Whether a reading replaces the one with the same name. An estimate replaces one whose latest date
 * is equal or later.
 */
function replaces(fresh: DatedSignal, known: DatedSignal): boolean {
  if (fresh.kind === 'shop_id_order') return latestOf(fresh) <= latestOf(known)
  return EARLIEST.has(fresh.kind) && fresh.at < known.at
}
