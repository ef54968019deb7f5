import { useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, useEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { getStoreDetails, type StoreSummary } from '#contracts/catalog/stores.ts'
import { q } from '#web/api/query.ts'
import {
  markRow,
  type PeekState,
  readPeek,
  ROOM_FOR_PEEK,
  withPeek,
} from '#web/lib/navigation/peek-address.ts'
import type { ListReturn } from '#web/lib/navigation/return-state.ts'
import { paths } from '#web/paths.ts'

/** Its own store: the rows of the list may be on their way, in another order. */
type Row = Pick<StoreSummary, 'id' | 'slug'>

/** The rows beside which one looks at a store. */
export type LookedList = {
  rows: readonly (Row & Pick<StoreSummary, 'name'>)[]
  /** Place of the first row in the whole list, 0-based. */
  first: number
  /** Null while unknown. */
  total: number | null
  /** The way back from a store's page, for the row at this place of `rows`. */
  returnOf: (search: string, at: number) => ListReturn
}

export type PeekActions = ReturnType<typeof usePeek>

/** Stable while the list is open, so that no row re-renders when the address changes. */
export function usePeek(list: Pick<LookedList, 'rows' | 'returnOf'>) {
  const client = useQueryClient()
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const latest = useRef({ search, state, navigate, list })
  useEffect(() => {
    latest.current = { search, state, navigate, list }
  })
  return useMemo(() => {
    const peek = ({ id, slug }: Row, by: PeekState['peek']) => {
      const { navigate, search: before, state: opened } = latest.current
      const isOpen = readPeek(before) !== null
      const [search, state] = [`?${withPeek(before, id)}`, isOpen ? opened : { peek: by }]
      latest.current = { ...latest.current, search, state }
      markRow(slug)
      void navigate({ search }, { replace: isOpen, state, preventScrollReset: true })
    }
    return {
      /**
       * Opens the store beside the list where there is room, otherwise its page, which leads back
       * to this list. Keys that open the same store again open its page.
       */
      open(row: Row, by: PeekState['peek']) {
        const { navigate, search, list } = latest.current
        const hasRoom = matchMedia(ROOM_FOR_PEEK).matches
        if (hasRoom && row.id !== readPeek(search)) return peek(row, by)
        if (hasRoom && by === 'pointer') return
        const at = list.rows.findIndex(({ id }) => id === row.id)
        void navigate(paths.listStore(row.slug), { state: list.returnOf(search, Math.max(0, at)) })
      },
      /** An open look moves with the focus. */
      follow(row: Row) {
        const shown = readPeek(latest.current.search)
        if (shown !== null && shown !== row.id) peek(row, 'pointer')
      },
      prefetch: (slug: string) =>
        void client.prefetchQuery(q(getStoreDetails, { params: { id: slug } })),
    }
  }, [client])
}

type LinkProps = { store: Row } & PeekActions

/** Of a row's link that opens its store. Not the router's, which renders again with each address. */
export const peekLink = ({ store, open, follow, prefetch }: LinkProps) => ({
  href: paths.listStore(store.slug),
  'data-row-link': true,
  onClick(event: MouseEvent) {
    if (!isPlain(event)) return
    event.preventDefault()
    // A key that presses a link sends a click without a button's count.
    open(store, event.detail === 0 ? 'keys' : 'pointer')
  },
  onPointerEnter: () => prefetch(store.slug),
  onFocus() {
    prefetch(store.slug)
    follow(store)
  },
})

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
