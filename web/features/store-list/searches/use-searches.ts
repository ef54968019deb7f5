import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  createSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  markSearchSeen,
  type SavedSearch,
  type SearchValues,
  updateSavedSearch,
} from '#contracts/saved-searches.ts'
import { q } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'

export const useSearches = () => useQuery(q(listSavedSearches, {}))

export type SearchChanges = {
  create: (values: SearchValues) => Promise<SavedSearch>
  update: (search: SavedSearch, changes: Partial<SearchValues>) => Promise<SavedSearch>
  remove: (search: SavedSearch) => Promise<unknown>
  /** After `remove`: as old as it was, and with what was new in it. */
  putBack: (search: SavedSearch) => Promise<SavedSearch>
  markSeen: (searchId: string) => Promise<SavedSearch>
}

/** The changes of saved searches. What one of them does to the others (which one sends mails) the next answer tells. */
export function useSearchChanges(): SearchChanges {
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: [listSavedSearches.name] })
  const creating = useCall(createSavedSearch, { onSettled })
  const updating = useCall(updateSavedSearch, { onSettled })
  const removing = useCall(deleteSavedSearch, { onSettled })
  const seeing = useCall(markSearchSeen, { onSettled })
  return {
    create: (body) => creating.mutateAsync({ body }),
    update: ({ id, name, view, query, mails }, changes) =>
      updating.mutateAsync({ params: { id }, body: { name, view, query, mails, ...changes } }),
    remove: ({ id }) => removing.mutateAsync({ params: { id } }),
    putBack: ({ name, view, query, mails, createdAt, seenAt }) =>
      creating.mutateAsync({ body: { name, view, query, mails, createdAt, seenAt } }),
    markSeen: (id) => seeing.mutateAsync({ params: { id } }),
  }
}
