import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import {
  type ClusterStore,
  ClusterStoreSort,
  listClusterStores,
  type ProductCluster,
} from '#contracts/catalog/product-clusters.ts'
import { qKept } from '#web/api/query.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { useSearchText } from '#web/lib/search-text.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/choices.tsx'
import { type Column, DataTable } from '#web/ui/table.tsx'
import { Loaded, Skeleton } from '#web/ui/feedback/loaded.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { Input, Select } from '#web/ui/form/form-controls.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Country } from '#web/ui/store/labels.tsx'
import { StoreLogo } from '#web/ui/store/picture.tsx'
import { ExportButton } from '#web/workspace/api.ts'

const SIZE = '50'
/** As many as the call accepts. */
const MAX_PAGE = 1_000_000
const BONES = Array.from({ length: 8 }, () => 'h-9')

type Query = {
  country?: string
  store?: string
  isNew?: 'true'
  sortBy: ClusterStoreSort
  sortDirection: 'ASC' | 'DESC'
}

/** Page, order and filters of the table, all of them in the address; by price at first. */
function useTableAddress() {
  const [params, setParams] = useSearchParams()
  const page = Number(params.get('page') ?? 1) - 1
  const query: Query = {
    sortBy: ClusterStoreSort.options.find((sort) => sort === params.get('sortBy')) ?? 'price',
    sortDirection: params.get('sortDirection') === 'DESC' ? 'DESC' : 'ASC',
  }
  const country = params.get('country')
  const store = params.get('store')
  if (country) query.country = country
  if (store) query.store = store
  if (params.get('isNew')) query.isNew = 'true'
  return {
    page: Number.isInteger(page) && page >= 0 && page <= MAX_PAGE ? page : 0,
    query,
    change(wanted: { [Name in keyof Query]?: string | null }) {
      setParams(
        (before) => {
          const next = new URLSearchParams(before)
          next.delete('page')
          for (const [name, value] of Object.entries(wanted))
            if (value) next.set(name, value)
            else next.delete(name)
          return next
        },
        { preventScrollReset: true, replace: true },
      )
    },
  }
}

type Address = ReturnType<typeof useTableAddress>

/** Every store that lists the product, with its cheapest listing. */
export function ClusterStores({ product }: { product: ProductCluster }) {
  const { t } = useTranslation('product-detail')
  const address = useTableAddress()
  const { page, query } = address
  const params = { id: String(product.id) }
  const answer = useQuery(
    qKept(listClusterStores, { params, query: { ...query, page: String(page), size: SIZE } }),
  )
  const total = answer.data?.totalElements ?? null
  return (
    <Card className="min-w-0">
      <section id="stores" aria-labelledby="stores-title" className="scroll-mt-28">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2">
          <h2 id="stores-title" className="text-sm font-semibold">
            {t('cluster.stores.title')}
          </h2>
          <Filters product={product} address={address} />
          <div className="ms-auto">
            <ExportButton
              view="clusterStores"
              query={{ ...params, ...query }}
              total={total}
              size="sm"
            />
          </div>
        </div>
        <div aria-busy={answer.isFetching}>
          <Loaded
            query={answer}
            title={t('cluster.stores.failed')}
            skeleton={<Skeleton className="grid gap-1 p-4" bones={BONES} />}
            empty={({ content }) =>
              content.length === 0 && <NoStores product={product} address={address} />
            }
          >
            {({ content }) => <StoresTable stores={content} product={product} address={address} />}
          </Loaded>
        </div>
        {answer.data && answer.data.totalPages > 1 && (
          <div className="border-t border-line px-2 py-2.5">
            <Pagination
              page={page}
              totalPages={answer.data.totalPages}
              hrefOf={(each) => paths.clusterStores(product.id, each, query)}
            />
          </div>
        )}
      </section>
    </Card>
  )
}

type PartProps = { product: ProductCluster; address: Address }

function Filters({ product, address: { query, change } }: PartProps) {
  const { t } = useTranslation('product-detail')
  const formats = useFormats()
  const { text, setText } = useSearchText(query.store ?? '', (store) => change({ store }))
  return (
    <div
      role="search"
      className="flex min-w-0 flex-wrap items-center gap-2 [&_input]:min-h-9! [&_select]:min-h-9! sm:[&_input]:text-sm! sm:[&_select]:text-sm!"
    >
      <Select
        aria-label={t('cluster.stores.country')}
        value={query.country ?? ''}
        onChange={(event) => change({ country: event.target.value })}
      >
        <option value="">{t('cluster.stores.allCountries')}</option>
        {product.countries.map(({ code, stores }) => (
          <option key={code} value={code}>
            {formats.country(code)} ({formats.number(stores)})
          </option>
        ))}
      </Select>
      <Input
        type="search"
        className="w-52! max-w-full"
        aria-label={t('cluster.stores.search')}
        placeholder={t('cluster.stores.search')}
        maxLength={100}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Chip
        label={t('cluster.stores.newOnly')}
        isChosen={query.isNew === 'true'}
        onChoose={() => change({ isNew: query.isNew ? null : 'true' })}
      />
    </div>
  )
}

