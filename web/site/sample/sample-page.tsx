import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { OpenStore } from '#contracts/site/highlights.ts'
import type { getSample, SampleDay, SampleScreen } from '#contracts/site/sample.ts'
import { useKnownAnswer } from '#web/api/known-answer.ts'
import { deferred } from '#web/lib/app/deferred.tsx'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import { cn } from '#web/lib/cn.ts'
import { useDateFormats } from '#web/lib/dates/date-format.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { HydratingSuspense } from '#web/lib/i18n/hydrating-suspense.tsx'
import { paths } from '#web/paths.ts'
import {
  cell,
  ConfidenceDot,
  Hatched,
  head,
  NameCell,
  OfferCell,
  OriginCell,
  row,
  TechnologyCell,
} from '#web/site/open-store/row-parts.tsx'
import { Skeleton } from '#web/ui/feedback/loaded.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { LineIcon } from '#web/ui/store/line-icon.tsx'
import { pageIn, sampleInput } from './sample-address.ts'

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

const columns = [
  ['found', 'ps-4.5 @max-[38rem]:hidden'],
  ['store', ''],
  ['origin', ''],
  ['offer', '@max-[60rem]:hidden'],
  ['technology', '@max-[74rem]:hidden'],
  ['contact', '@max-[60rem]:hidden'],
] as const

function SampleList({ list }: { list: SampleScreen['list'] }) {
  const { t } = useTranslation(['sample', 'hero'])
  const { number } = useFormats()
  const { page, size, totalElements, totalPages, content } = list
  const from = page * size
  const pages = <Pagination page={page} totalPages={totalPages} hrefOf={(to) => paths.sample(to)} />
  return (
    <section
      aria-labelledby="list-title"
      className="@container overflow-hidden rounded-lg border border-line bg-surface shadow-float"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-rule px-4.5 py-2 @max-[38rem]:px-3.5">
        <h2 id="list-title" className="text-base">
          {t('sample:list.title')}
        </h2>
        <p className="text-sm text-muted">
          {t('sample:list.range', {
            from: number(Math.min(from + 1, totalElements)),
            to: number(from + content.length),
            total: number(totalElements),
          })}
        </p>
        <div className="ms-auto @max-[38rem]:hidden">{pages}</div>
      </div>
      <table className="w-full text-sm @max-[38rem]:block">
        <caption className="sr-only">{t('sample:list.title')}</caption>
        <thead className="@max-[38rem]:hidden">
          <tr>
            {columns.map(([name, className]) => (
              <th key={name} scope="col" className={cn(head, className)}>
                {t(`hero:ledger.${name}`)}
              </th>
            ))}
            <th scope="col" className={cn(head, 'pe-4.5')}>
              {t('sample:list.confidence')}
            </th>
          </tr>
        </thead>
        <tbody className="@max-[38rem]:block">
          {content.map((store) => (
            <StoreRow key={store.domain} store={store} />
          ))}
        </tbody>
      </table>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-rule bg-canvas px-4.5 py-2 text-sm text-muted @max-[38rem]:px-3.5">
        <p>{t('sample:list.note')}</p>
        {pages}
      </div>
    </section>
  )
}

const widths = ['w-20', 'w-28', 'w-24', 'w-26'] as const

function StoreRow({ store }: { store: OpenStore }) {
  const { t } = useTranslation(['sample', 'common'])
  const { time } = useFormats()
  return (
    <tr className={row}>
      <td className={cn(cell, 'ps-4.5 text-muted @max-[38rem]:hidden')}>
        <time dateTime={store.foundAt}>{time(store.foundAt)}</time>
      </td>
      <NameCell store={store} />
      <OriginCell store={store} />
      <OfferCell store={store} />
      <TechnologyCell store={store} />
      <td className={cn(cell, '@max-[60rem]:hidden')}>
        {store.hasEmail || store.hasPhone ? (
          <span className="inline-flex items-center gap-2 text-muted">
            <span className="sr-only">{t('sample:masked')}</span>
            {store.hasEmail && (
              <>
                <LineIcon name="mail" className="size-4" />
                <Hatched className={widths[store.name.length % widths.length] ?? 'w-24'} />
              </>
            )}
            {store.hasPhone && <LineIcon name="phone" className="size-4" />}
          </span>
        ) : (
          <span className="text-muted">{t('common:notPublished')}</span>
        )}
      </td>
      <td className="pe-4.5 ps-3 whitespace-nowrap @max-[38rem]:col-start-3 @max-[38rem]:row-span-2 @max-[38rem]:row-start-1 @max-[38rem]:p-0 @max-[38rem]:text-xs">
        <span className="inline-flex items-center gap-1.5">
          <ConfidenceDot level={store.launchConfidence} />
          {t(`sample:list.level.${store.launchConfidence}`)}
        </span>
      </td>
    </tr>
  )
}
