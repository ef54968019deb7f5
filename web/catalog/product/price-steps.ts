import { addDays, type Day } from '#contracts/dates.ts'
import type { ListingEvent } from '#contracts/stores/product-clusters.ts'

export type PriceSteps = { currency: string; days: { day: Day; price: number }[] }

/**
 * The price at the end of each day, from the day before the first change that we saw. `events`: the latest first, as the listing has them.
 * Only the changes in the latest currency count, because figures in several have no common axis. Null without such a change.
 */
export function priceStepsOf(events: readonly ListingEvent[], today: Day): PriceSteps | null {
  const priced = events.flatMap(({ at, before, after, currency }) =>
    before === null || after === null || currency === null
      ? []
      : [{ day: at.slice(0, 10), before: Number(before), after: Number(after), currency }],
  )
  const [latest] = priced
  if (!latest) return null
  const changes = priced.filter(({ currency }) => currency === latest.currency).toReversed()
  const [first] = changes
  if (!first) return null
  const days: PriceSteps['days'] = [{ day: addDays(first.day, -1), price: first.before }]
  for (let day = first.day; day <= today; day = addDays(day, 1)) {
    const last = changes.findLast((change) => change.day <= day)
    days.push({ day, price: last?.after ?? first.before })
  }
  return { currency: latest.currency, days }
}
