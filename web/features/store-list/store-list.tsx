import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { AskedContext } from './asked-address.ts'
import { readAddress } from './list-address.ts'
import { ListScreen } from './list-screen.tsx'
import { useListChange } from './use-list-change.ts'
import { useRowsFirst } from './use-rows-first.ts'

/** The list of the address; a press shows at once where it was made, and everywhere else together with its rows. */
export function StoreList() {
  const [params] = useSearchParams()
  const step = useMemo(() => ({ params, address: readAddress(params) }), [params])
  const drawn = useRowsFirst(step)
  const { change, changeFilter } = useListChange(params)
  const asked = useMemo(() => ({ address: step.address, isAhead: drawn !== step }), [step, drawn])
  return (
    <AskedContext value={asked}>
      <ListScreen {...drawn} change={change} changeFilter={changeFilter} />
    </AskedContext>
  )
}
