import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listSavedStores } from '#contracts/saved.ts'
import { q } from '#web/api/query.ts'
import { savedQueryOf } from './saved-address.ts'
import { SavedList } from './saved-list.tsx'
import { StoreEntry } from './store-entry.tsx'
import { useSavedAddress } from './use-saved-list.ts'

export function SavedStores() {
  const view = useSavedAddress('stores')
  const found = useQuery({
    ...q(listSavedStores, { query: savedQueryOf(view.address) }),
    placeholderData: keepPreviousData,
  })
  return <SavedList view={view} found={found} Entry={StoreEntry} />
}
