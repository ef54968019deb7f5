import { onlineManager, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { listStores, type StoreSummary } from '#contracts/catalog/stores.ts'
import { qKept } from '#web/api/query.ts'
import { fold } from '#web/lib/search-text.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import type { PaletteItem } from './palette-items.ts'
import { listTrendingProducts, type TrendingProduct } from '#contracts/catalog/trending-products.ts'

const MIN_LETTERS = 2
const FETCHED = 24
const MAX_SHOWN = 6

export type StoreSearch =
  | { kind: 'none' | 'searching' | 'found' | 'offline' }
  | { kind: 'failed'; retry: () => void }

/** New and established ones; names that begin with the text come first. */
export function useStoreResults(
  text: string,
  searched: string,
): { items: PaletteItem[]; search: StoreSearch } {
  const { t } = useTranslation('palette')
  const formats = useFormats()
  const isWanted = text.length >= MIN_LETTERS
  const isEnabled = isWanted && searched.length >= MIN_LETTERS
  const answer = useQuery({
    ...qKept(listStores, { query: { q: searched, launchStatus: 'all', size: String(FETCHED) } }),
    enabled: isEnabled,
  })
  if (!isWanted) return { items: [], search: { kind: 'none' } }
  if (answer.isError && !onlineManager.isOnline()) return { items: [], search: { kind: 'offline' } }
  if (answer.isError)
    return { items: [], search: { kind: 'failed', retry: () => void answer.refetch() } }
  const isCurrent =
    isEnabled && searched === text && !answer.isPlaceholderData && answer.data !== undefined
  if (!isEnabled || !answer.data) return { items: [], search: { kind: 'searching' } }
  const { content, totalElements } = answer.data
  // While results still belong to other words, keep only those that match the current text as well.
  const fitting = isCurrent ? content : content.filter((store) => hasInName(store, text))
  const stores = byName(fitting, text).slice(0, MAX_SHOWN)
  const items = stores.map((store) => storeItem(store, t('established')))
  const all: PaletteItem = {
    id: 'stores:all',
    group: 'stores',
    label: t('allStores', { ...formats.counted(totalElements), text: searched }),
    shown: 'found',
    action: { kind: 'go', to: paths.list({ q: searched, launchStatus: 'all' }) },
  }
  return {
    items: isCurrent && totalElements > items.length ? [...items, all] : items,
    search: { kind: isCurrent ? 'found' : 'searching' },
  }
}

const storeItem = (store: StoreSummary, established: string): PaletteItem => ({
  id: `store:${store.slug}`,
  group: 'stores',
  label: store.name,
  hint: store.launchStatus === 'new' ? store.domain : `${store.domain} · ${established}`,
  pictureUrl: store.logoUrl,
  shown: 'found',
  action: { kind: 'go', to: paths.listStore(store.slug) },
})

function byName(stores: readonly StoreSummary[], searched: string): StoreSummary[] {
  const wanted = fold(searched)
  const rank = (store: StoreSummary) => {
    const name = fold(store.name)
    if (name === wanted) return 0
    if (name.startsWith(wanted)) return 1
    return hasInName(store, searched) ? 2 : 3
  }
  return stores.toSorted((a, b) => rank(a) - rank(b))
}

const hasInName = ({ name, domain }: StoreSummary, text: string) =>
  fold(`${name} ${domain}`).includes(fold(text))

const MIN_TITLE_LETTERS = 3
const MAX_PRODUCTS = 4

/** Trending products by their titles. `searched`: settled words. */
export function useProductResults(text: string, searched: string): PaletteItem[] {
  const { t } = useTranslation('palette')
  const formats = useFormats()
  const isWanted = text.length >= MIN_TITLE_LETTERS && searched.length >= MIN_TITLE_LETTERS
  const { data } = useQuery({
    ...qKept(listTrendingProducts, { query: { title: searched, size: String(MAX_PRODUCTS) } }),
    enabled: isWanted,
  })
  if (!isWanted || !data) return []
  const { content, totalElements } = data
  // While results still belong to other words, keep only those that match the current text as well.
  const items = content.flatMap(({ cluster }) => {
    if (!cluster || !fold(cluster.title).includes(fold(text))) return []
    return productItem(cluster, t('stores', formats.counted(cluster.listingStores)))
  })
  if (items.length === 0 || totalElements <= content.length) return items
  const all: PaletteItem = {
    id: 'products:all',
    group: 'products',
    label: t('allProducts', { ...formats.counted(totalElements), text: searched }),
    shown: 'found',
    action: { kind: 'go', to: paths.list({ view: 'products', title: searched }) },
  }
  return [...items, all]
}

type Cluster = NonNullable<TrendingProduct['cluster']>

const productItem = (
  { id, title, titleLanguage, imageUrl }: Cluster,
  hint: string,
): PaletteItem => ({
  id: `product:${id}`,
  group: 'products',
  label: title,
  hint,
  ...(titleLanguage !== null && { lang: titleLanguage }),
  pictureUrl: imageUrl,
  shown: 'found',
  action: { kind: 'go', to: paths.cluster(id) },
})
