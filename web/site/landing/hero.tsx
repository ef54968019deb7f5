import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { getHighlights, Highlights } from '#contracts/site/highlights.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { useSession, visitorOf } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { CatchUpProgress, useCatchUp, useKnownAnswer } from '#web/operations/api.ts'
import { Bone } from '#web/ui/feedback/loaded.tsx'
import { LatestStores } from './latest-stores.tsx'
import { LoadingOverlay, useFirstPage } from './loading-overlay.tsx'
import { NextStep } from './next-step.tsx'

/**
 * What the product is, how far discovery has come, and the three newest stores. A skeleton covers
 * it for 600 ms.
 */
export function Hero() {
  const { t } = useTranslation('hero')
  const visitor = visitorOf(useSession())
  const { answer: highlights, isAwaited } = useKnownAnswer<typeof getHighlights>('getHighlights')
  // Nothing is pending on the server's page: it has either the figures or the samples that replace
  // them.
  const isFirstPage = useFirstPage()
  const isPending = isAwaited && !isFirstPage
  return (
    <section className="relative border-b border-line">
      <CatchUpProgress />
      <div className="relative isolate overflow-hidden border-b border-rule">
        <Horizon />
        <div className="page grid items-center gap-x-14 gap-y-12 pt-10 pb-16 sm:pt-16 lg:grid-cols-[minmax(0,1.05fr)_minmax(0,1fr)] lg:pt-20 lg:pb-24">
          <div>
            <p className="eyebrow flex items-center gap-2 text-sun-ink">
              <span className="size-1.5 rounded-full bg-sun" aria-hidden />
              {t('badge')}
            </p>
            <h1 className="mt-4 text-display tracking-[-0.04em]">{t('title')}</h1>
            <p className="mt-6 max-w-xl text-lg text-muted">{t('subtitle')}</p>
            <div className="mt-8 flex flex-wrap gap-3">
              <NextStep label={t('start')} />
              {visitor === 'anonymous' && (
                <LinkButton to={paths.pricing()} size="lg" variant="secondary">
                  {t('seePricing')}
                </LinkButton>
              )}
            </div>
          </div>
          <LatestStores recent={highlights?.recent ?? []} isPending={isPending} />
        </div>
      </div>
      <HeroFigures highlights={highlights} isPending={isPending} />
      <LoadingOverlay>
        <HeroSkeleton />
      </LoadingOverlay>
    </section>
  )
}

type Props = { highlights: Highlights | null; isPending: boolean }

/**
 * Three figures that we counted ourselves. A missing figure is shown as not measured, never as an
 * invented number.
 */
function HeroFigures({ highlights, isPending }: Props) {
  const { t } = useTranslation('hero')
  const formats = useFormats()
  const accuracy = highlights?.accuracy
  const count = (value: number | undefined) => (value === undefined ? null : formats.number(value))
  return (
    <dl aria-label={t('stats.label')} className="page grid sm:grid-cols-3">
      <Figure
        value={count(highlights?.launched)}
        label={t('stats.launched')}
        isPending={isPending}
      />
      <Figure value={count(highlights?.last24h)} label={t('stats.daily')} isPending={isPending} />
      <Figure
        value={accuracy ? formats.percent(accuracy.share) : null}
        missing={highlights ? t('stats.notMeasured') : undefined}
        label={
          accuracy
            ? t('stats.accuracyMeasured', {
                count: accuracy.sample,
                sample: formats.number(accuracy.sample),
                day: formats.shortDay(accuracy.measuredAt.slice(0, 10)),
              })
            : t('stats.accuracy')
        }
        isPending={isPending}
      />
    </dl>
  )
}

type FigureProps = {
  value: string | null
  label: ReactNode
  missing?: string | undefined
  isPending: boolean
}

