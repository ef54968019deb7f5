import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  type BulkAction,
  changeStores,
  type StoreTarget,
  undoChange,
} from '#contracts/workspace/bulk.ts'
import { listFacets, listStores } from '#contracts/catalog/stores.ts'
import { listLists } from '#contracts/workspace/lists.ts'
import { listSavedStores, listSavedTags } from '#contracts/workspace/saved.ts'
import { useCall, useReload } from '#web/api/query.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { notify } from '#web/lib/toast.ts'
import { useFailureText } from '#web/ui/form/form-call.tsx'

const SUBJECT = 'bulk'

/**
 * Changes all ticked stores in one call, says how many changed and why the others did not, and
 * offers an undo. Resolves to whether it did.
 */
export function useBulk(target: () => StoreTarget) {
  const client = useQueryClient()
  const { t } = useTranslation('bulk')
  const formats = useFormats()
  const textOf = useFailureText()
  const reload = useReload()
  const refresh = () => {
    void client.invalidateQueries({ queryKey: [listStores.name], refetchType: 'active' })
    return reload(listFacets, listSavedStores, listSavedTags, listLists)
  }
  const change = useCall(changeStores)
  const undoing = useCall(undoChange)
  const fail = (title: string) => (error: unknown) =>
    notify({ kind: 'error', subject: SUBJECT, title, description: textOf(error) })

  async function undo(id: string): Promise<void> {
    const { restored } = await undoing.mutateAsync({ params: { id } })
    const total = formats.number(restored)
    notify({ kind: 'success', subject: SUBJECT, title: t('undone', { count: restored, total }) })
    await refresh()
  }

  async function run(action: BulkAction, name = ''): Promise<boolean> {
    try {
      const {
        changed,
        unchanged,
        undo: undoable,
      } = await change.mutateAsync({
        body: { target: target(), action },
      })
      const total = formats.number(changed)
      notify({
        kind: changed > 0 ? 'success' : 'info',
        subject: SUBJECT,
        title: t(`done.${doneOf(action)}`, { count: changed, total, name }),
        ...(unchanged.length > 0 && {
          description: unchanged
            .map(({ reason, count }) =>
              t(`unchanged.${reason}`, { count, total: formats.number(count) }),
            )
            .join(', '),
        }),
        ...(undoable && {
          action: {
            label: t('undo'),
            run: () => void undo(undoable.id).catch(fail(t('undoFailed'))),
          },
        }),
      })
      void refresh()
      return true
    } catch (error) {
      fail(t('failed'))(error)
      return false
    }
  }
  return { run, isRunning: change.isPending }
}

type Done = 'save' | 'unsave' | 'favorite' | 'tag' | 'list' | 'unlist' | 'exclude'

const doneOf = (action: BulkAction): Done =>
  action.kind === 'list' && !action.on ? 'unlist' : action.kind
