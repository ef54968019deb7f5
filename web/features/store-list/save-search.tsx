import { isFixed, entriesOf, type ListAddress, withChange } from './list-address.ts'
import { SaveSearchButton } from './searches/save-search-button.tsx'

type Props = { address: ListAddress; query: string }

/** To keep what is looked for, once something is; to keep everything would be to keep nothing. */
export function SaveSearch({ address, query }: Props) {
  // As the list reads it: of a filter that is partly nonsense, the rest counts, and is saved.
  const asListed = withChange(new URLSearchParams(query), { filters: address.filters })
  const isNarrowed = entriesOf(address.filters).some(([key]) => !isFixed(address.view, key))
  return isNarrowed || address.view === 'leads' ? (
    <SaveSearchButton view={address.view} query={asListed.toString()} />
  ) : null
}
