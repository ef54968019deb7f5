import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResponseOf } from '#contracts/endpoint.ts'
import {
  listTrendingProducts,
  ProductScope,
  ProductViewSort,
} from '#contracts/catalog/trending-products.ts'
import { TrendBadge } from '#contracts/catalog/trending.ts'
import { q, refetchEvery, useIsSearchAway } from '#web/api/query.ts'
import { cn } from '#web/lib/cn.ts'
import {
  boundsOf,
  type DateSelection,
  includesDay,
  presetSelection,
} from '#web/lib/dates/date-selection.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Button } from '#web/ui/button.tsx'
import { useCatchUp } from '#web/operations/api.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Bone } from '#web/ui/feedback/skeleton.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { Select } from '#web/ui/form/form-controls.tsx'
import { Mark } from '#web/ui/logo.tsx'
import { ListUpgrade, SearchAway } from './empty-list.tsx'
import { entriesOf, productListQueryOf } from './list-address.ts'
import { AsOf, SearchField } from './list-toolbar.tsx'
import { ProductCards, ProductsSkeleton } from './product-cards.tsx'
import { Chosen, Pages, type ViewProps } from './stores-view.tsx'

/** While discovery catches up, the first products may appear at any moment. */
const REFRESH_EMPTY_MS = 10_000

/** Products trending on the dates, or all products of the stores that pass the filters. */
export function ProductsView(props: ViewProps) {
  const isCatchingUp = useCatchUp() !== null
  const answer = useQuery({
    ...q(listTrendingProducts, { query: productListQueryOf(props.address) }),
    placeholderData: keepPreviousData,
    refetchInterval: (query) =>
      refetchEvery(isCatchingUp && query.state.data?.totalElements === 0 && REFRESH_EMPTY_MS)(
        query,
      ),
  })
  const total = answer.data && !answer.isPlaceholderData ? answer.data.totalElements : null
  return (
    <>
      <ProductsToolbar {...props} />
      <Chosen {...props}>
        <ProductTotal total={total} isLoading={answer.isFetching && total === null} />
        <AsOf time={(total !== null && answer.data?.asOf) || null} />
      </Chosen>
      <ProductsBody {...props} answer={answer} />
      {answer.data && answer.data.content.length > 0 && (
        <Pages {...props} className="mt-6" totalPages={answer.data.totalPages} />
      )}
    </>
  )
}

function ProductTotal({ total, isLoading }: { total: number | null; isLoading: boolean }) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  return (
    <p role="status" className="min-h-7 min-w-24 text-lg font-semibold">
      {total !== null && t('products.total', { count: total, total: formats.number(total) })}
      {isLoading && <Bone className="h-6 w-24" />}
    </p>
  )
}

function ProductsToolbar({ address: { products }, change, filterButton }: ViewProps) {
  const { t } = useTranslation('list')
  const isTrending = products.scope === 'trending'
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-3 py-4">
      {isTrending && (
        <SearchField
          label={t('search.titles')}
          placeholder={t('search.titles')}
          value={products.title}
          onSearch={(title, isFirst) => change({ products: { title } }, { replace: !isFirst })}
        />
      )}
      {filterButton}
      <ScopeSwitch value={products.scope} onChange={(scope) => change({ products: { scope } })} />
      {isTrending && (
        <Select
          className="min-w-0 max-sm:flex-1 max-sm:basis-48"
          aria-label={t('sort.label')}
          value={products.sortBy}
          onChange={(event) => {
            const sortBy = ProductViewSort.options.find((each) => each === event.target.value)
            if (sortBy) change({ products: { sortBy } })
          }}
        >
          {ProductViewSort.options.map((name) => (
            <option key={name} value={name}>
              {t(`products.sort.${name}`)}
            </option>
          ))}
        </Select>
      )}
      {isTrending && (
        <BadgeChoice
          chosen={products.badges}
          onChange={(badges) => change({ products: { badges } })}
        />
      )}
    </div>
  )
}

type Answer = UseQueryResult<ResponseOf<typeof listTrendingProducts>>

