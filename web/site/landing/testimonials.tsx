import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useKnownAnswer } from '#web/api/known-answer.ts'
import type { getHighlights, Highlights } from '#contracts/site/highlights.ts'
import type { Testimonial } from '#contracts/site/testimonials.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { useDuration } from '#web/operations/api.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { scrollArea } from '#web/ui/scroll-area.ts'
import { useSampleGlance } from './jobs.tsx'
import { ArrowLink, Section } from './section.tsx'
import { useTestimonials } from './use-testimonials.ts'

/**
 * Figures that readers can check for themselves, as trust badges; below them, small, quotes with a
 * link to their source, and examples labelled as such.
 */
export function Testimonials() {
  const { t } = useTranslation('testimonials')
  const { answer: highlights } = useKnownAnswer<typeof getHighlights>('getHighlights')
  return (
    <Section labelledBy="testimonials-title" overlayMs={100}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1">
        <h2 id="testimonials-title" className="text-2xl">
          {t('title')}
        </h2>
        <ArrowLink to={paths.freshness()}>{t('method')}</ArrowLink>
      </div>
      <p className="mt-2 max-w-208 text-muted">{t('text')}</p>
      <TrustBadges highlights={highlights} />
      <Quotes />
    </Section>
  )
}

/** A figure that is not there is named as not measured, in the same place. */
function TrustBadges({ highlights }: { highlights: Highlights | null }) {
  const { t } = useTranslation('testimonials')
  const formats = useFormats()
  const glance = useSampleGlance()
  const accuracy = highlights?.accuracy
  const store = glance?.store
  return (
    <div className="mt-5 grid grid-cols-2 gap-3 sm:gap-5 lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)_minmax(0,1fr)]">
      <LagBadge highlights={highlights} />
      <TrustBadge
        figure={
          accuracy &&
          t('rightOf', {
            right: formats.number(accuracy.correct),
            all: formats.number(accuracy.compared),
          })
        }
        title={t('badges.recheck.title')}
      >
        {accuracy
          ? t('badges.recheck.result', {
              count: accuracy.sample,
              stores: formats.number(accuracy.sample),
              changed: formats.number(accuracy.changed),
              wrong: formats.number(accuracy.wrong),
              missing: formats.number(accuracy.missing),
            })
          : t('badges.recheck.text')}
      </TrustBadge>
      <TrustBadge
        figure={
          store && t('rightOf', { right: store.factsWithSource, all: String(store.factKinds) })
        }
        title={t('badges.evidence.title')}
      >
        {store
          ? t('badges.evidence.rest', { count: store.factKinds - store.factsWithSource })
          : t('badges.evidence.text')}
      </TrustBadge>
      <TrustBadge
        figure={
          highlights &&
          t('badges.polite.figure', { requests: formats.decimal(highlights.requestsPerSecond) })
        }
        title={t('badges.polite.title')}
      >
        {t('badges.polite.text')}
      </TrustBadge>
      <TrustBadge figure={t('badges.optOut.figure')} title={t('badges.optOut.title')}>
        {t('badges.optOut.text')}
      </TrustBadge>
    </div>
  )
}

type TrustBadgeProps = {
  figure: string | null | undefined
  title: string
  className?: string
  children: ReactNode
}

function TrustBadge({ figure, title, className, children }: TrustBadgeProps) {
  const { t } = useTranslation('testimonials')
  return (
    <Card className={cn('flex flex-col p-3.5 sm:px-4.5 sm:py-4', className)}>
      <p
        className={cn(
          'font-semibold proportional-nums',
          figure
            ? 'text-xl tracking-[-0.03em] sm:text-[1.75rem] sm:leading-8.5'
            : 'text-lg text-muted',
        )}
      >
        {figure ?? t('notMeasured')}
      </p>
      <h3 className="text-sm tracking-normal">{title}</h3>
      <div className="mt-1 flex flex-1 flex-col text-xs text-muted sm:text-sm">{children}</div>
    </Card>
  )
}

function LagBadge({ highlights }: { highlights: Highlights | null }) {
  const { t } = useTranslation('testimonials')
  const duration = useDuration()
  const lag = highlights?.lag
  const median = lag?.p50Seconds ?? null
  return (
    <TrustBadge
      figure={median === null ? null : duration(median)}
      title={t('badges.lag.title')}
      className="col-span-2 lg:col-span-1 lg:row-span-2"
    >
      {lag && median !== null && (
        <>
          <p>{t('badges.lag.text', { count: lag.seconds.length })}</p>
          <LagDots lag={lag} />
        </>
      )}
    </TrustBadge>
  )
}

