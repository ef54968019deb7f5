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

type Row = Pick<StoreSummary, 'id' | 'slug' | 'name'>

/** The rows beside which one looks at a store. */
export type LookedList = {
  rows: readonly Row[]
  /** Place of the first row in the whole list, 0-based. */
  first: number
  /** Null while unknown. */
  total: number | null
  /** The way back from a store's page, for the row at this place of `rows`. */
  returnOf: (search: string, at: number) => ListReturn
}

export type PeekActions = {
  /**
   * Opens the store beside the list where there is room, otherwise its page, which leads back to this
   * list. Keys that open the same store again open its page.
   */
  open: (slug: string, by: PeekState['peek']) => void
  /** An open look moves with the focus. */
  follow: (slug: string) => void
  prefetch: (slug: string) => void
}

/** Stable while the list is open, so that no row re-renders when the address changes. */
export function usePeek(list: Pick<LookedList, 'rows' | 'returnOf'>): PeekActions {
  const client = useQueryClient()
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const latest = useRef({ search, state, navigate, list })
  useEffect(() => {
    latest.current = { search, state, navigate, list }
  })
  return useMemo<PeekActions>(() => {
    const peek = ({ id, slug }: Row, by: PeekState['peek']) => {
      const { navigate, search: before, state: opened } = latest.current
      const isOpen = readPeek(before) !== null
      const [search, state] = [`?${withPeek(before, id)}`, isOpen ? opened : { peek: by }]
      latest.current = { ...latest.current, search, state }
      markRow(slug)
      void navigate({ search }, { replace: isOpen, state, preventScrollReset: true })
    }
    return {
      open(slug, by) {
        const { navigate, search, list } = latest.current
        const at = list.rows.findIndex((store) => store.slug === slug)
        const store = list.rows[at]
        const hasRoom = matchMedia(ROOM_FOR_PEEK).matches
        if (hasRoom && store && store.id !== readPeek(search)) peek(store, by)
        else if (!hasRoom || by === 'keys')
          void navigate(paths.listStore(slug), { state: list.returnOf(search, at) })
      },
      follow(slug) {
        const { search, list } = latest.current
        const store = list.rows.find((each) => each.slug === slug)
        const shown = readPeek(search)
        if (store && shown !== null && shown !== store.id) peek(store, 'pointer')
      },
      prefetch: (slug) => void client.prefetchQuery(q(getStoreDetails, { params: { id: slug } })),
    }
  }, [client])
}

type LinkProps = { slug: string } & PeekActions

/** Of a row's link that opens its store. Not the router's, which renders again with each address. */
export const peekLink = ({ slug, open, follow, prefetch }: LinkProps) => ({
  href: paths.listStore(slug),
  'data-row-link': true,
  onClick(event: MouseEvent) {
    if (!isPlain(event)) return
    event.preventDefault()
    // A key that presses a link sends a click without a button's count.
    open(slug, event.detail === 0 ? 'keys' : 'pointer')
  },
  onPointerEnter: () => prefetch(slug),
  onFocus() {
    prefetch(slug)
    follow(slug)
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
