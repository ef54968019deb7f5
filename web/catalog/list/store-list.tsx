import { hashKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { MAX_RANGE_DAYS } from '#contracts/dates.ts'
import { listStores } from '#contracts/stores/stores.ts'
import { q } from '#web/api/query.ts'
import { isTooLong, shortened } from '#web/lib/dates/date-selection.ts'
import { useIsLate } from '#web/lib/debounced-value.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/states.tsx'
import { type ListAddress, listQueryOf, readAddress } from './list-address.ts'
import { type ChangeList, RequestedAddressContext, useListChange } from './list-change.ts'
import { ListHero, ListScreen } from './list-screen.tsx'
import { prefetchRows } from './prefetch-rows.ts'

/** The list for the address. A press takes effect at once on the pressed control, and elsewhere together with the new rows. */
export function StoreList() {
  const [params] = useSearchParams()
  const step = useMemo(() => ({ params, address: readAddress(params) }), [params])
  const drawn = useRowsFirst(step)
  const { change, changeFilter } = useListChange(params)
  const asked = useMemo(() => ({ address: step.address, isAhead: drawn !== step }), [step, drawn])
  if (isTooLong(drawn.address.dates)) return <LongRange {...drawn} change={change} />
  return (
    <RequestedAddressContext value={asked}>
      <ListScreen {...drawn} change={change} changeFilter={changeFilter} />
    </RequestedAddressContext>
  )
}

type LongRangeProps = { params: URLSearchParams; address: ListAddress; change: ChangeList }

/** The server would refuse such a long range; this message offers the nearest range that it accepts. */
function LongRange({ params, address, change }: LongRangeProps) {
  const { t } = useTranslation(['list', 'date-picker'])
  const most = MAX_RANGE_DAYS
  return (
    <>
      <ListHero params={params} address={address} />
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
 * The address to render: the requested one once its rows have arrived, until then the previous one, though not for long. A change within
 * the list thus renders once, with its rows, instead of first without them.
 */
function useRowsFirst<Step extends { address: ListAddress }>(asked: Step): Step {
  const client = useQueryClient()
  const [drawn, setDrawn] = useState(asked)
  const isAnswered = useIsAnswered(asked.address)
  const isWaiting = drawn !== asked && keepsPreviousRows(drawn.address, asked.address, isAnswered)
  const isLate = useIsLate(isWaiting, LATE_AFTER_MS)
  useEffect(() => {
    // Back and Forward start no call themselves.
    if (isWaiting) void prefetchRows(client, asked.address)
  }, [client, isWaiting, asked])
  if (isWaiting && !isLate) return drawn
  if (drawn !== asked) setDrawn(asked)
  return asked
}

/** Whether the server has answered or refused the call. */
function useIsAnswered(address: ListAddress): boolean {
  const cache = useQueryClient().getQueryCache()
  const hash = useMemo(() => hashKey(q(listStores, { query: listQueryOf(address) }).queryKey), [address])
  const read = () => (cache.get(hash)?.state.status ?? 'pending') !== 'pending'
  return useSyncExternalStore(
    useCallback((listener: () => void) => cache.subscribe(listener), [cache]),
    read,
    read,
  )
}

/**
 * Whether the rendered rows may stay until the requested rows arrive. A different view has a different screen, which appears at once;
 * products use a different call.
 */
export const keepsPreviousRows = (drawn: ListAddress, asked: ListAddress, isAnswered: boolean): boolean =>
  !isAnswered && drawn.view === asked.view && asked.view !== 'products'
