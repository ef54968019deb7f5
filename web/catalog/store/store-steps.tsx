import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { getStoreDetails, listStores, type StoreSummary } from '#contracts/catalog/stores.ts'
import { q } from '#web/api/query.ts'
import { type ListAddress, listQueryOf, readAddress } from '#web/catalog/list/list-address.ts'
import { type Step, Steps } from '#web/catalog/steps.tsx'
import { type ListReturn, readListReturn } from '#web/lib/navigation/return-state.ts'
import { paths } from '#web/paths.ts'

/** Place and neighbours of a store in the list that led to it; nothing without such a list. */
export function StoreSteps({ slug }: { slug: string }) {
  const { state } = useLocation()
  const back = readListReturn(state)
  if (back?.listPage === undefined) return null
  return <StepsInList slug={slug} back={back} page={back.listPage} />
}

type Props = { slug: string; back: ListReturn; page: number }

function StepsInList({ slug, back, page }: Props) {
  const { t } = useTranslation('list')
  const { search } = useLocation()
  const address = readAddress(new URLSearchParams(back.listSearch))
  const place = usePlace(slug, address, page)
  usePrefetched(place?.next?.slug)
  if (!place) return null
  const stepTo = (store: StoreSummary | undefined, at: number): Step | null =>
    store
      ? {
          to: { pathname: paths.listStore(store.slug), search: tabOf(search) },
          name: store.name,
          state: { ...back, listPage: Math.floor((at - 1) / address.size) },
        }
      : null
  return (
    <Steps
      at={place.at}
      total={place.total}
      previous={stepTo(place.previous, place.at - 1)}
      next={stepTo(place.next, place.at + 1)}
      effect={t('keys.move')}
    />
  )
}

/** The same tab of the next store, without the page and the filters within it. */
function tabOf(search: string): string {
  const tab = new URLSearchParams(search).get('tab')
  return tab === null ? '' : `?tab=${tab}`
}

/**
 * Reads the page of the list on which the store was, and its neighbour when the store is the first
 * or the last there, or when newer stores have moved it off the page.
 */
function usePlace(slug: string, address: ListAddress, page: number) {
  const here = usePageOfList(address, page)
  const isHere = (store: StoreSummary | undefined) => store?.slug === slug
  const stores = here.data?.content
  const isAway = stores !== undefined && !stores.some(isHere)
  const before = usePageOfList(address, page - 1, page > 0 && (isAway || isHere(stores?.[0])))
  const after = usePageOfList(
    address,
    page + 1,
    page + 1 < (here.data?.totalPages ?? 0) && (isAway || isHere(stores?.at(-1))),
  )
  if (!here.data) return null
  const rows = [before, here, after].flatMap(({ data }) => data?.content ?? [])
  const unique = [...new Map(rows.map((store) => [store.id, store])).values()]
  const index = unique.findIndex(isHere)
  if (index === -1) return null
  const { [index - 1]: previous, [index + 1]: next } = unique
  const at = (before.data ? page - 1 : page) * address.size + index + 1
  return { at, total: here.data.totalElements, previous, next }
}

const usePageOfList = (address: ListAddress, page: number, enabled = true) =>
  useQuery({ ...q(listStores, { query: listQueryOf({ ...address, page }) }), enabled })

/** As the pointer on a row of the list does. */
export function usePrefetched(slug: string | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (slug !== undefined) void client.prefetchQuery(q(getStoreDetails, { params: { id: slug } }))
  }, [client, slug])
}
