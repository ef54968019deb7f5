import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { AnyEndpoint } from '#contracts/endpoint.ts'
import {
  addExclusions,
  type ExclusionReason,
  type ExclusionUpload,
  removeExclusion,
} from '#contracts/workspace/exclusions.ts'
import type { CallInput } from '#web/api/call.ts'
import { useReloadAll } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { useServices } from '#web/lib/app/services.ts'
import { cn } from '#web/lib/cn.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { loadTexts } from '#web/lib/i18n/load-texts.ts'
import { notify } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { useFailureNotice } from '#web/ui/form/form-call.tsx'

type Props = { line: string; label: string; className?: string }

/** Takes a line off the list "Not these", says how many stores come back, and offers the undo. */
export function RemoveLineButton({ line, label, className }: Props) {
  const { t } = useTranslation(['exclusions', 'components'])
  const services = useServices()
  const formats = useFormats()
  const removal = useChangeLines(removeExclusion)
  const addition = useChangeLines(addExclusions, 'addFailed')
  const remove = async () => {
    // A list of stores has not loaded them. Without a connection the call says so, too.
    await loadTexts(services, ['exclusions']).catch(() => undefined)
    const removed = await removal.act({ params: { key: line } })
    if (!removed) return
    const { stores, reason } = removed
    notify({
      kind: 'success',
      subject: 'exclusions',
      title: t('exclusions:list.removed', { line }),
      ...(stores > 0 && {
        description: t('exclusions:list.removedText', {
          count: stores,
          stores: formats.number(stores),
        }),
      }),
      action: {
        label: t('components:saving.undo'),
        run: () =>
          void addition.act({ text: new Blob([line], { type: 'text/plain' }), query: { reason } }),
      },
    })
  }
  return (
    <Button
      variant="quiet"
      size="icon"
      className={cn('size-8! pointer-coarse:size-11!', className)}
      isBusy={removal.isPending}
      aria-label={label}
      title={label}
      onClick={() => void remove()}
    >
      <X className="size-4.5" aria-hidden />
    </Button>
  )
}

type Lines = { text: Blob; reason: ExclusionReason; name?: string }

export function useAddLines(onAdded: (result: ExclusionUpload) => void) {
  const call = useCall(addExclusions)
  const reload = useReloadAll()
  const add = async ({ text, ...query }: Lines): Promise<'added' | 'noLines' | 'failed'> => {
    try {
      const result = await call.mutateAsync({ text, query })
      if (result.lines === 0) return 'noLines'
      onAdded(result)
    } catch {
      return 'failed'
    }
    void reload()
    return 'added'
  }
  return { add, failure: call.error, isPending: call.isPending }
}

/** A call that changes the lines. `act` resolves to its answer, or to null after saying that it failed. */
export function useChangeLines<E extends AnyEndpoint>(
  endpoint: E,
  failed: 'addFailed' | 'removeFailed' = 'removeFailed',
) {
  const { t } = useTranslation('exclusions')
  const call = useCall(endpoint)
  const reload = useReloadAll()
  const fail = useFailureNotice()
  const act = async (input: CallInput<E>) => {
    try {
      const answer = await call.mutateAsync(input)
      void reload()
      return answer
    } catch (error) {
      fail('exclusions', t(failed), error)
      return null
    }
  }
  return { act, isPending: call.isPending }
}
