import { useTranslation } from 'react-i18next'
import type { getHighlights, Highlights } from '#contracts/site/highlights.ts'
import { useKnownAnswer } from '#web/api/known-answer.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { useSession, visitorOf } from '#web/lib/session/session.tsx'
import { CatchUpProgress, useDuration } from '#web/operations/api.ts'
import { paths } from '#web/paths.ts'
import { ConfidenceDot, useLaunchReason } from '#web/site/open-store/row-parts.tsx'
import { Bone } from '#web/ui/feedback/loaded.tsx'
import { NewestStores } from './newest-stores.tsx'
import { ArrowLink, LoadingOverlay, NextStep, useFirstPage } from './section.tsx'
import { PriceLine } from './price-line.tsx'

/** So many masked rows make room for the evidence above them. */
const ROWS_UNDER_PROOF = 5

/**
 * For whom, what, on which platform and at what price, above the product itself. A skeleton covers
 * it for 600 ms.
 */
export function Hero() {
  const { t } = useTranslation('hero')
  const { answer: highlights, isAwaited } = useKnownAnswer<typeof getHighlights>('getHighlights')
  // Nothing is pending on the server's page: it has either the figures or the samples that replace
  // them.
  const isFirstPage = useFirstPage()
  const isPending = isAwaited && !isFirstPage
  return (
    <section className="relative isolate overflow-hidden border-b border-line bg-[radial-gradient(46rem_22rem_at_50%_16.5rem,color-mix(in_srgb,var(--color-sun)_24%,transparent),transparent_72%)]">
      <CatchUpProgress />
      <div className="page pt-6 pb-7 sm:pt-12 sm:pb-11">
        <div className="grid items-end gap-x-14 gap-y-3 md:grid-cols-2 xl:grid-cols-[minmax(0,37rem)_minmax(0,31rem)] xl:justify-between">
          <div>
            <p className="eyebrow flex items-center gap-2 text-sun-ink">
              <span className="size-1.5 shrink-0 rounded-full bg-sun" aria-hidden />
              {t('badge')}
            </p>
            <h1 className="mt-2 text-[clamp(2.1rem,1.35rem+2.6vw,3.9rem)] leading-[1.03] tracking-[-0.04em] sm:mt-3.5">
              {t('title')}
            </h1>
          </div>
          <div>
            <p className="text-muted sm:text-[1.125rem]">{t('subtitle')}</p>
            <Actions />
          </div>
        </div>
        <div className="relative mt-5 sm:mt-6 md:max-xl:mt-14">
          <Sunrise />
          <NewestStores highlights={highlights} isPending={isPending} />
          {highlights?.proof && (
            <Proof
              proof={highlights.proof}
              isOverRows={highlights.masked.length >= ROWS_UNDER_PROOF}
            />
          )}
        </div>
      </div>
      <LoadingOverlay>
        <HeroSkeleton />
      </LoadingOverlay>
    </section>
  )
}

/** One call to action; beside it the way to look first, and what it costs. */
function Actions() {
  const { t } = useTranslation('hero')
  const visitor = visitorOf(useSession())
  return (
    <>
      <div className="mt-3.5 grid items-center gap-x-6 gap-y-2 sm:flex sm:flex-wrap">
        <NextStep label={t('start')} />
        <ArrowLink to={paths.sample()}>{t('sampleDay')}</ArrowLink>
      </div>
      {(visitor === 'anonymous' || visitor === 'guest') && <PriceLine />}
    </>
  )
}

/** The hero in grey, in the same grid. It overlays the real hero, so it needs no exact sizes. */
export function HeroSkeleton() {
  return (
    <div className="page pt-6 sm:pt-12">
      <div className="grid items-end gap-x-14 gap-y-4 md:grid-cols-2">
        <div>
          <Bone className="h-4 w-72 max-w-full" />
          <Bone className="mt-4 h-11 w-full max-w-lg sm:h-14" />
          <Bone className="mt-2 h-11 w-3/4 max-w-md sm:h-14" />
        </div>
        <div>
          <Bone className="h-5 w-full max-w-xl" />
          <Bone className="mt-2 h-5 w-5/6 max-w-lg" />
          <Bone className="mt-4 h-13 w-44 max-sm:w-full" />
        </div>
      </div>
      <Bone className="mt-8 h-118 w-full rounded-lg" />
    </div>
  )
}

