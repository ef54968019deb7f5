import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listSavedProducts } from '#contracts/saved.ts'
import { q } from '#web/api/query.ts'
import { savedQueryOf } from './saved-address.ts'
import { SavedList } from './saved-list.tsx'
import { ProductEntry } from './product-entry.tsx'
import { useSavedAddress } from './use-saved-list.ts'

export function SavedProducts() {
  const view = useSavedAddress('products')
  const found = useQuery({
    ...q(listSavedProducts, { query: savedQueryOf(view.address) }),
    placeholderData: keepPreviousData,
  })
  return <SavedList view={view} found={found} Entry={ProductEntry} />
}
