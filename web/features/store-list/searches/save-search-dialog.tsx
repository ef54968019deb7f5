import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SavedSearch, SearchView } from '#contracts/saved-searches.ts'
import { useFilterWords } from '../filter-words.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Bone, Skeleton } from '#web/ui/skeleton.tsx'
import { notify } from '#web/ui/toast-store.ts'
import { type SearchDraft, SearchForm } from './search-form.tsx'
import { suggestName } from './suggest-name.ts'
import { useSearchFailure } from './use-search-failure.ts'
import { useSearchChanges, useSearches } from './use-searches.ts'

export type ToSave = { view: SearchView; query: string }
type Props = ToSave & { onClose: () => void }

/** Asks for a name and whether to send mails, or says that the plan's limit is reached. */
export function SaveSearchDialog({ view, query, onClose }: Props) {
  const { t } = useTranslation('list')
  const { data, isLoading } = useSearches()
  const isFull = data?.limit != null && data.searches.length >= data.limit
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={t(isFull ? 'searches.limit.title' : 'searches.form.title')}
      description={isFull ? undefined : t('searches.form.text')}
    >
      {isLoading ? (
        <Skeleton className="grid gap-6 pt-2">
          <Bone className="h-18" />
          <Bone className="h-18" />
          <Bone className="h-11" />
        </Skeleton>
      ) : isFull ? (
        <LimitReached searches={data.searches} />
      ) : (
        <NewSearch view={view} query={query} onClose={onClose} />
      )}
    </Dialog>
  )
}

function NewSearch({ view, query, onClose }: Props) {
  const { t } = useTranslation('list')
  const words = useFilterWords()
  const { create } = useSearchChanges()
  const fail = useSearchFailure()
  const [isBusy, setBusy] = useState(false)
  const name = suggestName(query, words) || t(`searches.everything.${view}`)
  const save = async (draft: SearchDraft) => {
    setBusy(true)
    try {
      await create({ ...draft, view, query })
      notify({ kind: 'success', subject: 'search', title: t('searches.saved'), description: draft.name })
      onClose()
    } catch (error) {
      fail('save', error)
      setBusy(false)
    }
  }
  return (
    <SearchForm
      initial={{ name, mails: true }}
      submitLabel={t(isBusy ? 'searches.form.saving' : 'searches.save')}
      isBusy={isBusy}
      onSubmit={(draft) => void save(draft)}
      onCancel={onClose}
    />
  )
}

function LimitReached({ searches }: { searches: readonly SavedSearch[] }) {
  const { t } = useTranslation('list')
  return (
    <div className="grid gap-5 pt-1">
      <p>{t('searches.limit.text')}</p>
      <Notice>
        <p className="font-semibold">{t('searches.limit.have')}</p>
        <ul className="grid gap-0.5">
          {searches.map(({ id, name }) => (
            <li key={id} className="break-words">
              {name}
            </li>
          ))}
        </ul>
      </Notice>
      <LinkButton to={paths.pricing()} className="justify-self-end max-sm:w-full">
        {t('searches.limit.action')}
      </LinkButton>
    </div>
  )
}
