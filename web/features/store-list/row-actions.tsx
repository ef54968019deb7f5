import { useQueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useMemo, useRef, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { getStoreDetails } from '#contracts/stores.ts'
import { q } from '#web/api/query.ts'
import { listReturn } from '#web/lib/list-return.ts'
import { paths } from '#web/paths.ts'

type RowActions = {
  /** Opens the store's page, which leads back to this list. */
  open: (slug: string) => void
  prefetch: (slug: string) => void
}

const RowActionsContext = createContext<RowActions | null>(null)

/** Keeps the functions stable while the list is open, so that no row re-renders when the address changes. */
export function RowActionsProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const { search } = useLocation()
  const navigate = useNavigate()
  const latest = useRef({ search, navigate })
  useEffect(() => {
    latest.current = { search, navigate }
  })
  const actions = useMemo<RowActions>(
    () => ({
      open(slug) {
        const { navigate, search } = latest.current
        void navigate(paths.listStore(slug), { state: listReturn(search) })
      },
      prefetch: (slug) => void client.prefetchQuery(q(getStoreDetails, { params: { id: slug } })),
    }),
    [client],
  )
  return <RowActionsContext value={actions}>{children}</RowActionsContext>
}

export function useRowActions(): RowActions {
  const actions = use(RowActionsContext)
  if (!actions) throw new Error('no RowActionsProvider above this row')
  return actions
}
