import { useQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { listFacets, listStores } from '#contracts/catalog/stores.ts'
import { undoChange } from '#contracts/workspace/bulk.ts'
import {
  deleteList,
  listLists,
  MAX_LIST_NAME,
  renameList,
  type StoreList,
} from '#contracts/workspace/lists.ts'
import { q, useReload } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { notify } from '#web/lib/toast.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useFailureNotice, useFailureText } from '#web/ui/form/form-call.tsx'
import { NameForm, NewList } from './name-form.tsx'

/** The lists of the account, each leading to its stores. */
export function Lists() {
  const { t } = useTranslation('bulk')
  const formats = useFormats()
  const { data } = useQuery(q(listLists, {}))
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-label={t('lists')} className="strip flex items-center gap-2 work:flex-wrap">
      <h2 className="shrink-0 text-sm font-semibold">{t('lists')}</h2>
      {data?.lists.map(({ id, name, stores }) => (
        <Link
          key={id}
          to={paths.list({ launchStatus: 'all', list: id })}
          className="inline-flex min-h-9 max-w-full shrink-0 items-center gap-2 rounded-full border border-control px-3.5 text-sm font-semibold hover:bg-sunken pointer-coarse:min-h-11"
        >
          <span className="min-w-0 truncate">{name}</span>
          <span className="font-normal text-muted tabular-nums">{formats.number(stores)}</span>
        </Link>
      ))}
      <Button
        variant="quiet"
        size="sm"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="shrink-0 whitespace-nowrap"
      >
        <Pencil className="size-4 shrink-0" aria-hidden />
        {t(data?.lists.length === 0 ? 'newList' : 'editLists')}
      </Button>
      {isOpen && <ListsSheet lists={data?.lists ?? []} onClose={() => setOpen(false)} />}
    </section>
  )
}

function ListsSheet({ lists, onClose }: { lists: readonly StoreList[]; onClose: () => void }) {
  const { t } = useTranslation('bulk')
  return (
    <Dialog kind="sheet" onClose={onClose} title={t('lists')} description={t('listsText')}>
      <div className="grid gap-6 pt-2">
        {lists.length > 0 && (
          <ul aria-label={t('lists')} className="grid gap-4">
            {lists.map((list) => (
              <ListRow key={list.id} list={list} />
            ))}
          </ul>
        )}
        <NewList />
      </div>
    </Dialog>
  )
}

function ListRow({ list: { id, name } }: { list: StoreList }) {
  const { t } = useTranslation('bulk')
  const textOf = useFailureText()
  const rename = useCall(renameList, { onSettled: useReloadLists() })
  const remove = useDeleteList()
  return (
    <li className="flex items-end gap-1">
      <div className="min-w-0 flex-1">
        <NameForm
          label={name}
          initial={name}
          submit={t('rename')}
          maxLength={MAX_LIST_NAME}
          onSubmit={async (text) => {
            if (!text.trim() || text.trim() === name) return null
            try {
              await rename.mutateAsync({ params: { id }, body: { name: text.trim() } })
              notify({ kind: 'success', subject: 'list', title: t('renamed'), description: text })
              return null
            } catch (error) {
              return textOf(error)
            }
          }}
        />
      </div>
      <Button
        variant="quiet"
        size="icon"
        aria-label={t('deleteList', { name })}
        title={t('deleteList', { name })}
        onClick={() => void remove(id)}
      >
        <Trash2 className="size-4" aria-hidden />
      </Button>
    </li>
  )
}

/** The list of stores has a filter by list, with names and counts. */
function useReloadLists() {
  const reload = useReload()
  return () => void reload(listLists, listFacets, listStores)
}

/** Deletes at once and offers an undo, which restores the list with its stores. */
export function useDeleteList(): (id: string) => Promise<void> {
  const { t } = useTranslation('bulk')
  const notifyFailure = useFailureNotice()
  const onSettled = useReloadLists()
  const removing = useCall(deleteList, { onSettled })
  const undoing = useCall(undoChange, { onSettled })
  const fail = (error: unknown) => notifyFailure('list', t('failed'), error)
  const restore = (id: string) => undoing.mutateAsync({ params: { id } })
  return async (id) => {
    try {
      const { name, undo } = await removing.mutateAsync({ params: { id } })
      notify({
        kind: 'success',
        subject: 'list',
        title: t('listDeleted'),
        description: name,
        action: { label: t('undo'), run: () => void restore(undo.id).catch(fail) },
      })
    } catch (error) {
      fail(error)
    }
  }
}
