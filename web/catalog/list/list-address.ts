import { type Day, isDay } from '#contracts/dates.ts'
import type { DateQuery } from '#contracts/date-fields.ts'
import {
  type FilterChoice,
  type FilterChoices,
  type FilterKey,
  filterKeys,
  isChosen,
  NO_CHOICE,
  writeChoice,
} from '#contracts/catalog/store-filters.ts'
import { readProfile } from '#contracts/catalog/score-profile.ts'
import { searchQueryOf } from '#contracts/catalog/search-query.ts'
import { StoreScope, StoreSort } from '#contracts/catalog/stores.ts'
import {
  ProductScope,
  type ProductViewSort,
  readBadges,
  scopeSorts,
} from '#contracts/catalog/trending-products.ts'
import type { TrendBadge } from '#contracts/catalog/trending.ts'
import {
  boundsOf,
  dateQueryOf,
  type DateSelection,
  NO_DATES,
  spanOf,
} from '#web/lib/dates/date-selection.ts'
import { readPage, writePage } from '#web/lib/navigation/page-number.ts'
import { readValidChoice } from './filters/filter-choice.ts'

export const pageSizes = [20, 50, 100] as const

const listViews = ['stores', 'leads', 'prelaunch', 'products'] as const
export type ListView = (typeof listViews)[number]

type SortDirection = 'ASC' | 'DESC'
export type ListSort = { by: StoreSort; direction: SortDirection }

export const DEFAULT_SORT: ListSort = { by: 'foundAt', direction: 'DESC' }

/**
 * The state in the list's address. `picked` are the dates chosen on the dashboard, `dates` those
 * that the list queries.
 */
export type ListAddress = {
  picked: DateSelection
  dates: DateSelection
  view: ListView
  launchStatus: StoreScope
  filters: FilterChoices
  sort: ListSort
  /** By which the stores are scored, as text; null = the default. */
  profile: string | null
  /** Whether the rows say their scores, whatever their order. */
  hasScores: boolean
  products: ProductsAddress
  /** 0-based. */
  page: number
  size: (typeof pageSizes)[number]
}

export function readAddress(params: URLSearchParams): ListAddress {
  const picked =
    datesAt(params, 'date', 'date') ?? datesAt(params, 'startDate', 'endDate') ?? NO_DATES
  return {
    picked,
    dates: datesAt(params, 'filterStartDate', 'filterEndDate') ?? picked,
    view: viewAt(params),
    launchStatus:
      StoreScope.options.find((scope) => scope === params.get('launchStatus')) ??
      usualScope(params),
    filters: readFilters(params),
    sort: {
      by: StoreSort.options.find((field) => field === params.get('sortBy')) ?? DEFAULT_SORT.by,
      direction: params.get('sortDirection')?.toUpperCase() === 'ASC' ? 'ASC' : 'DESC',
    },
    profile: profileAt(params),
    hasScores: params.get('withScores') === 'yes',
    products: readProductsAddress(params),
    page: readPage(params),
    size: pageSizes.find((size) => String(size) === params.get('size')) ?? pageSizes[0],
  }
}

/** A text that is no profile is as good as none. */
const profileAt = (params: URLSearchParams): string | null => {
  const text = params.get('profile')
  return text !== null && readProfile(text) !== null ? text : null
}

const viewAt = (params: URLSearchParams): ListView =>
  listViews.find((view) => view === params.get('view')) ?? listViews[0]

/**
 * Default scope of a view: trending products include stores of any age, and most password pages
 * show nothing by which to judge a store's age, so the pre-launch view includes all of them.
 */
function usualScope(params: URLSearchParams): StoreScope {
  const view = viewAt(params)
  const isTrending = view === 'products' && readProductsAddress(params).scope === 'trending'
  return isTrending || view === 'prelaunch' ? 'all' : 'new'
}

/** One parameter per filter, in the order of the address; invalid choices are left out. */
function readFilters(params: URLSearchParams): FilterChoices {
  const filters: FilterChoices = {}
  for (const name of new Set(params.keys())) {
    const key = filterKeys.find((each) => each === name)
    const choice = key && readValidChoice(key, params.get(name) ?? '')
    if (choice && isChosen(choice)) filters[key] = choice
  }
  return filters
}

/** A single end means that day. */
function datesAt(params: URLSearchParams, first: string, last: string): DateSelection | null {
  const [from, to] = [dayAt(params, first), dayAt(params, last)]
  const [start, end] = [from ?? to, to ?? from]
  return start && end ? spanOf(start, end) : null
}

function dayAt(params: URLSearchParams, name: string): Day | null {
  const text = params.get(name)
  return text && isDay(text) ? text : null
}

export type ListChange = Partial<Omit<ListAddress, 'picked' | 'products'>> & {
  /** Filters without an entry stay unchanged; `clear` removes all filters first. */
  clear?: true
  products?: Partial<ProductsAddress>
}

