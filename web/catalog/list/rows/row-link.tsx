import { createContext, type ReactNode, use, useMemo } from 'react'
import type { StoreSummary } from '#contracts/catalog/stores.ts'
import { type ListAddress, pageAt } from '#web/catalog/list/list-address.ts'
import { listReturn } from '#web/lib/navigation/return-state.ts'
import { type PeekActions, peekLink, usePeek } from '#web/ui/store/use-peek.ts'

/** The row's link. It covers the whole row and prefetches the store on hover, so that the page opens at once. */
export function RowLink({ store }: { store: StoreSummary }) {
  return (
    <a
      {...peekLink({ store, ...useRowActions() })}
      title={store.name}
      className="max-w-full min-w-0 overflow-clip text-sm font-semibold text-ellipsis whitespace-nowrap text-ink after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-sm focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
    >
      {store.name}
    </a>
  )
}

const RowActionsContext = createContext<PeekActions | null>(null)

type ProviderProps = {
  address: ListAddress
  rows: readonly StoreSummary[]
  children: ReactNode
}

export function RowActionsProvider({ address, rows, children }: ProviderProps) {
  const list = useMemo(
    () => ({
      rows,
      returnOf: (search: string, at: number) => listReturn(search, pageAt(address, at)),
    }),
    [address, rows],
  )
  return <RowActionsContext value={usePeek(list)}>{children}</RowActionsContext>
}

function useRowActions(): PeekActions {
  const actions = use(RowActionsContext)
  if (!actions) throw new Error('no RowActionsProvider above this row')
  return actions
}
