import type { Day } from '#contracts/dates.ts'
import type { StoreSummary } from '#contracts/stores.ts'
import type { ListAddress } from './list-address.ts'

export type DayGroup = { day: Day | null; stores: readonly StoreSummary[] }

/** Rows in the order of days are grouped by day. In any other order, or on a single day, day headings would add nothing. */
export const hasDayHeads = ({ sort, dates }: Pick<ListAddress, 'sort' | 'dates'>): boolean =>
  sort.by === 'foundAt' && dates.kind !== 'single'

export function groupByDay(stores: readonly StoreSummary[], hasDays: boolean): DayGroup[] {
  if (!hasDays) return [{ day: null, stores }]
  const groups: { day: Day; stores: StoreSummary[] }[] = []
  for (const store of stores) {
    const last = groups.at(-1)
    if (last?.day === store.foundDay) last.stores.push(store)
    else groups.push({ day: store.foundDay, stores: [store] })
  }
  return groups
}
