import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ResponseOf } from '#contracts/endpoint.ts'
import {
  listTrendingProducts,
  ProductScope,
  ProductViewSort,
} from '#contracts/catalog/trending-products.ts'
import { TrendBadge } from '#contracts/catalog/trending.ts'
import { q, refetchEvery, useIsSearchAway } from '#web/api/query.ts'
import {
  boundsOf,
  type DateSelection,
  includesDay,
  presetSelection,
} from '#web/lib/dates/date-selection.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip, Segmented } from '#web/ui/choices.tsx'
import { useCatchUp } from '#web/operations/api.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { Select } from '#web/ui/form/form-controls.tsx'
import { Mark } from '#web/ui/logo.tsx'
import { ListUpgrade, SearchAway } from './empty-list.tsx'
import { entriesOf, productListQueryOf } from './list-address.ts'
import { ProductCards, ProductsSkeleton } from './product-cards.tsx'
import { AsOf, Pages, type ViewProps } from './stores-view.tsx'

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
    <div className="px-pad pb-8">
      <AsOf time={(total !== null && answer.data?.asOf) || null} />
      <ProductsToolbar {...props} />
      <ProductsBody {...props} answer={answer} />
      {answer.data && answer.data.content.length > 0 && (
        <Pages {...props} className="mt-6" totalPages={answer.data.totalPages} />
      )}
    </div>
  )
}

function ProductsToolbar({ address: { products }, change }: ViewProps) {
  const { t } = useTranslation('list')
  const isTrending = products.scope === 'trending'
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <Segmented
        label={t('products.scope.label')}
        choices={ProductScope.options}
        value={products.scope}
        onChange={(scope) => change({ products: { scope } })}
      >
        {(scope) => t(`products.scope.${scope}`)}
      </Segmented>
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
    <div role="group" aria-label={t('products.badges')} className="flex flex-wrap gap-2">
      {TrendBadge.options.map((badge) => {
        const isChosen = chosen.includes(badge)
        return (
          <Chip
            key={badge}
            label={t(`products.badge.${badge}`)}
            isChosen={isChosen}
            onChoose={() =>
              onChange(isChosen ? chosen.filter((each) => each !== badge) : [...chosen, badge])
            }
          />
        )
      })}
    </div>
  )
}
