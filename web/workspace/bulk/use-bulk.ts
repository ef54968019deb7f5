import { useTranslation } from 'react-i18next'
import {
  type BulkAction,
  changeStores,
  type StoreTarget,
  undoChange,
} from '#contracts/workspace/bulk.ts'
import { useReloadAll } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { notify } from '#web/lib/toast.ts'
import { useFailureNotice } from '#web/ui/form/form-call.tsx'

const SUBJECT = 'bulk'

/** No screen stars several stores at once; programs do. */
export type ScreenAction = Exclude<BulkAction, { kind: 'favorite' }>

/**
 * Changes all ticked stores in one call, says how many changed and why the others did not, and
 * offers an undo. Resolves to whether the call succeeded.
 */
export function useBulk(target: () => StoreTarget) {
  const { t } = useTranslation('bulk')
  const formats = useFormats()
  const fail = useFailureNotice()
  const reload = useReloadAll()
  const change = useCall(changeStores)
  const undoing = useCall(undoChange)

  async function undo(id: string): Promise<void> {
    const { restored } = await undoing.mutateAsync({ params: { id } })
    notify({ kind: 'success', subject: SUBJECT, title: t('undone', formats.counted(restored)) })
    void reload()
  }

  async function run(action: ScreenAction, name = ''): Promise<boolean> {
    try {
      const {
        changed,
        unchanged,
        undo: undoable,
      } = await change.mutateAsync({
        body: { target: target(), action },
      })
      notify({
        kind: changed > 0 ? 'success' : 'info',
        subject: SUBJECT,
        title: t(`done.${doneOf(action)}`, { ...formats.counted(changed), name }),
        ...(unchanged.length > 0 && {
          description: unchanged
            .map(({ reason, count }) => t(`unchanged.${reason}`, formats.counted(count)))
            .join(', '),
        }),
        ...(undoable && {
          action: {
            label: t('undo'),
            run: () =>
              void undo(undoable.id).catch((error: unknown) =>
                fail(SUBJECT, t('undoFailed'), error),
              ),
          },
        }),
      })
      void reload()
      return true
    } catch (error) {
      fail(SUBJECT, t('failed'), error)
      return false
    }
  }
  return { run, isRunning: change.isPending }
}

function doneOf(action: ScreenAction) {
  if (action.kind === 'list') return action.on ? 'list' : 'unlist'
  if (action.kind === 'stage') return action.stage === null ? 'unstage' : 'stage'
  return action.kind
}
