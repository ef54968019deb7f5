import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ResponseOf } from '#contracts/endpoint.ts'
import {
  listTrendingProducts,
  ProductScope,
  scopeSorts,
} from '#contracts/catalog/trending-products.ts'
import { TrendBadge } from '#contracts/catalog/trending.ts'
import { qKept, refetchEvery, useIsSearchAway } from '#web/api/query.ts'
import {
  boundsOf,
  type DateSelection,
  includesDay,
  presetSelection,
} from '#web/lib/dates/date-selection.ts'
import { useFilterLabels } from '#web/lib/i18n/filter-labels.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip, Segmented } from '#web/ui/choices.tsx'
import { useCatchUp } from '#web/operations/api.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { Select } from '#web/ui/form/form-controls.tsx'
import { Mark } from '#web/ui/logo.tsx'
import { ListUpgrade, SearchAway } from './empty-list.tsx'
import {
  entriesOf,
  type ListingChoices,
  listingPrices,
  narrowsProducts,
  productListQueryOf,
  seenDays,
} from './list-address.ts'
import { ProductCards, ProductsSkeleton } from './product-cards.tsx'
import { AsOf, Pages, type ViewProps } from './stores-view.tsx'

/** While discovery catches up, the first products may appear at any moment. */
const REFRESH_EMPTY_MS = 10_000

/** Products trending on the dates, or all products of the stores that pass the filters. */
export function ProductsView(props: ViewProps) {
  const { t } = useTranslation('list')
  const formats = useFormats()
  const isCatchingUp = useCatchUp() !== null
  const answer = useQuery({
    ...qKept(listTrendingProducts, { query: productListQueryOf(props.address) }),
    refetchInterval: (query) =>
      refetchEvery(isCatchingUp && query.state.data?.totalElements === 0 && REFRESH_EMPTY_MS)(
        query,
      ),
  })
  const total = answer.data && !answer.isPlaceholderData ? answer.data.totalElements : null
  const searched = answer.data?.searched
  return (
    <div className="px-pad pb-8">
      <AsOf time={(total !== null && answer.data?.asOf) || null} />
      <ProductsToolbar {...props} />
      {/* A search of all products did not reach all stores. */}
      {searched && (
        <p className="pb-3 text-xs text-muted">
          {t('products.searched', {
            stores: formats.number(searched.stores),
            of: formats.number(searched.of),
          })}
        </p>
      )}
      <ProductsBody {...props} answer={answer} />
      {answer.data && answer.data.content.length > 0 && (
        <Pages {...props} className="mt-6" totalPages={answer.data.totalPages} />
      )}
    </div>
  )
}

function ProductsToolbar({ address: { products }, change }: ViewProps) {
  const { t } = useTranslation('list')
  const { scope, sortBy } = products
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <Segmented
        label={t('products.scope.label')}
        choices={ProductScope.options}
        value={scope}
        onChange={(next) => change({ products: { scope: next } })}
      >
        {(each) => t(`products.scope.${each}`)}
      </Segmented>
      <Choice
        label={t('sort.label')}
        choices={scopeSorts[scope]}
        value={sortBy}
        onChange={(next) => change({ products: { sortBy: next } })}
      >
        {(name) => t(`products.sort.${name}`)}
      </Choice>
      {scope === 'trending' ? (
        <BadgeChoice
          chosen={products.badges}
          onChange={(badges) => change({ products: { badges } })}
        />
      ) : (
        <ListingFilters
          chosen={products.listing}
          onChange={(listing) => change({ products: { listing } })}
        />
      )}
    </div>
  )
}

type ChoiceProps<Value extends string> = {
  label: string
  choices: readonly Value[]
  value: Value
  onChange: (value: Value) => void
  children: (value: Value) => string
}

function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, choices, value, onChange, children } = props
  return (
    <Select
      className="min-w-0 max-sm:flex-1 max-sm:basis-40"
      aria-label={label}
      value={value}
      onChange={(event) => {
        const next = choices.find((each) => each === event.target.value)
        if (next !== undefined) onChange(next)
      }}
    >
      {choices.map((each) => (
        <option key={each} value={each}>
          {children(each)}
        </option>
      ))}
    </Select>
  )
}

type ListingProps = { chosen: ListingChoices; onChange: (choices: ListingChoices) => void }

/** Of the products themselves; those of their stores are beside the list. */
function ListingFilters({ chosen, onChange }: ListingProps) {
  const { t } = useTranslation('list')
  const labels = useFilterLabels()
  return (
    <>
      <Choice
        label={t('products.price.label')}
        choices={['', ...listingPrices]}
        value={chosen.listingPrice ?? ''}
        onChange={(listingPrice) => onChange({ listingPrice })}
      >
        {(price) => (price ? labels.value('price', price) : t('products.price.any'))}
      </Choice>
      <Choice
        label={t('products.seen.label')}
        choices={['', ...seenDays]}
        value={chosen.seenWithin ?? ''}
        onChange={(seenWithin) => onChange({ seenWithin })}
      >
        {(days) =>
          days ? t('products.seen.days', { count: Number(days) }) : t('products.seen.any')
        }
      </Choice>
      <Chip
        label={t('products.reduced')}
        isChosen={chosen.reduced === 'yes'}
        onChoose={() => onChange({ reduced: chosen.reduced === 'yes' ? '' : 'yes' })}
      />
    </>
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

const NOT_NARROWED = {
  title: '',
  badges: [],
  listing: { listingPrice: '', seenWithin: '', reduced: '' },
} as const

function NoProducts({ address, today, change, isBeyond }: ViewProps & { isBeyond: boolean }) {
  const { t } = useTranslation('list')
  const isCatchingUp = useCatchUp() !== null
  const { products, filters } = address
  const isNarrowed = entriesOf(filters).length > 0 || narrowsProducts(products)
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
          <Button onClick={() => change({ clear: true, products: NOT_NARROWED })}>
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