function Figure({ value, label, missing, isPending }: FigureProps) {
  const { t } = useTranslation('hero')
  const isFilling = useCatchUp() !== null
  return (
    <div className="flex flex-col-reverse justify-end gap-1 border-line py-6 max-sm:border-b max-sm:last:border-b-0 sm:px-6 sm:not-first:border-s sm:first:ps-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="flex min-h-10 items-end text-2xl leading-none proportional-nums font-semibold tracking-[-0.03em]">
        {isPending ? (
          <Bone className="h-8 w-28" />
        ) : (
          (value ?? (
            <span className="pb-0.5 text-lg font-medium tracking-normal text-muted">
              {missing ?? t(isFilling ? 'stats.filling' : 'stats.notKnown')}
            </span>
          ))
        )}
      </dd>
    </div>
  )
}

/** The hero in grey, in the same grid. It overlays the real hero, so it needs no exact sizes. */
export function HeroSkeleton() {
  return (
    <div className="page pt-10 sm:pt-16 lg:pt-20">
      <div className="grid grid-cols-[minmax(0,1fr)] items-center gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,1.05fr)_minmax(0,1fr)]">
        <div>
          <Bone className="h-4 w-56" />
          <Bone className="mt-6 h-12 w-full max-w-lg sm:h-16" />
          <Bone className="mt-3 h-12 w-3/4 max-w-md sm:h-16" />
          <Bone className="mt-8 h-5 w-full max-w-xl" />
          <Bone className="mt-2.5 h-5 w-5/6 max-w-lg" />
          <Bone className="mt-2.5 h-5 w-2/3 max-w-md" />
          <div className="mt-9 flex flex-wrap gap-3">
            <Bone className="h-13 w-40" />
            <Bone className="h-13 w-36" />
          </div>
        </div>
        <Bone className="h-79 w-full rounded-lg" />
      </div>
      <div className="mt-16 grid gap-6 border-t border-rule py-6 sm:grid-cols-3 lg:mt-24">
        <Bone className="h-14 w-40" />
        <Bone className="h-14 w-40" />
        <Bone className="h-14 w-40" />
      </div>
    </div>
  )
}

const HORIZON_Y = 460
const SUN_X = 1200
const SUN_RADIUS = 96
const rings = [160, 236, 328, 440]

/** Dawn: a half sun and its rings, on the line that opens the ledger below. Decorative. */
function Horizon() {
  return (
    <svg
      className="absolute -right-36 bottom-0 -z-10 h-72 w-[62.5rem] lg:right-0 lg:h-full lg:w-full"
      viewBox={`0 0 1600 ${HORIZON_Y}`}
      preserveAspectRatio="xMidYMax slice"
      aria-hidden
    >
      <defs>
        <radialGradient
          id="dawn"
          gradientUnits="userSpaceOnUse"
          cx={SUN_X}
          cy={HORIZON_Y}
          r="900"
          gradientTransform={`translate(0 ${HORIZON_Y * 0.4}) scale(1 0.6)`}
        >
          <stop offset="0" className="[stop-color:var(--color-sun)]" stopOpacity="0.34" />
          <stop offset="0.4" className="[stop-color:var(--color-sun)]" stopOpacity="0.1" />
          <stop offset="1" className="[stop-color:var(--color-sun)]" stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect x="-1600" y="-1000" width="4800" height={1000 + HORIZON_Y} fill="url(#dawn)" />
      <g className="fill-none stroke-sun" strokeOpacity="0.45">
        {rings.map((radius) => (
          <path
            key={radius}
            d={`M${SUN_X - radius} ${HORIZON_Y}a${radius} ${radius} 0 0 1 ${radius * 2} 0`}
            strokeDasharray="1 6"
            strokeLinecap="round"
            strokeWidth="1.5"
          />
        ))}
      </g>
      <path
        d={`M${SUN_X - SUN_RADIUS} ${HORIZON_Y}a${SUN_RADIUS} ${SUN_RADIUS} 0 0 1 ${SUN_RADIUS * 2} 0z`}
        className="fill-sun"
      />
    </svg>
  )
}
