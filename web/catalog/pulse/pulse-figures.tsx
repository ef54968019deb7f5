import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Day } from '#contracts/dates.ts'
import { type Course, isComparable } from '#contracts/catalog/pulse.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Card } from '#web/ui/card.tsx'
import { Bone, Skeleton } from '#web/ui/feedback/loaded.tsx'

/** What the growth leaves out, unless it is today alone. */
export function Coverage({ pulse, today }: { pulse: Course; today: Day }) {
  const { t } = useTranslation('pulse')
  const formats = useFormats()
  const { period, comparedDays, coveredSince } = pulse
  const length = pulse.days.length
  const isWhole =
    comparedDays.before === length && comparedDays.now === length - (period.to === today ? 1 : 0)
  if (coveredSince === null || (isWhole && isComparable(comparedDays))) return null
  return (
    <p className="text-sm text-muted xl:col-span-full">
      {t(isComparable(comparedDays) ? 'compared.partly' : 'compared.none', {
        ...comparedDays,
        length,
        since: formats.day(coveredSince),
      })}
    </p>
  )
}

/** `to`: the list whose total it is. */
type FigureProps = { name: string; to?: string; value: string; children: ReactNode }

export const Figure = ({ name, to, value, children }: FigureProps) => (
  <Card className="px-4 py-2.5">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="flex flex-wrap items-baseline gap-x-3">
      {to ? (
        <Link to={to} className="text-xl font-semibold hover:underline">
          {value}
        </Link>
      ) : (
        <span className="text-xl font-semibold">{value}</span>
      )}
      <span className="text-sm text-muted">{children}</span>
    </dd>
  </Card>
)

export const BodySkeleton = () => (
  <Skeleton className="grid gap-3">
    <div className="grid gap-3 sm:grid-cols-3">
      <Bone className="h-18 rounded-lg" />
      <Bone className="h-18 rounded-lg" />
      <Bone className="h-18 rounded-lg" />
    </div>
    <Bone className="h-96 rounded-lg" />
    <Bone className="h-96 rounded-lg" />
  </Skeleton>
)
