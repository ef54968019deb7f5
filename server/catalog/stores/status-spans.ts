import type { StatusSpan, StoreStatus } from '#contracts/stores/stores.ts'
import type { StoreEventKind } from '#contracts/stores/timeline.ts'

type StatusEvent = { kind: StoreEventKind; at: Date }

/** The status that a store has after an event; other events change none. */
const STATUS_AFTER: Partial<Record<StoreEventKind, StoreStatus>> = {
  opened: 'OPEN',
  protected: 'PASSWORD_PROTECTED',
  closed: 'CLOSED',
  reopened: 'OPEN',
}

type Life = {
  /** First visit. */
  since: Date
  /** Whether that visit met a password page. */
  startedProtected: boolean
  /** The oldest first. */
  events: readonly StatusEvent[]
  status: StoreStatus
}

/**
 * The status of a store from our first visit on, without gaps; the last span has no end. Each change is dated by the visit that saw it. The
 * last status is the one that the store has now, even where its event is missing.
 */
export function statusSpansOf({ since, startedProtected, events, status }: Life): StatusSpan[] {
  const spans: { status: StoreStatus; from: Date }[] = [
    { status: startedProtected ? 'PASSWORD_PROTECTED' : 'OPEN', from: since },
  ]
  for (const { kind, at } of events) {
    const next = STATUS_AFTER[kind]
    const last = spans.at(-1)
    if (next === undefined || next === last?.status) continue
    // A change seen by the first visit leaves no earlier span.
    if (last && at <= last.from) last.status = next
    else spans.push({ status: next, from: at })
  }
  const last = spans.at(-1)
  if (last && spans.length === 1) last.status = status
  return spans.map(({ status: each, from }, at) => ({
    status: each,
    from: from.toISOString(),
    to: spans[at + 1]?.from.toISOString() ?? null,
  }))
}