const rings = [
  [150, 0.6],
  [196, 0.45],
  [248, 0.32],
  [306, 0.2],
] as const

/** The list is the horizon, and the sun comes up behind its upper edge. Decorative. */
const Sunrise = () => (
  <svg
    viewBox="0 0 992 272"
    className="pointer-events-none absolute bottom-[calc(100%-2.1rem)] left-[60%] -z-10 h-68 w-248 max-w-none -translate-x-1/2 sm:bottom-[calc(100%-1px)] sm:left-[51.5%]"
    aria-hidden
  >
    <g
      className="fill-none stroke-sun"
      strokeWidth="1.5"
      strokeDasharray="1 6"
      strokeLinecap="round"
    >
      {rings.map(([radius, opacity]) => (
        <circle key={radius} cx="496" cy="334" r={radius} strokeOpacity={opacity} />
      ))}
    </g>
    <path d="M402.7 272A112 112 0 0 1 589.3 272z" className="fill-sun" />
  </svg>
)

type Props = { proof: NonNullable<Highlights['proof']>; isOverRows: boolean }

/** The evidence for the launch day of the last open store, as the product shows it. */
function Proof({ proof, isOverRows }: Props) {
  const { t } = useTranslation(['hero', 'common', 'store-details'])
  const formats = useFormats()
  const duration = useDuration()
  const reasonOf = useLaunchReason()
  const { name, launchDate, launchConfidence, launchReason, lagSeconds } = proof
  const day = launchDate ? formats.shortDay(launchDate) : t('hero:proof.noDay')
  return (
    <aside
      aria-label={t('hero:proof.label')}
      className={cn(
        'rounded-lg border border-line bg-raised text-xs shadow-float max-lg:mt-3',
        isOverRows ? 'lg:absolute lg:end-4.5 lg:bottom-15 lg:z-2 lg:w-104' : 'lg:mt-3',
      )}
    >
      {isOverRows && (
        <span
          aria-hidden
          className="absolute -top-1.25 end-20 size-2.5 rotate-45 border-s border-t border-line bg-raised max-lg:hidden"
        />
      )}
      <div className="flex items-baseline justify-between gap-4 border-b border-line px-3.5 pt-2.5 pb-2">
        <p className="min-w-0 text-sm font-semibold">{t('hero:proof.title', { name, day })}</p>
        <p className="flex shrink-0 items-center gap-1.5">
          <ConfidenceDot level={launchConfidence} />
          {t(`common:confidence.${launchConfidence}`)}
        </p>
      </div>
      <ol className="px-3.5 pt-2 pb-1">
        {shownSignals(proof.signals).map(({ kind, at, path }) => (
          <li
            key={`${kind} ${at}`}
            className="grid grid-cols-[8rem_minmax(0,1fr)_minmax(0,6.5rem)] gap-2.5 max-sm:grid-cols-[7rem_minmax(0,1fr)] py-0.5 last:font-semibold"
          >
            <span className="text-muted">{dateOf(at, launchDate, formats)}</span>
            <span>{t(`store-details:signals.kinds.${kind}.name`)}</span>
            <span className="truncate text-end font-mono text-2xs text-faint max-sm:hidden">
              {kind === 'first_certificate' ? t('hero:proof.log') : path?.split('#')[0]}
            </span>
          </li>
        ))}
      </ol>
      <p className="border-t border-line px-3.5 pt-2 pb-2.5 text-muted">
        {reasonOf(launchReason)} {t('hero:proof.listed', { delay: duration(lagSeconds) })}
      </p>
    </aside>
  )
}

/** The two oldest traces and the last one: more would cover the open rows. */
const shownSignals = (signals: Props['proof']['signals']) =>
  signals.filter((_, at) => at < 2 || at === signals.length - 1)

/** The time only on the day itself, where the order within the day matters. */
function dateOf(at: string, launchDay: string | null, formats: ReturnType<typeof useFormats>) {
  const day = at.slice(0, 10)
  return day === launchDay ? `${formats.shortDay(day)}, ${at.slice(11, 19)}` : formats.shortDay(day)
}
