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
import { type ListAddress, pageAt } from '#web/catalog/list/list-address.ts'
import {
  markRow,
  type PeekState,
  readPeek,
  ROOM_FOR_PEEK,
  withPeek,
} from '#web/catalog/list/quick-look/peek-address.ts'
import { listReturn } from '#web/lib/navigation/return-state.ts'
import { paths } from '#web/paths.ts'

/**
 * The row's link. It covers the whole row and prefetches the store on hover, so that the page opens
 * at once. Not the router's link, because that one re-renders in every row whenever anything in the
 * address changes.
 */
export function RowLink({ store: { slug, name } }: { store: StoreSummary }) {
  const { open, follow, prefetch } = useRowActions()
  return (
    <a
      href={paths.listStore(slug)}
      data-row-link
      onClick={(event) => {
        if (!isPlain(event)) return
        event.preventDefault()
        // A key that presses a link sends a click without a button's count.
        open(slug, event.detail === 0 ? 'keys' : 'pointer')
      }}
      onPointerEnter={() => prefetch(slug)}
      onFocus={() => {
        prefetch(slug)
        follow(slug)
      }}
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
  /**
   * Opens the store beside the list where there is room, otherwise its page, which leads back to this
   * list. Keys that open the same store again open its page.
   */
  open: (slug: string, by: PeekState['peek']) => void
  /** An open look moves with the focus. */
  follow: (slug: string) => void
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
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const latest = useRef({ search, state, navigate, address, rows })
  useEffect(() => {
    latest.current = { search, state, navigate, address, rows }
  })
  const actions = useMemo<RowActions>(() => {
    const peek = ({ id, slug }: StoreSummary, by: PeekState['peek']) => {
      const { navigate, search: before, state: opened } = latest.current
      const isOpen = readPeek(before) !== null
      const [search, state] = [`?${withPeek(before, id)}`, isOpen ? opened : { peek: by }]
      latest.current = { ...latest.current, search, state }
      markRow(slug)
      void navigate({ search }, { replace: isOpen, state, preventScrollReset: true })
    }
    return {
      open(slug, by) {
        const { navigate, search, address, rows } = latest.current
        const at = rows.findIndex((store) => store.slug === slug)
        const store = rows[at]
        const hasRoom = matchMedia(ROOM_FOR_PEEK).matches
        if (hasRoom && store && store.id !== readPeek(search)) peek(store, by)
        else if (!hasRoom || by === 'keys')
          void navigate(paths.listStore(slug), { state: listReturn(search, pageAt(address, at)) })
      },
      follow(slug) {
        const { search, rows } = latest.current
        const store = rows.find((each) => each.slug === slug)
        const shown = readPeek(search)
        if (store && shown !== null && shown !== store.id) peek(store, 'pointer')
      },
      prefetch: (slug) => void client.prefetchQuery(q(getStoreDetails, { params: { id: slug } })),
    }
  }, [client])
  return <RowActionsContext value={actions}>{children}</RowActionsContext>
}

function useRowActions(): RowActions {
  const actions = use(RowActionsContext)
  if (!actions) throw new Error('no RowActionsProvider above this row')
  return actions
}