/**
 * The address after a change. It returns to the first page unless the change names a page; the rest
 * stays.
 */
export function withChange(params: URLSearchParams, change: ListChange): URLSearchParams {
  const next = new URLSearchParams(params)
  const set = (name: string, value: string | null) =>
    value ? next.set(name, value) : next.delete(name)
  if (change.dates) setDates(next, change.dates)
  if (change.view) setView(next, change.view)
  if (change.products) setProducts(next, change.products)
  if (change.launchStatus)
    set('launchStatus', change.launchStatus === usualScope(next) ? null : change.launchStatus)
  if (change.clear) for (const key of filterKeys) next.delete(key)
  for (const [key, choice] of entriesOf(change.filters ?? {})) set(key, writeChoice(choice))
  if (change.sort) {
    // The default too: without an order, the list opens in that of the account's own view.
    set('sortBy', change.sort.by)
    set('sortDirection', change.sort.direction)
  }
  if (change.hasScores !== undefined) set('withScores', change.hasScores ? 'yes' : null)
  if (change.size) set('size', change.size === pageSizes[0] ? null : String(change.size))
  writePage(next, change.page ?? 0)
  return next
}

/** Stores and leads share their sort parameters; the view of products has its own. */
function setView(params: URLSearchParams, view: ListView): void {
  // The default of one view would be a choice in another.
  if (params.get('launchStatus') === usualScope(params)) params.delete('launchStatus')
  if ((view === 'products') !== (viewAt(params) === 'products')) {
    for (const name of OF_PRODUCTS) params.delete(name)
  }
  if (view === listViews[0]) params.delete('view')
  else params.set('view', view)
}

function setDates(params: URLSearchParams, dates: DateSelection): void {
  const bounds = boundsOf(dates)
  if (bounds) {
    params.set('filterStartDate', bounds.from)
    params.set('filterEndDate', bounds.to)
    return
  }
  // Without filter dates the picked dates would apply again.
  for (const name of ['filterStartDate', 'filterEndDate', 'mode', 'date', 'startDate', 'endDate']) {
    params.delete(name)
  }
}

/** The chosen filters in the order of choice, latest last. */
export const entriesOf = (filters: FilterChoices): [FilterKey, FilterChoice][] =>
  // Safe: the type defines the keys, and keys without a choice are left out.
  (Object.entries(filters) as [FilterKey, FilterChoice | undefined][]).flatMap(([key, choice]) =>
    choice ? [[key, choice]] : [],
  )

/**
 * Filters built into a view: leads are stores with a usable address, pre-launch stores those behind
 * a password page.
 */
const VIEW_FILTERS: Record<ListView, FilterChoices> = {
  stores: {},
  leads: { email: { ...NO_CHOICE, include: ['yes'] } },
  prelaunch: { status: { ...NO_CHOICE, include: ['PASSWORD_PROTECTED'] } },
  products: {},
}

/** Filters of a view unless the user chooses otherwise: who was contacted is no new lead any more. */
const VIEW_DEFAULTS: Partial<Record<ListView, FilterChoices>> = {
  leads: { contacted: { ...NO_CHOICE, exclude: ['yes'] } },
}

/** Exports and saved searches know the pre-launch view as stores with that filter. */
export const savedViewOf = (view: ListView): Exclude<ListView, 'prelaunch'> =>
  view === 'prelaunch' ? 'stores' : view

/** The filters that show the stores of an address in another view. */
const filtersAs = (view: ListView, address: Pick<ListAddress, 'view' | 'filters'>): FilterChoices =>
  view === address.view ? address.filters : { ...address.filters, ...VIEW_FILTERS[address.view] }

/** True for filters that the view itself sets, so that the user cannot change them. */
export const isFixed = (view: ListView, key: FilterKey): boolean =>
  VIEW_FILTERS[view][key] !== undefined

export const chosenOf = ({ view, filters }: Pick<ListAddress, 'view' | 'filters'>) =>
  entriesOf(filters).filter(([key]) => !isFixed(view, key))

/**
 * What a saved search keeps of an address. As the list reads it: if part of a filter is invalid,
 * the rest applies and is saved.
 */
export function savedSearchOf(address: ListAddress, params: URLSearchParams) {
  const view = savedViewOf(address.view)
  const asListed = withChange(params, {
    view,
    filters: filtersAs(view, address),
    // The pre-launch view is saved as stores, whose default scope is narrower.
    ...(view !== address.view && { launchStatus: address.launchStatus }),
  })
  return { view, query: searchQueryOf(asListed) }
}

export type StoresQuery = DateQuery & { launchStatus: StoreScope; profile?: string } & Partial<
    Record<FilterKey, string>
  >

