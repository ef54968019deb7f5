import { isDay, type Day, type DateQuery } from '#contracts/dates.ts'
import type { LaunchStatus } from '#contracts/facts.ts'
import type { StoreSort } from '#contracts/stores.ts'
import { boundsOf, dateQueryOf, NO_DATES, spanOf, type DateSelection } from '#web/lib/date-selection.ts'

export const pageSizes = [20, 50, 100] as const
export type PageSize = (typeof pageSizes)[number]

type SortDirection = 'ASC' | 'DESC'
export type ListSort = { by: StoreSort; direction: SortDirection }

const sortFields: readonly StoreSort[] = ['foundAt', 'visibleAt', 'name', 'productCount', 'country']
const DEFAULT_SORT: ListSort = { by: 'foundAt', direction: 'DESC' }

/** What the address of the list says. `picked` is what was chosen before, `dates` is what the list asks for. */
export type ListAddress = {
  picked: DateSelection
  dates: DateSelection
  launchStatus: LaunchStatus
  sort: ListSort
  /** 0-based. */
  page: number
  size: PageSize
}

export function readAddress(params: URLSearchParams): ListAddress {
  const picked = datesAt(params, 'date', 'date') ?? datesAt(params, 'startDate', 'endDate') ?? NO_DATES
  return {
    picked,
    dates: datesAt(params, 'filterStartDate', 'filterEndDate') ?? picked,
    launchStatus: params.get('launchStatus') === 'established' ? 'established' : 'new',
    sort: {
      by: sortFields.find((field) => field === params.get('sortBy')) ?? DEFAULT_SORT.by,
      direction: params.get('sortDirection')?.toUpperCase() === 'ASC' ? 'ASC' : 'DESC',
    },
    page: wholeNumber(params.get('page')),
    size: pageSizes.find((size) => String(size) === params.get('size')) ?? pageSizes[0],
  }
}

/** One end alone means that day. */
function datesAt(params: URLSearchParams, first: string, last: string): DateSelection | null {
  const [from, to] = [dayAt(params, first), dayAt(params, last)]
  const [start, end] = [from ?? to, to ?? from]
  return start && end ? spanOf(start, end) : null
}

function dayAt(params: URLSearchParams, name: string): Day | null {
  const text = params.get(name)
  return text && isDay(text) ? text : null
}

const wholeNumber = (text: string | null) => (text && /^\d{1,6}$/.test(text) ? Number(text) : 0)

export type ListChange = Partial<Omit<ListAddress, 'picked'>>

/** The address after a change. Whatever changes what is listed leads back to the first page; the rest stays. */
export function withChange(params: URLSearchParams, change: ListChange): URLSearchParams {
  const next = new URLSearchParams(params)
  const set = (name: string, value: string | null) => (value ? next.set(name, value) : next.delete(name))
  if (change.dates) {
    const bounds = boundsOf(change.dates)
    set('filterStartDate', bounds?.from ?? null)
    set('filterEndDate', bounds?.to ?? null)
    // Without a filter the picked dates would speak again.
    if (!bounds) for (const name of ['mode', 'date', 'startDate', 'endDate']) next.delete(name)
  }
  if (change.launchStatus) set('launchStatus', change.launchStatus === 'new' ? null : change.launchStatus)
  if (change.sort) {
    const isDefault = change.sort.by === DEFAULT_SORT.by && change.sort.direction === DEFAULT_SORT.direction
    set('sortBy', isDefault ? null : change.sort.by)
    set('sortDirection', isDefault ? null : change.sort.direction)
  }
  if (change.size) set('size', change.size === pageSizes[0] ? null : String(change.size))
  set('page', change.page ? String(change.page) : null)
  return next
}

export type ListQuery = DateQuery & {
  page: string
  size: string
  sortBy: StoreSort
  sortDirection: SortDirection
  launchStatus: LaunchStatus
}

/** The query of the call behind the list. */
export const listQueryOf = ({ dates, launchStatus, sort, page, size }: ListAddress): ListQuery => ({
  ...dateQueryOf(dates),
  page: String(page),
  size: String(size),
  sortBy: sort.by,
  sortDirection: sort.direction,
  launchStatus,
})
