import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { addDays, type Day } from '#contracts/dates.ts'
import type { ListingEvent } from '#contracts/catalog/product-clusters.ts'
import { useToday } from '#web/lib/dates/calendar.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Chart } from '#web/ui/chart.tsx'
import { WideCard } from './product-cards.tsx'

/** Changes of one listing's price and stock, the latest first. */
export function ListingHistory({ events }: { events: readonly ListingEvent[] }) {
  const { t } = useTranslation('product-detail')
  return (
    <WideCard id="history" title={t('history.title')}>
      <PriceLine events={events} />
      {events.length === 0 ? (
        <p className="border-t border-line px-4 py-3 text-sm text-muted sm:px-5">
          {t('history.none')}
        </p>
      ) : (
        <ul className="border-t border-line px-4 sm:px-5">
          {events.map((event) => (
            <EventRow key={`${event.kind} ${event.at}`} event={event} />
          ))}
        </ul>
      )}
    </WideCard>
  )
}

/** What changed, from what to what, and when; `children` says where. */
export function EventRow({ event, children }: { event: ListingEvent; children?: ReactNode }) {
  const { t } = useTranslation('product-detail')
  const formats = useFormats()
  const { before, after, currency } = event
  return (
    <li className="relative flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 border-b border-line py-2.5 text-sm last:border-0">
      <p className="min-w-0">
        <strong className="font-semibold">{t(`history.kind.${event.kind}`)}</strong>
        {before !== null && after !== null && (
          <span className="text-muted">
            {' '}
            {t('history.fromTo', {
              before: formats.money(before, currency),
              after: formats.money(after, currency),
            })}
          </span>
        )}
        {children}
      </p>
      <time dateTime={event.at} className="text-xs text-muted">
        {formats.day(event.at)}
      </time>
    </li>
  )
}

/** Changes are kept for 180 days. */
const LABEL_STEPS = [1, 2, 4, 7, 14, 28, 56, 112]

/** A listing's price as a line of steps; the list of its changes has the same figures. */
function PriceLine({ events }: { events: readonly ListingEvent[] }) {
  const { t } = useTranslation('product-detail')
  const formats = useFormats()
  const today = useToday()
  const steps = useMemo(() => priceStepsOf(events, today), [events, today])
  const curves = useMemo(
    () =>
      steps && {
        lines: [{ look: 'main' as const, values: steps.days.map(({ price }) => price) }],
        labels: steps.days.map(({ day }) => formats.shortDay(day)),
      },
    [steps, formats],
  )
  if (!steps || !curves) return null
  return (
    <div className="border-t border-line pt-3 pb-1">
      <p className="px-4 text-sm text-muted sm:px-5">
        {t('history.line', {
          currency: steps.currency,
          day: formats.shortDay(steps.days[0]?.day ?? today),
        })}
      </p>
      <div className="px-2 sm:px-3">
        <Chart {...curves} labelSteps={LABEL_STEPS} isStepped />
      </div>
    </div>
  )
}

/**
 * The price at the end of each day, from the day before the first change that we saw. `events`: the
 * latest first, as the listing has them. Only the changes in the latest currency count, because
 * figures in several have no common axis. Null without such a change.
 */
export function priceStepsOf(events: readonly ListingEvent[], today: Day) {
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
  const days = [{ day: addDays(first.day, -1), price: first.before }]
  for (let day = first.day; day <= today; day = addDays(day, 1)) {
    const last = changes.findLast((change) => change.day <= day)
    days.push({ day, price: last?.after ?? first.before })
  }
  return { currency: latest.currency, days }
}
