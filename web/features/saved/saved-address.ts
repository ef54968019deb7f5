import type { SavedSort } from '#contracts/saved.ts'
import { readPage, writePage } from '#web/lib/page-number.ts'

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
export type SavedSortName = keyof typeof savedSorts

const DEFAULT_SORT: SavedSortName = 'newest'
export const PAGE_SIZE = 20
const MAX_TEXT = 100

export const isSavedSortName = (name: string | null): name is SavedSortName =>
  name !== null && Object.hasOwn(savedSorts, name)

/** The values in the address. `page` is 0-based, as in the API. */
export type SavedAddress = {
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

/** The address after a change. A change of the listed items resets the page; other parameters stay. */
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

export const NOT_NARROWED = { text: '', tag: '', isFavorite: false } as const satisfies Partial<SavedAddress>

export const isNarrowed = ({ text, tag, isFavorite }: SavedAddress): boolean =>
  text.trim() !== '' || tag !== '' || isFavorite

/** The query for the API call behind the list. */
export const savedQueryOf = ({ text, tag, isFavorite, sort, page }: SavedAddress) => ({
  page: String(page),
  size: String(PAGE_SIZE),
  ...savedSorts[sort],
  ...(text.trim() && { q: text.trim() }),
  ...(tag && { tag }),
  ...(isFavorite && { isFavorite: 'true' as const }),
})
