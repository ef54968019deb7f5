import { useQueryClient } from '@tanstack/react-query'
import {
  createContext,
  type MouseEvent,
  type ReactNode,
  use,
  useEffect,
  useMemo,
  useRef,
} from 'react'
import { useLocation, useNavigate } from 'react-router'
import { getStoreDetails, type StoreSummary } from '#contracts/catalog/stores.ts'
import { q } from '#web/api/query.ts'
import type { ListAddress } from '#web/catalog/list/list-address.ts'
import { listReturn } from '#web/lib/navigation/return-state.ts'
import { paths } from '#web/paths.ts'

/**
 * The row's link. It covers the whole row and prefetches the store on hover, so that the page opens
 * at once. Not the router's link, because that one re-renders in every row whenever anything in the
 * address changes.
 */
export function RowLink({ store: { slug, name } }: { store: StoreSummary }) {
  const { open, prefetch } = useRowActions()
  return (
    <a
      href={paths.listStore(slug)}
      data-row-link
      onClick={(event) => {
        if (!isPlain(event)) return
        event.preventDefault()
        open(slug)
      }}
      onPointerEnter={() => prefetch(slug)}
      onFocus={() => prefetch(slug)}
      title={name}
      className="max-w-full shrink-0 overflow-clip text-sm font-semibold text-ellipsis whitespace-nowrap text-ink after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-sm focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
    >
      {name}
    </a>
  )
}

/** The browser handles every other click: new tab, new window, download. */
const isPlain = ({
  button,
  metaKey,
  ctrlKey,
  shiftKey,
  altKey,
  defaultPrevented,
}: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey && !defaultPrevented

type RowActions = {
  /** Opens the store's page, which leads back to this list. */
  open: (slug: string) => void
  prefetch: (slug: string) => void
}

const RowActionsContext = createContext<RowActions | null>(null)

type ProviderProps = {
  address: ListAddress
  rows: readonly StoreSummary[]
  children: ReactNode
}

/**
 * Keeps the functions stable while the list is open, so that no row re-renders when the address
 * changes.
 */
export function RowActionsProvider({ address, rows, children }: ProviderProps) {
  const client = useQueryClient()
  const { search } = useLocation()
  const navigate = useNavigate()
  const latest = useRef({ search, navigate, address, rows })
  useEffect(() => {
    latest.current = { search, navigate, address, rows }
  })
  const actions = useMemo<RowActions>(
    () => ({
      open(slug) {
        const { navigate, search, address, rows } = latest.current
        // Rows that were loaded below the page belong to the pages after it.
        const at = rows.findIndex((store) => store.slug === slug)
        const page = address.page + Math.floor(at / address.size)
        void navigate(paths.listStore(slug), { state: listReturn(search, page) })
      },
      prefetch: (slug) => void client.prefetchQuery(q(getStoreDetails, { params: { id: slug } })),
    }),
    [client],
  )
  return <RowActionsContext value={actions}>{children}</RowActionsContext>
}

function useRowActions(): RowActions {
  const actions = use(RowActionsContext)
  if (!actions) throw new Error('no RowActionsProvider above this row')
  return actions
}
