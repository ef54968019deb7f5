import { useQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useParams, useSearchParams } from 'react-router'
import { getNiche, type Niche } from '#contracts/catalog/niche.ts'
import { PulseGroup } from '#contracts/catalog/pulse.ts'
import type { Day } from '#contracts/dates.ts'
import { FollowedNiche } from '#contracts/workspace/follows.ts'
import { qKept } from '#web/api/query.ts'
import { CopyLink } from '#web/ui/copy-button.tsx'
import { BoardCard, MoreLink } from '#web/catalog/dashboard/board-card.tsx'
import { NewestRow } from '#web/catalog/dashboard/newest-stores.tsx'
import { RisingProducts } from '#web/catalog/dashboard/rising-products.tsx'
import { type Step, Steps } from '#web/catalog/steps.tsx'
import { pageLoader, PageMeta } from '#web/lib/app/page.tsx'
import { cn } from '#web/lib/cn.ts'
import { useToday } from '#web/lib/dates/calendar.ts'
import { type FilterLabels, useFilterLabels } from '#web/lib/i18n/filter-labels.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { RequirePaid } from '#web/ui/require-paid.tsx'
import { WorkBar } from '#web/ui/work-bar.tsx'
import { FollowButton, SaveSearchButton } from '#web/workspace/api.ts'
import { CourseCard } from './course-card.tsx'
import {
  listPath,
  type NicheValues,
  type PulseAddress,
  pulsePath,
  readNiche,
  readPulseAddress,
} from './pulse-address.ts'
import { PulsePeriod } from './pulse-controls.tsx'
import { BodySkeleton, Coverage, FacetCard, Figure, LoadedPulse } from './pulse-figures.tsx'
import { useGrowth, WeekText } from './pulse-rows.tsx'

/** Where it comes from, in whose order its neighbours follow. */
const neighbourKeys = ['apps', 'theme', 'category', 'country'] as const

type NicheAddress = PulseAddress & { niche: NicheValues; along: PulseGroup }

function useNicheAddress(today: Day): NicheAddress {
  const params = useParams()
  const [search] = useSearchParams()
  const { state } = useLocation()
  const niche = readNiche(params, search)
  const along = [PulseGroup.safeParse(state?.along).data ?? 'category', ...neighbourKeys].find(
    (key) => niche[key] !== undefined,
  )
  return { ...readPulseAddress(search, today, niche), niche, along: along ?? 'category' }
}

/** Most often a category in a country: its stores, products, growth, prices and technology. */
export function NichePage() {
  return (
    <RequirePaid
      skeleton={
        <div className="page min-h-dvh py-3">
          <PageMeta page="pulse" noindex />
          <BodySkeleton />
        </div>
      }
    >
      <NicheDetail />
    </RequirePaid>
  )
}

function NicheDetail() {
  const { t } = useTranslation('pulse')
  const today = useToday()
  const address = useNicheAddress(today)
  const { niche, from, to } = address
  const answer = useQuery(qKept(getNiche, { query: { ...niche, from, to } }))
  const name = nameOf(useFilterLabels(), niche, answer.data) || t('total.now')
  return (
    <>
      <PageMeta page="pulse" noindex title={name} />
      <NicheBar address={address} today={today} answer={answer.data} name={name} />
      <div className="page min-h-dvh py-3">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h1 className="min-w-0 text-xl wrap-anywhere">{name}</h1>
          <PulsePeriod address={address} today={today} className="flex" />
        </div>
        <LoadedPulse query={answer}>
          {(data) => <NicheBody address={address} today={today} niche={data} />}
        </LoadedPulse>
      </div>
    </>
  )
}

export { NichePage as Component }

export const loader = pageLoader(['pulse', 'list', 'today', 'follows'])

const labelOf = (answer: Niche | undefined, key: PulseGroup, value: string): string | null =>
  answer?.facets
    .find((facet) => facet.key === key)
    ?.options.find((option) => option.value === value)?.label ?? null

function nameOf(labels: FilterLabels, niche: NicheValues, answer: Niche | undefined): string {
  return PulseGroup.options
    .flatMap((key) => {
      const value = niche[key]
      return value === undefined ? [] : labels.value(key, value, labelOf(answer, key, value))
    })
    .join(' · ')
}

type Addressed = { address: NicheAddress; today: Day }

type BarProps = Addressed & { answer: Niche | undefined; name: string }

/** Of one category in one country. */
const followableOf = ({ category, country, ...others }: NicheValues): FollowedNiche | null =>
  Object.keys(others).length > 0
    ? null
    : (FollowedNiche.safeParse({ category, country }).data ?? null)

