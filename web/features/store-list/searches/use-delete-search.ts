import { useTranslation } from 'react-i18next'
import type { SavedSearch } from '#contracts/saved-searches.ts'
import { notify } from '#web/ui/toast-store.ts'
import { useSearchFailure } from './use-search-failure.ts'
import { useSearchChanges } from './use-searches.ts'

/** Deletes at once and offers an undo, which restores the search with its old dates. */
export function useDeleteSearch(): (search: SavedSearch) => Promise<void> {
  const { t } = useTranslation('list')
  const { remove, putBack } = useSearchChanges()
  const fail = useSearchFailure()
  return async (search) => {
    await remove(search)
    notify({
      kind: 'success',
      subject: 'search',
      title: t('searches.deleted'),
      description: search.name,
      action: {
        label: t('searches.undo'),
        run: () => void putBack(search).catch((error: unknown) => fail('save', error)),
      },
    })
  }
}
