import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router'
import { getStoreDetails, type StoreSummary } from '#contracts/stores.ts'
import { q } from '#web/api/query.ts'
import { listReturn } from '#web/lib/list-return.ts'
import { paths } from '#web/paths.ts'

/** The row's link: it covers the whole row, and points at the store before it is clicked, so that the page opens at once. */
export function RowLink({ store }: { store: StoreSummary }) {
  const client = useQueryClient()
  const { search } = useLocation()
  const prefetch = () => void client.prefetchQuery(q(getStoreDetails, { params: { id: store.slug } }))
  return (
    <Link
      to={paths.listStore(store.slug)}
      state={listReturn(search)}
      data-row-link
      onPointerEnter={prefetch}
      onFocus={prefetch}
      className="block truncate font-semibold text-ink after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-sm focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
    >
      {store.name}
    </Link>
  )
}