/** The way back, the neighbours, and what one can do with the stores of the niche. */
function NicheBar({ address, today, answer, name }: BarProps) {
  const { t } = useTranslation('pulse')
  const { along, niche, from, to } = address
  const followed = followableOf(niche)
  return (
    <WorkBar
      actions={
        <>
          <span className={cn('contents', followed && 'max-sm:hidden')}>
            <CopyLink />
          </span>
          <span className="contents max-lg:hidden">
            <SaveSearchButton view="stores" query={new URLSearchParams(niche).toString()} />
          </span>
          <Link
            to={listPath({ from, to }, niche)}
            className={
              followed
                ? buttonClass('secondary', 'sm', 'max-sm:hidden')
                : buttonClass('primary', 'sm')
            }
          >
            {t('niche.list')}
          </Link>
          {followed && (
            <FollowButton
              target={{ kind: 'niche', ...followed }}
              name={name}
              size="sm"
              variant="primary"
            />
          )}
        </>
      }
    >
      <Link
        to={pulsePath({ ...address, niche: null, by: along }, today)}
        className={buttonClass('quiet', 'sm', '-ms-3')}
      >
        <ChevronLeft className="size-4" aria-hidden />
        <span className="max-sm:sr-only">{t('title')}</span>
      </Link>
      {answer && <NicheSteps address={address} today={today} answer={answer} />}
    </WorkBar>
  )
}

/** Of the niches that differ in one value, the one with more stores and the one with fewer. */
function NicheSteps({ address, today, answer }: Addressed & { answer: Niche }) {
  const { t } = useTranslation('pulse')
  const labels = useFilterLabels()
  const { along, niche } = address
  const options = answer.facets.find(({ key }) => key === along)?.options ?? []
  const at = options.findIndex(({ value }) => value === niche[along])
  if (at === -1) return null
  const stepTo = (option: (typeof options)[number] | undefined): Step | null => {
    if (!option) return null
    const next = { ...niche, [along]: option.value }
    return {
      to: pulsePath({ ...address, niche: next }, today),
      name: nameOf(labels, next, answer),
      state: { along },
    }
  }
  return (
    <Steps
      at={at + 1}
      total={options.length}
      previous={stepTo(options[at - 1])}
      next={stepTo(options[at + 1])}
      effect={t('niche.steps')}
    />
  )
}

type BodyProps = Addressed & { niche: Niche }

function NicheBody({ address, today, niche }: BodyProps) {
  const { t } = useTranslation(['pulse', 'today', 'list'])
  const formats = useFormats()
  const { period, total, newest, rising, facets } = niche
  const filters = address.niche
  return (
    <div className="grid grid-cols-1 gap-3">
      <Figures address={address} niche={niche} />
      <Coverage pulse={niche} today={today} />
      <div className="grid grid-cols-1 items-start gap-3 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 grid-cols-1 gap-3">
          <CourseCard address={address} today={today} pulse={niche} title={t('pulse:course.all')} />
          {rising.length > 0 && (
            <RisingProducts
              rising={rising}
              more={
                <MoreLink
                  to={listPath({ ...period, from: period.to }, { view: 'products', ...filters })}
                >
                  {t('pulse:niche.all')}
                </MoreLink>
              }
            />
          )}
          <BoardCard
            className="@container"
            title={t('today:newest.title')}
            more={
              <MoreLink to={listPath(period, filters)}>
                {t('today:all', { total: formats.number(total.now) })}
              </MoreLink>
            }
          >
            <ul>
              {newest.map((store) => (
                <NewestRow key={store.id} store={store} at={0} now={`${today}T23:59:59Z`} />
              ))}
            </ul>
          </BoardCard>
        </div>
        <div className="grid min-w-0 grid-cols-1 items-start gap-3 sm:max-xl:grid-cols-2">
          {facets
            .filter(({ key, options }) => filters[key] === undefined && options.length > 0)
            .map((facet) => (
              <FacetCard
                key={facet.key}
                facet={facet}
                total={total.now}
                all={niche.all}
                hrefOf={(value) =>
                  pulsePath({ ...address, niche: { ...filters, [facet.key]: value } }, today)
                }
              />
            ))}
        </div>
      </div>
    </div>
  )
}

function Figures({ address, niche }: { address: NicheAddress; niche: Niche }) {
  const { t } = useTranslation('pulse')
  const formats = useFormats()
  const { total, all, leads, prices, period, comparedDays: days } = niche
  const growth = useGrowth({ compared: total.compared, days })
  const share = (part: number, whole: number) => formats.percent(whole === 0 ? 0 : part / whole)
  const money = (dollars: string) => formats.money(dollars, 'USD')
  return (
    <dl className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      <Figure
        name={t('total.now')}
        to={listPath(period, address.niche)}
        value={formats.number(total.now)}
      >
        {t('niche.share', { share: share(total.now, all) })}
      </Figure>
      <Figure name={t('table.growth')} value={growth.text}>
        {days.now > 0 && days.before > 0 && <WeekText compared={total.compared} days={days} />}
      </Figure>
      <Figure
        name={t('niche.leads')}
        to={listPath(period, { ...address.niche, view: 'leads' })}
        value={formats.number(leads)}
      >
        {t('niche.leadsShare', { share: share(leads, total.now) })}
      </Figure>
      <Figure name={t('niche.price')} value={prices ? money(prices.median) : '–'}>
        {prices
          ? t('niche.between', { lower: money(prices.lower), upper: money(prices.upper) })
          : t('niche.noPrices')}
      </Figure>
    </dl>
  )
}
