import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Today } from '#contracts/catalog/today.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { searchPath } from '#web/lib/navigation/search-path.ts'
import { useCatchUp } from '#web/operations/api.ts'
import { paths } from '#web/paths.ts'
import { Bone, Skeleton } from '#web/ui/feedback/loaded.tsx'

type Name = keyof Today['figures']
const names = ['stores', 'leads', 'rising', 'opened'] as const satisfies readonly Name[]

const SHEET =
  'grid grid-cols-2 overflow-clip rounded-lg border border-line bg-line gap-px work:col-span-full lg:grid-cols-4'
const TILE = 'relative min-h-21.5 bg-surface px-4 py-2.5 max-work:px-3 max-sm:min-h-26'

type Props = {
  today: Pick<Today, 'day' | 'figures'>
  /** The current number of today's stores, as the live stream tells it; null until known. */
  liveStores: number | null
}

/** What today holds so far, each beside the same hour of other days, and a way to its rows. */
export function TodayFigures({ today: { day, figures }, liveStores }: Props) {
  const { t } = useTranslation('today')
  const single = { kind: 'single', date: day } as const
  const links: Record<Name, string> = {
    stores: searchPath(single),
    leads: searchPath(single, 'leads'),
    rising: searchPath(single, 'products'),
    opened: paths.list({ opened: day, sortBy: 'visibleAt' }),
  }
  const countsOf = (name: Name) =>
    name === 'stores' && liveStores !== null
      ? [...figures.stores.slice(0, -1), liveStores]
      : figures[name]
  return (
    <section aria-label={t('figures.label')} className={SHEET}>
      {names.map((name) => (
        <Figure key={name} name={name} counts={countsOf(name)} to={links[name]} />
      ))}
    </section>
  )
}

type FigureProps = { name: Name; counts: readonly (number | null)[]; to: string }

function Figure({ name, counts, to }: FigureProps) {
  const { t } = useTranslation('today')
  const formats = useFormats()
  const comparison = compareDays(counts)
  return (
    <div className={`${TILE} group`}>
      <h2 className="text-xs leading-4.5 font-semibold text-muted">
        <Link to={to} className="group-hover:underline after:absolute after:inset-0">
          {t(`figures.${name}`)}
        </Link>
      </h2>
      <p className="text-[1.75rem] leading-7 font-semibold tracking-[-0.03em]">
        {formats.number(comparison.now)}
      </p>
      <Bars counts={counts} />
      <p className="text-xs text-muted sm:truncate">
        <Compared name={name} comparison={comparison} />
      </p>
    </div>
  )
}

/** Growth is neither good nor bad, so it has no colour. */
function Compared({ name, comparison }: { name: Name; comparison: Comparison }) {
  const { t } = useTranslation('today')
  const formats = useFormats()
  const isCatchingUp = useCatchUp() !== null
  const { now, yesterday, mean, meanDays } = comparison
  if (isCatchingUp) return t('figures.catchingUp')
  if (yesterday === null && mean === null) return t('figures.nothing')
  return (
    <>
      {yesterday === null ? (
        t('figures.uncovered')
      ) : (
        <Trans
          t={t}
          i18nKey={
            name === 'rising'
              ? 'figures.wholeDay'
              : now === yesterday
                ? 'figures.same'
                : 'figures.change'
          }
          values={{ change: formats.signed(now - yesterday), yesterday: formats.number(yesterday) }}
          components={{ b: <b className="font-semibold text-ink" /> }}
        />
      )}
      {mean !== null && (
        <span className="max-sm:hidden">
          {' · '}
          {t('figures.mean', { count: meanDays, mean: formats.number(mean) })}
        </span>
      )}
    </>
  )
}

const [STEP, WIDTH, HEIGHT] = [7, 5, 36]

/** Today's bar is the last. A day without data is a line at the ground. */
function Bars({ counts }: { counts: readonly (number | null)[] }) {
  const heights = barHeights(counts)
  return (
    <svg
      viewBox={`0 0 ${STEP * heights.length - (STEP - WIDTH)} ${HEIGHT}`}
      preserveAspectRatio="xMaxYMax meet"
      className="absolute end-4 top-3 h-9 max-work:end-3 max-work:top-8.5 max-work:h-6"
      aria-hidden
    >
      {heights.map((height, at) => {
        const tall = height === null ? 1 : Math.max(1.5, height * HEIGHT)
        const isToday = at === heights.length - 1
        return (
          <rect
            key={at}
            x={at * STEP}
            y={HEIGHT - tall}
            width={WIDTH}
            height={tall}
            rx="1"
            className={isToday ? 'fill-sun' : height === null ? 'fill-line' : 'fill-rule'}
          />
        )
      })}
    </svg>
  )
}

export const FigureBones = () => (
  <Skeleton className={SHEET}>
    {names.map((name) => (
      <div key={name} className={TILE}>
        <Bone className="my-0.5 h-3.5 w-24" />
        <Bone className="my-1.5 h-6 w-14" />
        <Bone className="h-3.5 w-40 max-w-full" />
      </div>
    ))}
  </Skeleton>
)

/** Days before today that a mean is made of. */
const MEAN_DAYS = 7

type Comparison = ReturnType<typeof compareDays>

/** `counts`: of consecutive days up to today; null for a day that our data does not cover. */
export function compareDays(counts: readonly (number | null)[]) {
  const week = counts.slice(-1 - MEAN_DAYS, -1).filter((count) => count !== null)
  const sum = week.reduce((total, count) => total + count, 0)
  return {
    now: counts.at(-1) ?? 0,
    yesterday: counts.at(-2) ?? null,
    /** Over those of the last seven days that our data covers; null if it covers none. */
    mean: week.length > 0 ? Math.round(sum / week.length) : null,
    meanDays: week.length,
  }
}

/** Heights of the bars, 0 to 1 of the highest; null where the data does not cover the day. */
export function barHeights(counts: readonly (number | null)[]): (number | null)[] {
  const most = Math.max(1, ...counts.map((count) => count ?? 0))
  return counts.map((count) => (count === null ? null : count / most))
}
