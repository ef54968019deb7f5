import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type settings from '#i18n/locales/en/settings.json'
import { isApiError } from '#web/api/api-error.ts'
import { pause } from '#web/api/pause.ts'
import { notify } from '#web/lib/toast.ts'

type Failed = Exclude<keyof (typeof settings)['failed'], 'validation'>

/** Reports a failure: the server's message or, without one, the text of the error catalogue. */
export function useFailureToast() {
  const { t } = useTranslation(['settings', 'errors'])
  return (failed: Failed, error: unknown) => {
    const fallback = t(`settings:failed.${failed}.text`)
    notify({
      kind: 'error',
      subject: failed,
      title: t(`settings:failed.${failed}.title`),
      description: isApiError(error, 'network')
        ? `${fallback}. ${t('errors:network')}`
        : (isApiError(error) && error.message) || fallback,
    })
  }
}

/** Shows the server's refusal at the field that it blames, if the form has that field. */
export function showServerError<Fields extends FieldValues>(
  setError: UseFormSetError<Fields>,
  names: readonly Path<Fields>[],
  error: unknown,
): void {
  if (!isApiError(error) || !error.message) return
  const name = names.find((each) => each === error.field)
  if (name) setError(name, { type: 'server', message: error.message }, { shouldFocus: true })
}

/**
 * Resolves after at least this time, because users repeat a press without a visible effect. Rejects
 * at once.
 */
export async function withMinimumDuration<T>(ms: number, answer: Promise<T>): Promise<T> {
  const [value] = await Promise.all([answer, pause(ms)])
  return value
}

/**
 * For a question that may delete the row whose button opened it: afterwards the focus goes to the
 * heading of the section, because that button is gone.
 */
export function useRowFocus() {
  const list = useRef<HTMLUListElement>(null)
  const isDeleted = useRef(false)
  return {
    list,
    markDeleted: () => {
      isDeleted.current = true
    },
    returnFocus: (): HTMLElement | null => {
      if (!isDeleted.current) return null
      isDeleted.current = false
      return list.current?.closest('[role=region]')?.querySelector('h2') ?? null
    },
  }
}

type Deletion = { subject: Failed; listName: string; onEnd: (isDeleted: boolean) => void }

/**
 * Deletes a row after its question. What was deleted on another device meanwhile counts as deleted:
 * only the list is outdated.
 */
export function useRowDeletion({ subject, listName, onEnd }: Deletion) {
  const client = useQueryClient()
  const fail = useFailureToast()
  return async (deletion: () => Promise<{ message: string }>): Promise<void> => {
    try {
      const { message } = await deletion()
      notify({ kind: 'success', subject, title: message })
      onEnd(true)
    } catch (error) {
      const isGone = isApiError(error, 'not_found')
      if (!isGone) fail(subject, error)
      onEnd(isGone)
    }
    await client.invalidateQueries({ queryKey: [listName] })
  }
}
