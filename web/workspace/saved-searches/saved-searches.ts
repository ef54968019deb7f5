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
import { notify } from '#web/lib/toast.ts'
import { useFailureText } from '#web/ui/form/form-call.tsx'

export const useSearches = () => useQuery(q(listSavedSearches, {}))

type SearchChanges = {
  create: (values: SearchValues) => Promise<SavedSearch>
  update: (search: SavedSearch, changes: Partial<SearchValues>) => Promise<SavedSearch>
  remove: (search: SavedSearch) => Promise<unknown>
  /** Undoes `remove`: restores the search with its age and its new matches. */
  restore: (search: SavedSearch) => Promise<SavedSearch>
  markSeen: (searchId: string) => Promise<SavedSearch>
}

/** A change may affect other searches (which one sends mails), as the next answer says. */
export function useSearchChanges(): SearchChanges {
  const reload = useReload()
  const onSettled = () => reload(listSavedSearches)
  const creating = useCall(createSavedSearch, { onSettled })
  const updating = useCall(updateSavedSearch, { onSettled })
  const removing = useCall(deleteSavedSearch, { onSettled })
  const seeing = useCall(markSearchSeen, { onSettled })
  return {
    create: (body) => creating.mutateAsync({ body }),
    update: (search, changes) =>
      updating.mutateAsync({
        params: { id: search.id },
        body: { ...search, ...changes },
      }),
    remove: ({ id }) => removing.mutateAsync({ params: { id } }),
    restore: (search) => creating.mutateAsync({ body: search }),
    markSeen: (id) => seeing.mutateAsync({ params: { id } }),
  }
}

type SearchAction = 'save' | 'change' | 'delete'

export function useSearchFailure(): (action: SearchAction, error: unknown) => void {
  const { t } = useTranslation('list')
  const textOf = useFailureText()
  return (action, error) =>
    notify({
      kind: 'error',
      subject: 'search',
      title: t(`searches.failed.${action}`),
      description: textOf(error),
    })
}
