import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListingEvent } from '#contracts/stores/product-clusters.ts'
import { useToday } from '#web/lib/dates/calendar.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Chart } from '#web/ui/chart.tsx'
import { priceStepsOf } from './price-steps.ts'

const LABEL_STEPS = [1, 2, 4, 7, 14, 28]

/** A listing's price as a line of steps; the list of its changes has the same figures. */
export function PriceLine({ events }: { events: readonly ListingEvent[] }) {
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
