import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  createSavedSearch,
  deleteSavedSearch,
  listSavedSearches,
  markSearchSeen,
  type SavedSearch,
  type SearchValues,
  updateSavedSearch,
} from '#contracts/workspace/saved-searches.ts'
import { q, useReload } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { useFailureNotice } from '#web/ui/form/form-call.tsx'

export const useSearches = () => useQuery(q(listSavedSearches, {}))

/** A change may affect other searches (which one sends mails), as the next answer says. */
export function useSearchChanges() {
  const reload = useReload()
  const onSettled = () => reload(listSavedSearches)
  const creating = useCall(createSavedSearch, { onSettled })
  const updating = useCall(updateSavedSearch, { onSettled })
  const removing = useCall(deleteSavedSearch, { onSettled })
  const seeing = useCall(markSearchSeen, { onSettled })
  return {
    create: (body: SearchValues) => creating.mutateAsync({ body }),
    update: (search: SavedSearch, changes: Partial<SearchValues>) =>
      updating.mutateAsync({ params: { id: search.id }, body: { ...search, ...changes } }),
    remove: ({ id }: SavedSearch) => removing.mutateAsync({ params: { id } }),
    /** Undoes `remove`: restores the search with its age and its new matches. */
    restore: (search: SavedSearch) => creating.mutateAsync({ body: search }),
    markSeen: (id: string) => seeing.mutateAsync({ params: { id } }),
  }
}

type SearchAction = 'save' | 'change' | 'delete'

export function useSearchFailure(): (action: SearchAction, error: unknown) => void {
  const { t } = useTranslation('list')
  const fail = useFailureNotice()
  return (action, error) => fail('search', t(`searches.failed.${action}`), error)
}
