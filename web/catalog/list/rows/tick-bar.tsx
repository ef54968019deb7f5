import type { StoreTarget } from '#contracts/workspace/bulk.ts'
import {
  type ListAddress,
  listQueryOf,
  savedViewOf,
  storesQueryOf,
} from '#web/catalog/list/list-address.ts'
import { dateQueryOf, NO_DATES } from '#web/lib/dates/date-selection.ts'
import { useSession } from '#web/lib/session/session.tsx'
import {
  BulkBar,
  countOf,
  ExportButton,
  targetsOf,
  useTicked,
  useTickNotices,
} from '#web/workspace/api.ts'
import { queryText } from './live-total.ts'
import { listTicks } from './tick-cells.tsx'

type Props = {
  address: ListAddress
  /** Null while unknown. */
  total: number | null
}

/**
 * Covers the head of the table, or on phones the bar above the list, so that it neither moves rows
 * nor hides any.
 */
export function TickBar({ address, total }: Props) {
  const session = useSession()
  const account = session.status === 'signed-in' ? session.user.id : ''
  useTickNotices(listTicks, JSON.stringify([account, storesQueryOf(address, address.view)]))
  return (
    <BulkBar
      ticks={listTicks}
      total={total}
      target={() => targetOf(address)}
      actions={['save', 'exclude']}
      className="z-16 border-b border-rule max-work:fixed max-work:inset-x-0 max-work:top-header max-work:h-bar work:sticky work:ms-11 work:ps-1 work:top-[calc(var(--spacing-header)+var(--spacing-bar))] work:-mb-thead work:h-thead"
    >
      <TickedExport address={address} total={total} />
    </BulkBar>
  )
}

/** The file has the order of the list, or that of the ticks. */
function TickedExport({ address, total }: Props) {
  const ticked = useTicked(listTicks)
  return (
    <ExportButton
      view={savedViewOf(address.view)}
      query={listQueryOf(address)}
      targets={targetsOf(ticked)}
      total={countOf(ticked, total)}
      isInBar
    />
  )
}

/** The ticked stores; of all matches, the query of the list and the exceptions. */
function targetOf(address: ListAddress): StoreTarget {
  const targets = targetsOf(listTicks.current())
  if (targets.storeIds) return { storeIds: targets.storeIds }
  const query = queryText(storesQueryOf({ ...address, dates: NO_DATES }, address.view))
  return { query, found: dateQueryOf(address.dates), except: targets.except }
}
