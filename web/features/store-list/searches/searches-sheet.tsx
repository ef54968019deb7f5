import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SavedSearch } from '#contracts/saved-searches.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Bone, Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyState, ErrorState, OfflineState } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toast-store.ts'
import { type SearchDraft, SearchForm } from './search-form.tsx'
import { SearchRow } from './search-row.tsx'
import { useSearchFailure } from './use-search-failure.ts'
import { useSearchChanges, useSearches } from './use-searches.ts'

type Props = { onClose: () => void }

/** The saved searches, with their actions: open, rename, mails on and off, delete. */
export function SearchesSheet({ onClose }: Props) {
  const { t } = useTranslation('list')
  const [edited, setEdited] = useState<SavedSearch | null>(null)
  return (
    <Dialog
      isOpen
      kind="sheet"
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={t(edited ? 'searches.form.edit' : 'searches.title')}
      description={t(edited ? 'searches.form.editText' : 'searches.text')}
    >
      {edited ? (
        <EditSearch search={edited} onDone={() => setEdited(null)} />
      ) : (
        <Searches onEdit={setEdited} onOpen={onClose} />
      )}
    </Dialog>
  )
}

type ListProps = { onEdit: (search: SavedSearch) => void; onOpen: () => void }

function Searches({ onEdit, onOpen }: ListProps) {
  const { t } = useTranslation('list')
  const { data, error, fetchStatus, refetch } = useSearches()
  const retry = () => void refetch()
  if (!data) {
    if (error) return <ErrorState error={error} title={t('searches.failed.load')} onRetry={retry} />
    if (fetchStatus === 'paused') return <OfflineState onRetry={retry} />
    return <SheetSkeleton />
  }
  if (data.searches.length === 0)
    return <EmptyState title={t('searches.none.title')}>{t('searches.none.text')}</EmptyState>
  return (
    <ul aria-label={t('searches.title')} className="-mx-5 border-t border-line">
      {data.searches.map((search) => (
        <SearchRow key={search.id} search={search} onEdit={() => onEdit(search)} onOpen={onOpen} />
      ))}
    </ul>
  )
}

const SheetSkeleton = () => (
  <Skeleton className="grid gap-3">
    <Bone className="h-24" />
    <Bone className="h-24" />
    <Bone className="h-24" />
  </Skeleton>
)

function EditSearch({ search, onDone }: { search: SavedSearch; onDone: () => void }) {
  const { t } = useTranslation('list')
  const { update } = useSearchChanges()
  const fail = useSearchFailure()
  const [isBusy, setBusy] = useState(false)
  const save = async (draft: SearchDraft) => {
    setBusy(true)
    try {
      await update(search, draft)
      notify({ kind: 'success', subject: 'search', title: t('searches.changed'), description: draft.name })
      onDone()
    } catch (error) {
      fail('change', error)
      setBusy(false)
    }
  }
  return (
    <SearchForm
      initial={search}
      submitLabel={t(isBusy ? 'searches.form.saving' : 'searches.form.submitEdit')}
      isBusy={isBusy}
      mailNote={search.mails && !search.sendsMails ? t('searches.silent') : undefined}
      onSubmit={({ name, mails }) => void save({ name, mails })}
      onCancel={onDone}
    />
  )
}