const groups = ['twitter', 'reddit', 'trustpilot'] as const

function Quotes() {
  const { t } = useTranslation('testimonials')
  const quotes = useTestimonials()
  const all = groups.flatMap((group) =>
    quotes[group].map((quote) => ({ quote, platform: t(`groups.${group}`) })),
  )
  if (all.length === 0) return null
  const hasExamples = all.some(({ quote }) => quote.source === null)
  return (
    <div className="mt-5 border-t border-line pt-4">
      <h3 className="text-sm">{t('quotes')}</h3>
      {hasExamples && <p className="text-xs text-muted">{t('examples')}</p>}
      <ul
        {...scrollArea(t('quotes'))}
        className="mt-2 grid snap-x auto-cols-[82%] grid-flow-col gap-x-8 overflow-x-auto pb-1 text-sm [scrollbar-width:thin] md:auto-cols-[31%]"
      >
        {all.map(({ quote, platform }) => (
          <Quote key={quote.id} testimonial={quote} platform={platform} />
        ))}
      </ul>
    </div>
  )
}

/** An example names no platform, because it quotes no real post. */
function Quote({ testimonial, platform }: { testimonial: Testimonial; platform: string }) {
  const { t } = useTranslation('testimonials')
  const { text, language, author, source } = testimonial
  return (
    <li>
      <figure>
        <blockquote lang={language}>
          <p>{text}</p>
        </blockquote>
        <figcaption className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
          {author}
          {source ? (
            <ExternalLink href={source}>{t('source', { place: platform })}</ExternalLink>
          ) : (
            <Badge>{t('example')}</Badge>
          )}
        </figcaption>
      </figure>
    </li>
  )
}

const WIDTH = 520
const AXIS_Y = 168
const RADIUS = 4.6
const STEP = 11
const COLUMNS = 44
/** More dots in a column would leave the picture. */
const MOST_IN_COLUMN = 14

/** One dot for each store, at its delay; the slowest set the right end. */
function LagDots({ lag }: { lag: Highlights['lag'] }) {
  const { t } = useTranslation('testimonials')
  const duration = useDuration()
  const { seconds, p50Seconds: half, p90Seconds: ninety } = lag
  if (seconds.length === 0 || half === null || ninety === null) return null
  const most = Math.max(...seconds, ninety)
  const xOf = (value: number) => 6 + (value / most) * (WIDTH - 18)
  const label = t('badges.lag.chart', {
    half: duration(half),
    ninety: duration(ninety),
    most: duration(most),
  })
  return (
    <svg
      viewBox={`0 0 ${WIDTH} 190`}
      role="img"
      aria-label={label}
      className="mt-auto w-full overflow-visible pt-3"
    >
      <path d={`M0 ${AXIS_Y}H${WIDTH}`} className="stroke-rule" />
      {dotsOf(seconds, most).map(({ column, level }) => (
        <circle
          key={`${column} ${level}`}
          cx={6 + (column / COLUMNS) * (WIDTH - 18)}
          cy={AXIS_Y - 9 - level * STEP}
          r={RADIUS}
          className="fill-sun"
        />
      ))}
      <Mark x={xOf(half)} y={8} text={t('badges.lag.half', { delay: duration(half) })} />
      <Mark x={xOf(ninety)} y={78} text={t('badges.lag.ninety', { delay: duration(ninety) })} />
      <text x="6" y="186" className="fill-muted text-[0.7rem]">
        {duration(0)}
      </text>
      <text x={WIDTH - 6} y="186" textAnchor="end" className="fill-muted text-[0.7rem]">
        {duration(most)}
      </text>
    </svg>
  )
}

function dotsOf(seconds: readonly number[], most: number): { column: number; level: number }[] {
  const levels = new Map<number, number>()
  return seconds.flatMap((value) => {
    const column = Math.round((value / most) * COLUMNS)
    const level = levels.get(column) ?? 0
    levels.set(column, level + 1)
    return level < MOST_IN_COLUMN ? [{ column, level }] : []
  })
}

/** The text stays inside the picture, on the side of the line that has room. */
function Mark({ x, y, text }: { x: number; y: number; text: string }) {
  const isLeft = x > WIDTH * 0.6
  return (
    <>
      <path d={`M${x} ${y}V${AXIS_Y}`} className="stroke-ink stroke-[1.5]" />
      <text
        x={isLeft ? x - 6 : x + 6}
        y={y + 9}
        textAnchor={isLeft ? 'end' : 'start'}
        className="fill-ink text-xs font-semibold max-sm:text-[1.1rem]"
      >
        {text}
      </text>
    </>
  )
}
