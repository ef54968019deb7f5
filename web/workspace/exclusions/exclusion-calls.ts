import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AnyEndpoint } from '#contracts/endpoint.ts'
import {
  addExclusions,
  type ExclusionReason,
  type ExclusionUpload,
} from '#contracts/workspace/exclusions.ts'
import type { CallInput } from '#web/api/call.ts'
import { isPrivate, useCall } from '#web/api/query.ts'
import { notify } from '#web/lib/toast.ts'
import { useFailureText } from '#web/ui/form/form-call.tsx'

/** What is hidden is missing from lists, counts, products and figures alike. */
function useReloadAll() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ predicate: isPrivate })
}

type Lines = { text: Blob; reason: ExclusionReason; name?: string }

export function useAddLines(onAdded: (result: ExclusionUpload) => void) {
  const call = useCall(addExclusions)
  const reload = useReloadAll()
  /** Resolves to whether it worked. */
  const add = async ({ text, ...query }: Lines): Promise<boolean> => {
    try {
      onAdded(await call.mutateAsync({ text, query }))
    } catch {
      return false
    }
    void reload()
    return true
  }
  return { add, failure: call.error, isPending: call.isPending }
}

/** A call that removes lines. `act` resolves to its answer; null when it failed, which is said. */
export function useRemoval<E extends AnyEndpoint>(endpoint: E) {
  const { t } = useTranslation('exclusions')
  const call = useCall(endpoint)
  const reload = useReloadAll()
  const textOf = useFailureText()
  const act = async (input: CallInput<E>) => {
    try {
      const removed = await call.mutateAsync(input)
      void reload()
      return removed
    } catch (error) {
      const description = textOf(error)
      notify({ kind: 'error', subject: 'exclusions', title: t('removeFailed'), description })
      return null
    }
  }
  return { act, isPending: call.isPending }
}
