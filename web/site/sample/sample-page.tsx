import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { getSample, SampleDay, SampleScreen } from '#contracts/site/sample.ts'
import { useKnownAnswer } from '#web/api/known-answer.ts'
import { deferred } from '#web/lib/app/deferred.tsx'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import { useDateFormats } from '#web/lib/dates/date-format.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { HydratingSuspense } from '#web/lib/i18n/hydrating-suspense.tsx'
import { Skeleton } from '#web/ui/feedback/loaded.tsx'
import { pageIn, sampleInput } from './sample-address.ts'
import { SampleList } from './sample-list.tsx'

const below = deferred(async () => (await import('./below-list.tsx')).BelowList)

export const loader = pageLoader(
  ['sample', 'hero', 'store-details', 'product-detail', 'platform-benefits'],
  async ({ queryClient }, { request }) => {
    // A separate chunk: the first page has its data from the server.
    const [{ prefetchSample }] = await Promise.all([
      import('./prefetch-sample.ts'),
      below.prepare(),
    ])
    await prefetchSample(queryClient, pageIn(new URL(request.url).searchParams))
  },
)

/** One whole past day, open to everyone. */
export function Component() {
  const page = pageIn(useSearchParams()[0])
  const { answer, isAwaited } = useKnownAnswer<typeof getSample>('getSample', sampleInput(page))
  const sample = answer?.sample
  return (
    <>
      <PageMeta page="sample" pageNumber={page + 1} />
      {sample ? <Sample sample={sample} /> : isAwaited ? <SampleSkeleton /> : <NoDay />}
    </>
  )
}

function Sample({ sample }: { sample: SampleScreen }) {
  return (
    <>
      <div className="page">
        <Head day={sample} />
        <MakeUp sample={sample} />
        <SampleList list={sample.list} />
      </div>
      <HydratingSuspense fallback={null}>
        <below.Part sample={sample} />
      </HydratingSuspense>
    </>
  )
}

const figures = ['stores', 'leads', 'reachable', 'trendingProducts'] as const

function Head({ day }: { day: SampleDay }) {
  const { t } = useTranslation('sample')
  const formats = useFormats()
  const { fullDay } = useDateFormats()
  return (
    <div className="pt-8 pb-7">
      <p className="eyebrow text-sun-ink">{t('badge')}</p>
      <h1 className="mt-2 text-[clamp(1.9rem,1.3rem+1.9vw,2.9rem)] leading-[1.07] tracking-[-0.035em]">
        {t('title', {
          ...formats.counted(day.stores),
          day: fullDay(day.day),
        })}
      </h1>
      <p className="mt-3 max-w-160 text-muted">{t('lead')}</p>
      <p className="mt-1 max-w-160 text-sm text-muted">
        {day.isByRule ? t('rule', { day: formats.day(day.until) }) : t('ruleStandIn')}
      </p>
      <dl className="mt-6 grid grid-cols-2 border-y border-line lg:grid-cols-4">
        {figures.map((name) => (
          <div
            key={name}
            className="flex flex-col-reverse justify-end border-line px-4.5 py-3 max-lg:odd:ps-0 max-lg:even:border-s max-lg:nth-[n+3]:border-t lg:first:ps-0 lg:not-first:border-s"
          >
            <dt className="text-sm text-muted">{t(`figures.${name}`)}</dt>
            <dd className="text-[1.75rem] leading-8.5 font-semibold tracking-[-0.03em] proportional-nums">
              {formats.number(day[name])}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** The most frequent values of the day. */
function MakeUp({ sample: { makeUp, stores } }: { sample: SampleScreen }) {
  const { t } = useTranslation(['sample', 'store-details'])
  const formats = useFormats()
  const nameOf = (name: string, value: string) => {
    if (name === 'country') return formats.country(value)
    // Safe: the server sends categories of the closed list only.
    return name === 'category' ? t(`store-details:category.${value as 'fashion'}`) : value
  }
  return (
    <div className="mb-6 grid grid-cols-2 gap-x-8 gap-y-4 text-xs lg:grid-cols-4">
      {makeUp.map(({ name, values }) => (
        <div key={name} className="min-w-0">
          <h2 className="mb-1.5 text-xs font-semibold tracking-wide text-faint">
            {t(`sample:makeUp.${name}`)}
          </h2>
          <ul>
            {values.map(({ value, stores: some }) => (
              <li
                key={value}
                className="grid grid-cols-[minmax(0,1fr)_4.5rem_1.5rem] items-center gap-2.5 py-0.25 max-sm:grid-cols-[minmax(0,1fr)_1.5rem]"
              >
                <span className="truncate">{nameOf(name, value)}</span>
                <svg
                  viewBox="0 0 100 6"
                  preserveAspectRatio="none"
                  className="h-1.5 w-full max-sm:hidden"
                  aria-hidden
                >
                  <rect width={(100 * some) / stores} height="6" className="fill-rule" />
                </svg>
                <span className="text-end text-muted">{formats.number(some)}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

function NoDay() {
  const { t } = useTranslation('sample')
  return (
    <div className="page min-h-dvh py-16">
      <h1 className="text-2xl">{t('none.title')}</h1>
      <p className="mt-3 max-w-160 text-muted">{t('none.text')}</p>
    </div>
  )
}

const SampleSkeleton = () => (
  <Skeleton
    className="page min-h-dvh py-10"
    bones={[
      'h-4 w-48',
      'mt-4 h-11 w-full max-w-2xl',
      'mt-8 h-20 w-full',
      'mt-8 h-150 w-full rounded-lg',
    ]}
  />
)
