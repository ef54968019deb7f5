import { isFixed, entriesOf, type ListAddress } from './list-address.ts'
import { SaveSearchButton } from './searches/save-search-button.tsx'

type Props = { address: ListAddress; query: string }

/** To keep what is looked for, once something is; to keep everything would be to keep nothing. */
export function SaveSearch({ address, query }: Props) {
  const isNarrowed = entriesOf(address.filters).some(([key]) => !isFixed(address.view, key))
  return isNarrowed || address.view === 'leads' ? (
    <SaveSearchButton view={address.view} query={query} />
  ) : null
}
