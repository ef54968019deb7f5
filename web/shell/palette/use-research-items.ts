import { onlineManager, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { listStores, type StoreSummary } from '#contracts/catalog/stores.ts'
import { listTrendingProducts, type TrendingProduct } from '#contracts/catalog/trending-products.ts'
import type { Day } from '#contracts/dates.ts'
import { listSavedSearches } from '#contracts/workspace/saved-searches.ts'
import { q, qKept } from '#web/api/query.ts'
import { readRecentStores } from '#web/lib/browser/recent-stores.ts'
import { useToday } from '#web/lib/dates/calendar.ts'
import { useDateFormats } from '#web/lib/dates/date-format.ts'
import { type DateWords, readDay, useDateWords } from '#web/lib/dates/date-parser.ts'
import {
  type DateSelection,
  EARLIEST_DAY,
  isTooLong,
  presets,
  presetSelection,
  spanOf,
} from '#web/lib/dates/date-selection.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { savedSearchPath, searchPath } from '#web/lib/navigation/search-path.ts'
import { fold } from '#web/lib/search-text.ts'
import { useSession } from '#web/lib/session/session.tsx'
import { paths } from '#web/paths.ts'
import type { PaletteItem } from './palette-items.ts'

export function useResearchItems(text: string): { items: PaletteItem[]; days: DaysReading } {
  const days = readTypedDays(text, useDateWords(useToday()))
  return { items: [...useRecentItems(), ...useDateItems(days), ...useSearchItems()], days }
}

function useRecentItems(): PaletteItem[] {
  const session = useSession()
  const owner = session.status === 'signed-in' ? session.user.id : null
  const stores = useMemo(
    () => (owner === null ? [] : readRecentStores(localStorage, owner)),
    [owner],
  )
  return stores.map(({ slug, name, domain }, at) => ({
    id: `recent:${slug}`,
    group: 'recent',
    label: name,
    hint: domain,
    words: domain,
    ...(at >= RECENT_SHOWN && { shown: 'typed' as const }),
    pictureUrl: null,
    action: { kind: 'go', to: paths.listStore(slug) },
  }))
}

const RECENT_SHOWN = 5

function useDateItems(days: DaysReading): PaletteItem[] {
  const { t } = useTranslation('date-picker')
  const dates = useDateFormats()
  const today = useToday()
  const ofPresets = presets.map((preset): PaletteItem => {
    const selection = presetSelection(preset, today)
    return {
      id: `dates:${preset}`,
      group: 'dates',
      label: t(`presets.${preset}`),
      hint: dates.selection(selection),
      action: { kind: 'go', to: searchPath(selection) },
    }
  })
  if (days?.kind !== 'dates') return ofPresets
  const to = searchPath(days.dates)
  // A preset with the same dates is enough.
  if (ofPresets.some(({ action }) => action.kind === 'go' && action.to === to)) {
    return ofPresets.map((item) =>
      item.action.kind === 'go' && item.action.to === to ? { ...item, shown: 'found' } : item,
    )
  }
  return [
    {
      id: `dates:${to}`,
      group: 'dates',
      label: dates.selection(days.dates),
      shown: 'found',
      action: { kind: 'go', to },
    },
    ...ofPresets,
  ]
}

function useSearchItems(): PaletteItem[] {
  const { t } = useTranslation('today')
  const formats = useFormats()
  const { data } = useQuery(q(listSavedSearches, {}))
  return (data?.searches ?? []).map((search, at) => ({
    id: `search:${search.id}`,
    group: 'searches',
    label: search.name,
    words: t('searches.title'),
    ...(search.newMatches > 0 && {
      hint: t('searches.isNew', formats.counted(search.newMatches)),
    }),
    ...(at >= SEARCHES_SHOWN && { shown: 'typed' as const }),
    action: { kind: 'go', to: savedSearchPath(search) },
  }))
}

const SEARCHES_SHOWN = 5

export type DaysReading =
  | { kind: 'dates'; dates: DateSelection }
  | { kind: 'future'; day: Day }
  | { kind: 'tooLong' }
  | null

const BETWEEN = /\s*(?:–|—|\.\.\.?|…)\s*|\s+-\s+/

/**
 * Reads a date, or two dates joined by a dash, from the typed text; null when it contains neither.
 */
export function readTypedDays(text: string, words: DateWords): DaysReading {
  const ends = text.split(BETWEEN)
  const days = ends.map((end) => readDay(end, words)?.day ?? null)
  const [first, last = first] = days
  if (days.length > 2 || !first || !last || first < EARLIEST_DAY || last < EARLIEST_DAY) return null
  const future = [first, last].find((day) => day > words.today)
  if (future) return { kind: 'future', day: future }
  const dates = spanOf(first, last)
  return isTooLong(dates) ? { kind: 'tooLong' } : { kind: 'dates', dates }
}

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
