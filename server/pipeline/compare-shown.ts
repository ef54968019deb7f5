import type { LaunchStatus } from '#contracts/facts.ts'
import type { StoreStatus } from '#contracts/stores.ts'
import type { StoredComparison } from '#server/db/freshness-schema.ts'
import { lifeEvents } from '#server/pipeline/store-life.ts'

/** The columns of a store that are compared. */
export type ShownStore = {
  domain: string
  name: string
  status: StoreStatus
  country: string | null
  currency: string | null
  theme: { id: string | null } | null
  theme_name: string | null
  email: string | null
  product_count: number | null
  launch_status: LaunchStatus
  launch_day: string | null
}

/** Traces in the shop itself of changes since our last visit. */
export type ChangesSince = { catalogue: boolean }

export type Comparisons = Record<string, StoredComparison>
type Value = string | number | null

/** Products come and go while a page is read; a larger difference means another number. */
const COUNT_TOLERANCE = 0.02
const DAY_TOLERANCE_MS = 24 * 60 * 60 * 1000

/**
 * Compares the displayed values with those that a visit would produce now. `changed` needs an event: the shop opened or closed, moved,
 * published another theme, touched its catalogue. Every other difference is `wrong`, even where the shop may have edited its page. A value
 * that both sides lack is left out; a value that only the shop has is `missing`. docs/freshness.md explains the same to readers.
 */
export function compareShown(shown: ShownStore, seen: ShownStore, since: ChangesSince): Comparisons {
  const events = lifeEvents(shown, seen)
  const isOtherTheme = shown.theme?.id !== seen.theme?.id
  const all: (Comparisons[string] & { field: string })[] = [
    compare('store', 'yes', 'yes', false),
    compare('status', shown.status, seen.status, true),
    compare('domain', shown.domain, seen.domain, events.includes('moved'), isSameHost),
    compare('launch', shown.launch_status, seen.launch_status, false),
    compare('launchDay', shown.launch_day, seen.launch_day, events.includes('opened'), isNearDay),
    // Behind a password page the other values are not visible.
    ...(seen.status === 'OPEN'
      ? [
          compare('name', shown.name, seen.name, false),
          compare('country', shown.country, seen.country, false),
          compare('currency', shown.currency, seen.currency, false),
          compare('theme', shown.theme_name, seen.theme_name, isOtherTheme),
          compare('email', shown.email, seen.email, false),
          compare('productCount', shown.product_count, seen.product_count, since.catalogue, isNearCount),
        ]
      : []),
  ].filter((one) => one !== null)
  return Object.fromEntries(all.map(({ field, ...comparison }) => [field, comparison]))
}

/** The shop is gone: that is an event of its life, and leaves nothing else to compare. */
export function compareClosed(shown: ShownStore): Comparisons {
  const verdict = shown.status === 'CLOSED' ? 'correct' : 'changed'
  return {
    store: { verdict: 'correct', shown: 'yes', seen: 'yes' },
    status: { verdict, shown: shown.status, seen: 'CLOSED' },
  }
}

/** A different site answers there. It may have been a shop last week; nothing shows that, so it counts as wrong. */
export const compareNoStore = (reason: string): Comparisons => ({
  store: { verdict: 'wrong', shown: 'yes', seen: reason },
})

function compare<Field extends Value>(
  field: string,
  shown: Field | null,
  seen: Field | null,
  hasChanged: boolean,
  isSame: (shown: Field, seen: Field) => boolean = (a, b) => a === b,
): (StoredComparison & { field: string }) | null {
  if (shown === null) return seen === null ? null : { field, verdict: 'missing', shown, seen }
  if (seen !== null && isSame(shown, seen)) return { field, verdict: 'correct', shown, seen }
  return { field, verdict: hasChanged ? 'changed' : 'wrong', shown, seen }
}

const bare = (host: string) => host.toLowerCase().replace(/^www\./, '')
const isSameHost = (shown: string, seen: string) => bare(shown) === bare(seen)
const isNearDay = (shown: string, seen: string) =>
  Math.abs(Date.parse(shown) - Date.parse(seen)) <= DAY_TOLERANCE_MS
const isNearCount = (shown: number, seen: number) =>
  Math.abs(shown - seen) <= Math.max(1, COUNT_TOLERANCE * shown)
