import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { MAX_RANGE_DAYS } from '#contracts/dates.ts'
import { isTooLong, shortened } from '#web/lib/date-selection.ts'
import { paths } from '#web/paths.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { AskedContext } from './asked-address.ts'
import { type ListAddress, readAddress } from './list-address.ts'
import { ListHero } from './list-hero.tsx'
import { ListScreen } from './list-screen.tsx'
import { type ChangeList, useListChange } from './use-list-change.ts'
import { useRowsFirst } from './use-rows-first.ts'

/** The list for the address. A press takes effect at once on the pressed control, and elsewhere together with the new rows. */
export function StoreList() {
  const [params] = useSearchParams()
  const step = useMemo(() => ({ params, address: readAddress(params) }), [params])
  const drawn = useRowsFirst(step)
  const { change, changeFilter } = useListChange(params)
  const asked = useMemo(() => ({ address: step.address, isAhead: drawn !== step }), [step, drawn])
  if (isTooLong(drawn.address.dates)) return <LongRange {...drawn} change={change} />
  return (
    <AskedContext value={asked}>
      <ListScreen {...drawn} change={change} changeFilter={changeFilter} />
    </AskedContext>
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
