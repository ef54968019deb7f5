import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { listStores } from '#contracts/catalog/stores.ts'
import { MAX_RANGE_DAYS } from '#contracts/dates.ts'
import { q } from '#web/api/query.ts'
import { useToday } from '#web/lib/dates/calendar.ts'
import { isTooLong, shortened } from '#web/lib/dates/date-selection.ts'
import { useIsLate } from '#web/lib/debounced-value.ts'
import { withPeek } from '#web/lib/navigation/peek-address.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { WorkBar } from '#web/ui/work-bar.tsx'
import { DayPicker } from './day-picker.tsx'
import { type ListAddress, listQueryOf, readAddress } from './list-address.ts'
import {
  type ChangeList,
  prefetchRows,
  RequestedAddressContext,
  useListChange,
} from './list-change.ts'
import { DatesNote, ListScreen } from './list-screen.tsx'

/**
 * The list for the address. A press takes effect at once on the pressed control, and elsewhere
 * together with the new rows.
 */
export function StoreList() {
  // Looking at another store does not change the list.
  const search = withPeek(useSearchParams()[0], null)
  const step = useMemo(() => {
    const params = new URLSearchParams(search)
    return { params, address: readAddress(params) }
  }, [search])
  const rendered = useRenderedStep(step)
  const { change, changeFilter } = useListChange(step.params)
  const requested = useMemo(
    () => ({ address: step.address, isAhead: rendered !== step }),
    [step, rendered],
  )
  return (
    <RequestedAddressContext value={requested}>
      {isTooLong(rendered.address.dates) ? (
        <LongRange {...rendered} change={change} />
      ) : (
        <ListScreen {...rendered} change={change} changeFilter={changeFilter} />
      )}
    </RequestedAddressContext>
  )
}

type LongRangeProps = { params: URLSearchParams; address: ListAddress; change: ChangeList }

/**
 * The server would refuse such a long range; this message offers the nearest range that it accepts.
 */
function LongRange({ params, address, change }: LongRangeProps) {
  const { t } = useTranslation(['list', 'date-picker'])
  const most = MAX_RANGE_DAYS
  return (
    <>
      <WorkBar>
        <DayPicker today={useToday()} change={change} />
      </WorkBar>
      <DatesNote params={params} address={address} />
      <EmptyState
        title={t('list:tooLong.title')}
        action={
          <>
            <Button onClick={() => change({ dates: shortened(address.dates) })}>
              {t('date-picker:tooLong.shorten', { most })}
            </Button>
            <LinkButton to={paths.app()} variant="secondary">
              {t('date-picker:unreadable.choose')}
            </LinkButton>
          </>
        }
      >
        {t('date-picker:tooLong.text', { most })}
      </EmptyState>
    </>
  )
}

/** Short enough to go unnoticed; after that, the list shows that it is waiting. */
const LATE_AFTER_MS = 150

/**
 * The address to render: the requested one once its rows have arrived, until then the previous one,
 * though not for long. A change within the list thus renders once, with its rows, instead of first
 * without them.
 */
function useRenderedStep<Step extends { address: ListAddress }>(requested: Step): Step {
  const client = useQueryClient()
  const [rendered, setRendered] = useState(requested)
  const isLoaded = useIsLoaded(requested.address)
  const isWaiting =
    rendered !== requested && keepsPreviousData(rendered.address, requested.address, isLoaded)
  const isLate = useIsLate(isWaiting, LATE_AFTER_MS)
  useEffect(() => {
    // Back and Forward start no call themselves.
    if (isWaiting) void prefetchRows(client, requested.address)
  }, [client, isWaiting, requested])
  if (isWaiting && !isLate) return rendered
  if (rendered !== requested) setRendered(requested)
  return requested
}

/** Whether the server has answered or refused the call. */
function useIsLoaded(address: ListAddress): boolean {
  const cache = useQueryClient().getQueryCache()
  const hash = useMemo(
    () => hashKey(q(listStores, { query: listQueryOf(address) }).queryKey),
    [address],
  )
  const read = () => (cache.get(hash)?.state.status ?? 'pending') !== 'pending'
  return useSyncExternalStore(
    useCallback((listener: () => void) => cache.subscribe(listener), [cache]),
    read,
    read,
  )
}

/**
 * Whether the rendered rows may stay until the requested rows arrive. A different view has a
 * different screen, which appears at once; products use a different call.
 */
export const keepsPreviousData = (
  rendered: ListAddress,
  requested: ListAddress,
  isLoaded: boolean,
): boolean => !isLoaded && rendered.view === requested.view && requested.view !== 'products'
