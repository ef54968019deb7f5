import { ExportButton } from '#web/ui/export-button.tsx'
import { type ListAddress, listQueryOf, productListQueryOf } from './list-address.ts'

type Props = {
  address: ListAddress
  /** Null while unknown. */
  total: number | null
}

/** Exports the current list with its dates, filters and order. */
export const ListExport = ({ address, total }: Props) => (
  <ExportButton
    view={address.view}
    query={address.view === 'products' ? productListQueryOf(address) : listQueryOf(address)}
    total={total}
    size="sm"
  />
)