/** The store query, shared by the list, the counts, exports and saved searches. */
export function storesQueryOf(
  address: Pick<ListAddress, 'dates' | 'launchStatus' | 'filters'> &
    Partial<Pick<ListAddress, 'profile'>>,
  view: ListView,
): StoresQuery {
  const { dates, launchStatus, filters, profile } = address
  const requested = { ...VIEW_DEFAULTS[view], ...filters, ...VIEW_FILTERS[view] }
  const query: StoresQuery = {
    ...dateQueryOf(dates),
    launchStatus,
    ...(profile && { profile }),
  }
  for (const key of filterKeys) {
    const choice = requested[key]
    if (isChosen(choice)) query[key] = writeChoice(choice)
  }
  return query
}

export type ListQuery = StoresQuery & {
  page: string
  size: string
  sortBy: StoreSort
  sortDirection: SortDirection
  withScores?: 'yes'
}

/** The page of the list's row. Rows that were loaded below the page belong to the pages after it. */
export const pageAt = ({ page, size }: Pick<ListAddress, 'page' | 'size'>, row: number): number =>
  page + Math.floor(row / size)

export const isAboutScore = ({ sort, filters }: Pick<ListAddress, 'sort' | 'filters'>): boolean =>
  sort.by === 'score' || isChosen(filters.score)

export const listQueryOf = (address: ListAddress): ListQuery => ({
  ...storesQueryOf(address, address.view),
  page: String(address.page),
  size: String(address.size),
  sortBy: address.sort.by,
  sortDirection: address.sort.direction,
  ...(address.hasScores && { withScores: 'yes' as const }),
})

export function productListQueryOf(address: ListAddress) {
  const { scope, sortBy, title, badges, listing } = address.products
  return {
    ...storesQueryOf(address, 'products'),
    scope,
    sortBy,
    ...(title.trim() && { title: title.trim() }),
    ...(badges.length > 0 && { badge: badges.join(',') }),
    ...Object.fromEntries(Object.entries(listing).filter(([, value]) => value !== '')),
    page: String(address.page),
    size: String(address.size),
  }
}

/** Parameters that only the view of products has. */
type ProductsAddress = {
  scope: ProductScope
  sortBy: ProductViewSort
  title: string
  /** For trending products only. */
  badges: readonly TrendBadge[]
  /** For all products only: empty where nothing is chosen. */
  listing: ListingChoices
}

/** Prices in dollars, as the server takes them. */
export const listingPrices = ['..20', '20..50', '50..100', '100..'] as const
export const seenDays = ['1', '7', '28'] as const
const listingChoices = {
  listingPrice: listingPrices,
  seenWithin: seenDays,
  reduced: ['yes'],
} as const
export type ListingChoices = {
  [Name in keyof typeof listingChoices]?: (typeof listingChoices)[Name][number] | ''
}

const MAX_TITLE = 200
const OF_SCOPE = ['sortBy', 'badge', ...Object.keys(listingChoices)]
const OF_PRODUCTS = [...OF_SCOPE, 'sortDirection', 'scope', 'title']

function readProductsAddress(params: URLSearchParams): ProductsAddress {
  const scope = ProductScope.options.find((each) => each === params.get('scope')) ?? 'trending'
  const sorts: readonly ProductViewSort[] = scopeSorts[scope]
  const parts = (scope === 'trending' && params.get('badge')?.split(',')) || []
  return {
    scope,
    sortBy: sorts.find((each) => each === params.get('sortBy')) ?? scopeSorts[scope][0],
    title: (params.get('title') ?? '').slice(0, MAX_TITLE),
    badges: [...new Set(parts.flatMap((part) => readBadges(part) ?? []))],
    listing: scope === 'all' ? readListing(params) : {},
  }
}

function readListing(params: URLSearchParams): ListingChoices {
  const at = <Choice extends string>(name: string, choices: readonly Choice[]) =>
    choices.find((each) => each === params.get(name)) ?? ''
  const { listingPrice, seenWithin, reduced } = listingChoices
  return {
    listingPrice: at('listingPrice', listingPrice),
    seenWithin: at('seenWithin', seenWithin),
    reduced: at('reduced', reduced),
  }
}

/** Writes the given values into the address; default values are omitted. */
function setProducts(params: URLSearchParams, change: Partial<ProductsAddress>): void {
  const set = (name: string, value: string) =>
    value ? params.set(name, value) : params.delete(name)
  if (change.scope) {
    for (const name of OF_SCOPE) params.delete(name)
    set('scope', change.scope === 'trending' ? '' : change.scope)
  }
  const { scope } = readProductsAddress(params)
  if (change.sortBy) set('sortBy', change.sortBy === scopeSorts[scope][0] ? '' : change.sortBy)
  if (change.title !== undefined) set('title', change.title.trim() && change.title)
  if (change.badges) set('badge', change.badges.join(','))
  for (const [name, value] of Object.entries(change.listing ?? {})) set(name, value)
}

/** Whether the products are narrowed besides their stores. */
export const narrowsProducts = ({ title, badges, listing }: ProductsAddress): boolean =>
  title !== '' || badges.length > 0 || Object.values(listing).some((value) => value !== '')
