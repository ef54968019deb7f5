import { useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useMemo, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { StoreId } from '#contracts/ids.ts'
import { readPeek } from '#web/lib/navigation/peek-address.ts'
import { leadsReturn } from '#web/lib/navigation/return-state.ts'
import { toastStore } from '#web/lib/toast.ts'
import { paths } from '#web/paths.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { UpgradeState } from '#web/ui/feedback/states.tsx'
import { type LookedList, usePeek } from '#web/ui/store/use-peek.ts'
import { BulkBar } from '#web/workspace/bulk/bulk-bar.tsx'
import { createTicks, useTickNotices } from '#web/workspace/bulk/ticks.ts'
import { LeadsContext, useLeadActions } from './lead-actions.tsx'
import { useLocalDay } from './lead-day.ts'
import { type LeadFilter, shownLead, shownLeads } from './lead-pages.ts'
import { LeadsBar } from './leads-bar.tsx'
import { type LeadsAddress, readLeads, TABLE_SIZE, withLeads } from './leads-address.ts'
import { LeadsSkeleton } from './leads-skeleton.tsx'
import type { ChangeTable } from './leads-table.tsx'
import { useStages } from './stages.tsx'
import { useLeadKeys } from './use-lead-keys.ts'

const views = {
  board: async () => ({ default: (await import('./board.tsx')).Board }),
  table: async () => ({ default: (await import('./leads-table.tsx')).LeadsTable }),
}
const Board = lazy(views.board)
const LeadsTable = lazy(views.table)

/** For the loader: the view of the address, which has the larger part of the code. */
export const prepareLeads = (search: URLSearchParams) => views[readLeads(search).view]()

/** They outlive the screen, so that Back from a store finds them. */
const leadTicks = createTicks<StoreId>()

/** The panel beside the leads: a look at one of them. */
type Props = { aside: (list: LookedList) => ReactNode }

/** The own leads by stage, as a board or as a table over the same rows. */
export function LeadsScreen({ aside }: Props) {
  const { t } = useTranslation('leads')
  const [params, setParams] = useSearchParams()
  const address = useMemo(() => readLeads(params), [params])
  const filter = useFilter(address)
  const stages = useStages(filter)
  const { actions, dialog } = useLeadActions()
  const peek = useLeadPeek()
  useTickNotices(leadTicks, JSON.stringify([filter.due, filter.q, address.view]))
  const hrefOf = (change: Parameters<typeof withLeads>[1]) =>
    `${paths.leads()}?${withLeads(params, change)}`
  const changeTable: ChangeTable = (change) =>
    setParams(withLeads(params, change), { preventScrollReset: true })
  const total =
    stages.data?.stages
      .filter(({ key }) => address.view === 'board' || key === (address.stage ?? key))
      .reduce((sum, { leads }) => sum + leads, 0) ?? null
  const looked = useLooked(address, total)
  return (
    <LeadsContext {...actions} stages={stages.data?.stages ?? []} ticks={leadTicks} peek={peek}>
      <LeadsBar
        address={address}
        hrefOf={hrefOf}
        onSearch={(q, isFirst) =>
          setParams(withLeads(params, { q }), { replace: !isFirst, preventScrollReset: true })
        }
        ask={actions.ask}
        total={total}
      />
      <div className="flex items-start">
        <Leads hrefOf={hrefOf}>
          <Loaded
            query={stages}
            title={t('failed')}
            skeleton={<LeadsSkeleton />}
            refusals={{
              403: ({ message }) => (
                <UpgradeState
                  title={t('upgrade.title')}
                  text={message}
                  action={t('upgrade.action')}
                />
              ),
            }}
          >
            {(board) => (
              <Suspense fallback={<LeadsSkeleton />}>
                {address.view === 'board' ? (
                  <Board
                    board={board}
                    address={address}
                    filter={filter}
                    onOrders={(orders) =>
                      setParams(withLeads(params, { orders }), { preventScrollReset: true })
                    }
                  />
                ) : (
                  <LeadsTable
                    address={address}
                    filter={filter}
                    onChange={changeTable}
                    hrefOf={(page) => hrefOf({ page })}
                  />
                )}
              </Suspense>
            )}
          </Loaded>
        </Leads>
        {aside(looked)}
      </div>
      {dialog}
    </LeadsContext>
  )
}

function useFilter({ due, q }: LeadsAddress): Omit<LeadFilter, 'sortBy'> {
  const today = useLocalDay()
  return useMemo(
    () => ({ due: due === 'all' ? undefined : due, q: q || undefined, today }),
    [due, q, today],
  )
}

function useLeadPeek() {
  const client = useQueryClient()
  const list = useMemo(
    () => ({
      get rows() {
        return shownLeads(client).map(({ store }) => store)
      },
      returnOf: leadsReturn,
    }),
    [client],
  )
  return usePeek(list)
}

/** The rows beside the store that is looked at: those of its column, or of the table. */
function useLooked({ view, page }: LeadsAddress, total: number | null): LookedList {
  const client = useQueryClient()
  const id = readPeek(useSearchParams()[0])
  const stage = id === null ? undefined : shownLead(client, id)?.stage
  const leads = shownLeads(client).filter((lead) => view === 'table' || lead.stage === stage)
  return {
    rows: leads.map(({ store }) => store),
    first: view === 'table' ? page * TABLE_SIZE : 0,
    total: view === 'table' ? total : leads.length,
    returnOf: leadsReturn,
  }
}

type LeadsProps = {
  hrefOf: (change: { view: LeadsAddress['view'] }) => string
  children: ReactNode
}

/** The leads and the bar over the ticked ones; its keys work in all of it. */
function Leads({ hrefOf, children }: LeadsProps) {
  const { t } = useTranslation('leads')
  const box = useRef<HTMLElement>(null)
  const isTold = useIsTold()
  useLeadKeys({ box, hrefOf: (view) => hrefOf({ view }) })
  return (
    <section
      id="results"
      ref={box}
      tabIndex={-1}
      aria-label={t('title')}
      data-told={isTold || undefined}
      className="min-w-0 flex-1 outline-none"
    >
      <BulkBar
        ticks={leadTicks}
        total={null}
        target={() => ({ storeIds: [...leadTicks.current().ids] })}
        actions={['unsave']}
        className="border-rule work:sticky work:top-[calc(var(--spacing-header)+var(--spacing-bar))] work:z-16 work:-mb-11 work:h-11 work:border-b"
      />
      {children}
    </section>
  )
}

/** A message is at the foot: the columns end above it. */
const useIsTold = () =>
  useSyncExternalStore(
    toastStore.subscribe,
    () => toastStore.current().some(({ line }) => line !== undefined),
    () => false,
  )
