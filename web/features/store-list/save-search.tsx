import { isFixed, entriesOf, type ListAddress, withChange } from './list-address.ts'
import { SaveSearchButton } from './searches/save-search-button.tsx'

type Props = { address: ListAddress; query: string }

/** Saves the current search. Available only with filters, because a search without any would match everything. */
export function SaveSearch({ address, query }: Props) {
  // As the list reads it: if part of a filter is invalid, the rest applies and is saved.
  const asListed = withChange(new URLSearchParams(query), { filters: address.filters })
  const isNarrowed = entriesOf(address.filters).some(([key]) => !isFixed(address.view, key))
  return isNarrowed || address.view === 'leads' ? (
    <SaveSearchButton view={address.view} query={asListed.toString()} />
  ) : null
}