function ProductsBody({ answer, ...props }: ViewProps & { answer: Answer }) {
  const { t } = useTranslation('list')
  const isAway = useIsSearchAway(answer)
  if (isAway) return <SearchAway />
  return (
    <Loaded
      isLive
      query={answer}
      title={t('products.failed')}
      skeleton={<ProductsSkeleton />}
      refusals={{ 403: (error) => <ListUpgrade error={error} /> }}
      empty={({ content, totalElements }) =>
        content.length === 0 && <NoProducts {...props} isBeyond={totalElements > 0} />
      }
    >
      {({ content }) => <ProductCards products={content} />}
    </Loaded>
  )
}

function NoProducts({ address, today, change, isBeyond }: ViewProps & { isBeyond: boolean }) {
  const { t } = useTranslation('list')
  const isCatchingUp = useCatchUp() !== null
  const { products, filters } = address
  const isNarrowed =
    entriesOf(filters).length > 0 || products.title !== '' || products.badges.length > 0
  const icon = <Mark className="size-12" />
  if (isBeyond) {
    return (
      <EmptyState
        icon={icon}
        title={t('empty.beyond')}
        action={<Button onClick={() => change({ page: 0 })}>{t('empty.firstPage')}</Button>}
      />
    )
  }
  if (isNarrowed) {
    return (
      <EmptyState
        icon={icon}
        title={t('products.empty.filtered')}
        action={
          <Button onClick={() => change({ clear: true, products: { title: '', badges: [] } })}>
            {t('chosen.clear')}
          </Button>
        }
      />
    )
  }
  const wider = presetSelection('last28', today)
  return (
    <EmptyState
      icon={icon}
      title={t(`products.empty.${products.scope}`)}
      action={
        includesAll(address.dates, wider) ? null : (
          <Button onClick={() => change({ dates: wider })}>{t('sparse.wider')}</Button>
        )
      }
    >
      {products.scope === 'trending' && <p>{t('products.empty.trendingText')}</p>}
      {isCatchingUp && <p>{t('products.empty.catchingUp')}</p>}
    </EmptyState>
  )
}

function includesAll(selection: DateSelection, other: DateSelection): boolean {
  const bounds = boundsOf(other)
  return bounds !== null && includesDay(selection, bounds.from) && includesDay(selection, bounds.to)
}

type Props = { chosen: readonly TrendBadge[]; onChange: (badges: TrendBadge[]) => void }

/** Any combination of trend stages; an empty choice means all. */
function BadgeChoice({ chosen, onChange }: Props) {
  const { t } = useTranslation('list')
  return (
    <div role="group" aria-label={t('products.badges')} className="flex w-full flex-wrap gap-2">
      {TrendBadge.options.map((badge) => {
        const isChosen = chosen.includes(badge)
        return (
          <button
            key={badge}
            type="button"
            aria-pressed={isChosen}
            onClick={() =>
              onChange(isChosen ? chosen.filter((each) => each !== badge) : [...chosen, badge])
            }
            className={cn(
              'min-h-9 rounded-md border px-3 text-sm font-semibold transition-colors duration-150 pointer-coarse:min-h-11',
              isChosen
                ? 'border-action bg-action text-on-action'
                : 'border-control bg-surface hover:border-ink hover:bg-canvas',
            )}
          >
            {t(`products.badge.${badge}`)}
          </button>
        )
      })}
    </div>
  )
}

type ScopeSwitchProps = { value: ProductScope; onChange: (value: ProductScope) => void }

/** Trending products or all; exactly one is always active. */
function ScopeSwitch({ value, onChange }: ScopeSwitchProps) {
  const { t } = useTranslation('list')
  const name = useId()
  return (
    <fieldset className="flex rounded-md border border-control bg-surface p-1">
      <legend className="sr-only">{t('products.scope.label')}</legend>
      {ProductScope.options.map((scope) => (
        <label
          key={scope}
          className="grid min-h-9 place-items-center rounded-sm px-3 text-center text-sm font-semibold has-checked:bg-action has-checked:text-on-action has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            value={scope}
            checked={value === scope}
            onChange={() => onChange(scope)}
            className="sr-only"
          />
          {t(`products.scope.${scope}`)}
        </label>
      ))}
    </fieldset>
  )
}
