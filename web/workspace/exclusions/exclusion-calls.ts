import { useTranslation } from 'react-i18next'
import type { AnyEndpoint } from '#contracts/endpoint.ts'
import {
  addExclusions,
  type ExclusionReason,
  type ExclusionUpload,
} from '#contracts/workspace/exclusions.ts'
import type { CallInput } from '#web/api/call.ts'
import { useReloadAll } from '#web/api/query.ts'
import { useCall } from '#web/api/use-call.ts'
import { useFailureNotice } from '#web/ui/form/form-call.tsx'

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
