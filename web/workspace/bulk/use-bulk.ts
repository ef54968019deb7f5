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
import { useFailureText } from '#web/ui/form/form-call.tsx'

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
  const textOf = useFailureText()
  const reload = useReloadAll()
  const change = useCall(changeStores)
  const undoing = useCall(undoChange)
  const fail = (title: string) => (error: unknown) =>
    notify({ kind: 'error', subject: SUBJECT, title, description: textOf(error) })

  async function undo(id: string): Promise<void> {
    const { restored } = await undoing.mutateAsync({ params: { id } })
    const total = formats.number(restored)
    notify({ kind: 'success', subject: SUBJECT, title: t('undone', { count: restored, total }) })
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
      void reload()
      return true
    } catch (error) {
      fail(t('failed'))(error)
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
