import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { listStores, type StoreSummary } from '#contracts/stores/stores.ts'
import { q } from '#web/api/query.ts'
import { fold } from '#web/lib/i18n/fold-text.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { paths } from '#web/paths.ts'
import type { PaletteItem } from './palette-items.ts'

const FEWEST_LETTERS = 2
const ASKED = 24
const SHOWN = 6

/** State of the search in all stores. */
export type StoreSearch =
  | { kind: 'none' | 'searching' | 'found' | 'offline' }
  | { kind: 'failed'; retry: () => void }

/** Stores by name, domain and description, both new and established; names that begin with the text come first. `find`: settled words. */
export function useFoundStores(text: string, find: string): { items: PaletteItem[]; search: StoreSearch } {
  const { t } = useTranslation('palette')
  const formats = useFormats()
  const isWanted = text.length >= FEWEST_LETTERS
  const isAsked = isWanted && find.length >= FEWEST_LETTERS
  const answer = useQuery({
    ...q(listStores, { query: { q: find, launchStatus: 'all', size: String(ASKED) } }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  if (!isWanted) return { items: [], search: { kind: 'none' } }
  if (answer.isError) return { items: [], search: { kind: 'failed', retry: () => void answer.refetch() } }
  if (answer.fetchStatus === 'paused') return { items: [], search: { kind: 'offline' } }
  const isSettled = isAsked && find === text && !answer.isPlaceholderData && answer.data !== undefined
  if (!isAsked || !answer.data) return { items: [], search: { kind: 'searching' } }
  const { content, totalElements } = answer.data
  // While results still belong to other words, keep only those that match the current text as well.
  const fitting = isSettled ? content : content.filter((store) => hasInName(store, text))
  const stores = byName(fitting, text).slice(0, SHOWN)
  const items = stores.map((store) => storeItem(store, t('established')))
  const total = formats.number(totalElements)
  const all: PaletteItem = {
    id: 'stores:all',
    group: 'stores',
    label: t('allStores', { count: totalElements, total, text: find }),
    shown: 'found',
    deed: { kind: 'go', to: paths.list({ q: find, launchStatus: 'all' }) },
  }
  return {
    items: isSettled && totalElements > items.length ? [...items, all] : items,
    search: { kind: isSettled ? 'found' : 'searching' },
  }
}

const storeItem = (store: StoreSummary, established: string): PaletteItem => ({
  id: `store:${store.slug}`,
  group: 'stores',
  label: store.name,
  hint: store.launchStatus === 'new' ? store.domain : `${store.domain} · ${established}`,
  pictureUrl: store.logoUrl,
  shown: 'found',
  deed: { kind: 'go', to: paths.listStore(store.slug) },
})

function byName(stores: readonly StoreSummary[], find: string): StoreSummary[] {
  const wanted = fold(find)
  const rank = (store: StoreSummary) => {
    const name = fold(store.name)
    if (name === wanted) return 0
    if (name.startsWith(wanted)) return 1
    return hasInName(store, find) ? 2 : 3
  }
  return stores.toSorted((a, b) => rank(a) - rank(b))
}

const hasInName = ({ name, domain }: StoreSummary, text: string) =>
  fold(`${name} ${domain}`).includes(fold(text))
