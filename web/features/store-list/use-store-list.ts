import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { listStores } from '#contracts/stores.ts'
import type { Day } from '#contracts/dates.ts'
import { q } from '#web/api/query.ts'
import { includesDay } from '#web/lib/date-selection.ts'
import { paths } from '#web/paths.ts'
import { listQueryOf, readAddress, withChange, type ListAddress, type ListChange } from './list-address.ts'
import { useFreshRows } from './use-fresh-rows.ts'

const LOOK_AGAIN_EVERY_MS = 10_000

/** The list that the address describes, and how to change it. */
export function useStoreList(today: Day) {
  const [params, setParams] = useSearchParams()
  const address = readAddress(params)
  const listKey = JSON.stringify(listQueryOf(address))
  const stores = useQuery({
    ...q(listStores, { query: listQueryOf(address) }),
    placeholderData: keepPreviousData,
    refetchInterval: isGrowing(address, today) && LOOK_AGAIN_EVERY_MS,
  })
  const fresh = useFreshRows(listKey, stores.isPlaceholderData ? undefined : stores.data?.content)
  return {
    address,
    stores,
    fresh,
    change: (to: ListChange) => setParams(withChange(params, to), { preventScrollReset: !('page' in to) }),
    hrefOf: (to: ListChange) => `${paths.list()}?${withChange(params, to)}`,
  }
}

/** New stores turn up on today's first page. */
const isGrowing = ({ dates, page }: ListAddress, today: Day): boolean =>
  page === 0 && includesDay(dates, today)
