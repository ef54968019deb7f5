import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResponseOf } from '#contracts/endpoint.ts'
import {
  type DisplayedView,
  getListView,
  type ListColumn,
  type ListDisplay,
  putListView,
} from '#contracts/workspace/list-views.ts'
import {
  listSavedSearches,
  type SavedSearch,
  updateSavedSearch,
} from '#contracts/workspace/saved-searches.ts'
import { q, useReload } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import {
  DEFAULT_SORT,
  isAboutScore,
  type ListAddress,
  type savedSearchOf,
} from '#web/catalog/list/list-address.ts'
import { type ChangeList, listViewQuery } from '#web/catalog/list/list-change.ts'
import { usualColumns } from '#web/catalog/list/rows/store-columns.tsx'
import { useFailureNotice } from '#web/ui/form/form-call.tsx'
import { useSearches } from '#web/workspace/api.ts'

const usualDisplay = (view: DisplayedView): ListDisplay => ({
  columns: [...usualColumns[view]],
  density: 'comfortable',
  sortBy: DEFAULT_SORT.by,
  sortDirection: DEFAULT_SORT.direction,
})

/** How the list of an address is shown: as its saved search says, else as the account does. */
export function useListDisplay(view: DisplayedView, shown: Shown) {
  const { data: views } = useQuery(listViewQuery)
  const search = useShownSearch(shown)
  const store = useStoreDisplay(view)
  const own = search?.display ?? views?.[view] ?? null
  const display = useMemo(() => own ?? usualDisplay(view), [own, view])
  const ofSearch = search?.display ? search : null
  return {
    display,
    /** The saved search that the list shows, if it shows one. */
    search,
    /** Whether the display differs from the product's own. */
    isOwn: own !== null,
    /** Shows and stores it: for the search if that has its own display, else as the default. */
    change: (to: Partial<ListDisplay>) => store({ ...display, ...to }, ofSearch),
    /** Back to the product's own choice, or to the default view. */
    reset: () => store(null, ofSearch),
    /** Whether the search has its own display. */
    setOfSearch: (isOn: boolean) => search && store(isOn ? display : null, search),
  }
}

export type ListDisplayState = ReturnType<typeof useListDisplay>

type Shown = ReturnType<typeof savedSearchOf>

function useShownSearch({ view, query }: Shown): SavedSearch | null {
  const { data } = useSearches()
  return data?.searches.find((search) => search.view === view && search.query === query) ?? null
}

type Views = ResponseOf<typeof getListView>
type Searches = ResponseOf<typeof listSavedSearches>

/** Shows the change at once; a failure returns to what the server holds. */
function useStoreDisplay(view: DisplayedView) {
  const client = useQueryClient()
  const { t } = useTranslation('list')
  const fail = useFailureNotice()
  const reload = useReload()
  const onError = (error: unknown) => {
    fail('list-view', t('display.failed'), error)
    void reload(getListView, listSavedSearches)
  }
  // One after the other, so that the last choice wins. An answer read in between would undo it.
  const options = { scope: { id: putListView.name }, onError }
  const put = useCall(putListView, options)
  const update = useCall(updateSavedSearch, options)
  return (display: ListDisplay | null, search: SavedSearch | null) => {
    if (search) {
      client.setQueryData<Searches>(
        q(listSavedSearches, {}).queryKey,
        (all) =>
          all && {
            ...all,
            searches: all.searches.map((each) =>
              each.id === search.id ? { ...each, display } : each,
            ),
          },
      )
      update.mutate({ params: { id: search.id }, body: { ...search, display } })
      return
    }
    client.setQueryData<Views>(
      listViewQuery.queryKey,
      (views) => views && { ...views, [view]: display },
    )
    put.mutate({ body: { view, display } })
  }
}

/** An address that names no order is shown in that of the display. */
export function useDisplayedOrder(
  params: URLSearchParams,
  { view, page }: Pick<ListAddress, 'view' | 'page'>,
  { sortBy, sortDirection }: ListDisplay,
  change: ChangeList,
): void {
  const isUsual = sortBy === DEFAULT_SORT.by && sortDirection === DEFAULT_SORT.direction
  const isMissing = view !== 'products' && !params.has('sortBy') && !isUsual
  useEffect(() => {
    if (isMissing)
      change({ sort: { by: sortBy, direction: sortDirection }, page }, { replace: true })
  }, [isMissing, sortBy, sortDirection, page, change])
}

/** Of an order or a filter by score the list shows the scores, before the reader's own columns. */
export const displayedColumns = (
  { columns }: Pick<ListDisplay, 'columns'>,
  address: Pick<ListAddress, 'sort' | 'filters'>,
): readonly ListColumn[] =>
  isAboutScore(address) && !columns.includes('score') ? ['score', ...columns] : columns

/** The address asks for scores while the display has their column. */
export function useDisplayedScores(
  { view, page, hasScores }: Pick<ListAddress, 'view' | 'page' | 'hasScores'>,
  { columns }: Pick<ListDisplay, 'columns'>,
  change: ChangeList,
): void {
  const wants = view !== 'products' && columns.includes('score')
  useEffect(() => {
    if (wants !== hasScores) change({ hasScores: wants, page }, { replace: true })
  }, [wants, hasScores, page, change])
}
