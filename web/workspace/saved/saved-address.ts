import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import {
  listSavedTags,
  type SavedProduct,
  type SavedSort,
  type SavedStore,
} from '#contracts/workspace/saved.ts'
import { q } from '#web/api/query.ts'
import { readPage, writePage } from '#web/lib/navigation/page-number.ts'
import type { SaveSubject } from './saved-changes.ts'

export type SavedKind = 'stores' | 'products'

type Sort = { sortBy: SavedSort; sortDirection: 'ASC' | 'DESC' }

/** In the order of the menu; the first one is the default. */
export const savedSorts = {
  newest: { sortBy: 'createdAt', sortDirection: 'DESC' },
  oldest: { sortBy: 'createdAt', sortDirection: 'ASC' },
  changed: { sortBy: 'updatedAt', sortDirection: 'DESC' },
  name: { sortBy: 'name', sortDirection: 'ASC' },
  nameReverse: { sortBy: 'name', sortDirection: 'DESC' },
  found: { sortBy: 'foundAt', sortDirection: 'DESC' },
} as const satisfies Record<string, Sort>
type SavedSortName = keyof typeof savedSorts

const DEFAULT_SORT: SavedSortName = 'newest'
const PAGE_SIZE = 20
const MAX_TEXT = 100

export const isSavedSortName = (name: string | null): name is SavedSortName =>
  name !== null && Object.hasOwn(savedSorts, name)

/** The values in the address. `page` is 0-based, as in the API. */
type SavedAddress = {
  text: string
  tag: string
  isFavorite: boolean
  sort: SavedSortName
  page: number
}

export function readSaved(params: URLSearchParams): SavedAddress {
  const sort = params.get('sort')
  return {
    text: (params.get('q') ?? '').slice(0, MAX_TEXT),
    tag: params.get('tag') ?? '',
    isFavorite: params.get('favorites') === 'yes',
    sort: isSavedSortName(sort) ? sort : DEFAULT_SORT,
    page: readPage(params),
  }
}

/** A change of the listed items resets the page; other parameters stay. */
export function withSaved(params: URLSearchParams, change: Partial<SavedAddress>): URLSearchParams {
  const next = new URLSearchParams(params)
  const { text, tag, isFavorite, sort, page } = { ...readSaved(params), page: 0, ...change }
  const set = (name: string, value: string) => (value ? next.set(name, value) : next.delete(name))
  set('q', text.trim())
  set('tag', tag)
  set('favorites', isFavorite ? 'yes' : '')
  set('sort', sort === DEFAULT_SORT ? '' : sort)
  writePage(next, page)
  return next
}

export const NOT_NARROWED = {
  text: '',
  tag: '',
  isFavorite: false,
} as const satisfies Partial<SavedAddress>

export const isNarrowed = ({ text, tag, isFavorite }: SavedAddress): boolean =>
  text.trim() !== '' || tag !== '' || isFavorite

/** Names the list of an address, whatever its page and order. */
export const listKeyOf = ({ text, tag, isFavorite }: SavedAddress): string =>
  JSON.stringify([text.trim(), tag, isFavorite])

export const savedQueryOf = ({ text, tag, isFavorite, sort, page }: SavedAddress) => ({
  page: String(page),
  size: String(PAGE_SIZE),
  ...savedSorts[sort],
  ...(text.trim() && { q: text.trim() }),
  ...(tag && { tag }),
  ...(isFavorite && { isFavorite: 'true' as const }),
})

/** The state in the address of either list, a function to change it, and the tags in use. */
export function useSavedAddress(kind: SavedKind) {
  const [params, setParams] = useSearchParams()
  const { data } = useQuery(q(listSavedTags, {}))
  const tags = data?.tags ?? []
  return {
    kind,
    address: readSaved(params),
    ownTags: tags.filter((tag) => tag[kind] > 0),
    allTags: tags.map(({ name }) => name),
    change: (to: Partial<SavedAddress>, { replace = false } = {}) =>
      setParams((before) => withSaved(before, to), {
        replace,
        preventScrollReset: !('page' in to),
      }),
    hrefOf: (page: number) => `?${withSaved(params, { page }).toString()}`,
  }
}

export type SavedView = ReturnType<typeof useSavedAddress>

export type SavedItem = SavedStore | SavedProduct

export const kindOf = (item: SavedItem): SavedKind => ('store' in item ? 'stores' : 'products')

export const nameOf = (item: SavedItem): string =>
  'store' in item ? item.store.name : item.product.title

/**
 * An item removed here stays in the cached answer, marked, until the list reloads, so that undo
 * restores it in place.
 */
export const isStillSaved = (item: SavedItem): boolean =>
  'store' in item ? item.store.isSaved : item.product.isSaved

export const subjectOf = (item: SavedItem): SaveSubject =>
  'store' in item
    ? { kind: 'store', storeId: item.storeId, name: item.store.name }
    : { kind: 'product', productId: item.productId, name: item.product.title, savedId: item.id }
