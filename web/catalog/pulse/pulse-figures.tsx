import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { NicheFacet } from '#contracts/catalog/niche.ts'
import { type Course, isComparable } from '#contracts/catalog/pulse.ts'
import type { Day } from '#contracts/dates.ts'
import { BoardCard, LINE } from '#web/catalog/dashboard/board-card.tsx'
import { useFilterLabels } from '#web/lib/i18n/filter-labels.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Card } from '#web/ui/card.tsx'
import { Bone, Loaded, Skeleton } from '#web/ui/feedback/loaded.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'

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

type LoadedProps<Pulse> = { query: UseQueryResult<Pulse>; children: (pulse: Pulse) => ReactNode }

/** The figures of a period. Those of another choice stay only while the new ones load. */
export function LoadedPulse<Pulse extends Course>(props: LoadedProps<Pulse>) {
  const { t } = useTranslation('pulse')
  return (
    <Loaded
      {...props}
      isLive
      skeleton={<BodySkeleton />}
      empty={({ total }) =>
        total.now === 0 &&
        total.before === 0 && (
          <Card>
            <EmptyState title={t('empty.title')}>{t('empty.text')}</EmptyState>
          </Card>
        )
      }
    />
  )
}

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

const SHOWN = 6

type Props = {
  facet: NicheFacet
  /** Stores of the niche, and all new stores. */
  total: number
  all: number
  hrefOf: (value: string) => string
}

/** The most frequent values: a bar for the share of the niche, a mark for that of all new stores. */
export function FacetCard({ facet: { key, options }, total, all, hrefOf }: Props) {
  const { t } = useTranslation('pulse')
  const labels = useFilterLabels()
  const formats = useFormats()
  const shareOf = (count: number, whole: number) => (whole === 0 ? 0 : count / whole)
  const width = (share: number) => `${Math.min(100, share * 100)}%`
  return (
    <BoardCard title={labels.name(key)} note={t('niche.mark')}>
      <ul>
        {options.slice(0, SHOWN).map(({ value, label, count, all: others }) => {
          const [own, general] = [shareOf(count, total), shareOf(others, all)]
          const text = t('niche.shares', {
            own: formats.wholePercent(own),
            all: formats.wholePercent(general),
          })
          return (
            <li key={value} className={LINE} title={text}>
              <Link
                to={hrefOf(value)}
                state={{ along: key }}
                className="min-w-0 flex-1 truncate text-sm font-semibold after:absolute after:inset-0 hover:underline"
              >
                {labels.value(key, value, label)}
              </Link>
              <span className="relative h-2 w-28 shrink-0 bg-sunken" aria-hidden>
                <span
                  className="absolute inset-y-0 start-0 bg-faint"
                  style={{ width: width(own) }}
                />
                <span
                  className="absolute -inset-y-1 w-0.5 bg-ink"
                  style={{ insetInlineStart: width(general) }}
                />
              </span>
              <span className="w-9 shrink-0 text-end text-sm tabular-nums">
                {formats.number(count)}
                <span className="sr-only">{`, ${text}`}</span>
              </span>
            </li>
          )
        })}
      </ul>
    </BoardCard>
  )
}