type TableProps = PartProps & { stores: readonly ClusterStore[] }

const sortableBy =
  ({ query: { sortBy, sortDirection }, change }: Address) =>
  (column: ClusterStoreSort) => {
    const isAscending = sortBy === column && sortDirection === 'ASC'
    return {
      ...(sortBy === column && {
        order: isAscending ? ('ascending' as const) : ('descending' as const),
      }),
      onSort: () => change({ sortBy: column, sortDirection: isAscending ? 'DESC' : 'ASC' }),
    }
  }

function StoresTable({ stores, product, address }: TableProps) {
  const { t } = useTranslation('product-detail')
  const formats = useFormats()
  const sortable = sortableBy(address)
  const median = product.price?.isConverted ? Number(product.price.median) : null
  const columns: readonly Column<ClusterStore>[] = [
    {
      head: t('cluster.stores.store'),
      rowHead: 'plain',
      className: 'w-full max-w-0 min-w-48',
      cell: (store) => (
        <div className="flex min-w-0 items-center gap-2.5">
          <StoreLogo url={store.logoUrl} name={store.name} className="size-6.5! text-xs" />
          <Link
            to={paths.product(store.productId)}
            className="truncate font-semibold hover:underline"
          >
            {store.name}
          </Link>
          <span className="min-w-0 flex-1 shrink-[999] truncate text-muted">{store.domain}</span>
        </div>
      ),
    },
    {
      head: t('cluster.stores.country'),
      className: 'whitespace-nowrap',
      cell: ({ country }) => (country ? <Country code={country} isOneLine /> : '–'),
    },
    {
      head: t('cluster.price.title'),
      isNumber: true,
      className: 'whitespace-nowrap',
      cell: ({ price, currency }) => (price ? formats.money(price, currency) : '–'),
    },
    {
      head: t('cluster.stores.dollars'),
      isNumber: true,
      className: 'whitespace-nowrap font-semibold',
      cell: ({ dollars }) => (dollars ? formats.money(dollars, 'USD') : '–'),
      ...sortable('price'),
    },
    ...(median
      ? [
          {
            head: t('cluster.stores.toMedian'),
            isNumber: true,
            className: 'whitespace-nowrap text-muted',
            cell: ({ dollars }: ClusterStore) =>
              dollars ? formats.change(Number(dollars) / median - 1) : '–',
          },
        ]
      : []),
    {
      head: t('cluster.stores.since'),
      className: 'whitespace-nowrap',
      cell: ({ listedDay }) => <time dateTime={listedDay}>{formats.shortDay(listedDay)}</time>,
      ...sortable('listedDay'),
    },
    {
      head: t('cluster.stores.place'),
      isNumber: true,
      cell: ({ bestSellerPlace }) =>
        bestSellerPlace === null ? '–' : formats.number(bestSellerPlace),
      ...sortable('bestSellerPlace'),
    },
    {
      head: t('cluster.stores.stock'),
      className: 'whitespace-nowrap',
      cell: ({ available }) =>
        available === null
          ? '–'
          : t(available ? 'cluster.stores.inStock' : 'cluster.stores.soldOut'),
    },
  ]
  return (
    <DataTable
      className="[&_td]:py-1.5! [&_th]:py-1.5!"
      caption={t('cluster.stores.title')}
      columns={columns}
      items={stores}
      keyOf={({ productId }) => productId}
      edges="card"
    />
  )
}

/** Filters that no store passes, a page beyond the last one, or no store at all. */
function NoStores({ product, address: { page, change } }: PartProps) {
  const { t } = useTranslation('product-detail')
  const title = product.listingStores === 0 ? 'none' : page > 0 ? 'beyond' : 'noMatch'
  return (
    <EmptyState
      title={t(`cluster.stores.${title}`)}
      {...(title !== 'none' && {
        action: (
          <Button onClick={() => change({ country: null, store: null, isNew: null })}>
            {t(page > 0 ? 'cluster.stores.first' : 'cluster.stores.all')}
          </Button>
        ),
      })}
    />
  )
}
