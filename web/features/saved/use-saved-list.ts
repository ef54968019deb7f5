import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { listSavedTags } from '#contracts/saved.ts'
import { q } from '#web/api/query.ts'
import { readSaved, type SavedAddress, type SavedKind, withSaved } from './saved-address.ts'

/** The state in the address of either list, a function to change it, and the tags in use. */
export function useSavedAddress(kind: SavedKind) {
  const [params, setParams] = useSearchParams()
  const { data } = useQuery(q(listSavedTags, {}))
  const tags = data?.tags ?? []
  return {
    kind,
    address: readSaved(params),
    /** Tags used in this list, for its filter. */
    ownTags: tags.filter((tag) => tag[kind] > 0),
    allTags: tags.map(({ name }) => name),
    change: (to: Partial<SavedAddress>, { replace = false } = {}) =>
      setParams((before) => withSaved(before, to), { replace, preventScrollReset: !('page' in to) }),
    hrefOf: (page: number) => `?${withSaved(params, { page }).toString()}`,
  }
}

export type SavedView = ReturnType<typeof useSavedAddress>
