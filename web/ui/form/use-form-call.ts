import { useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { type ApiError, isApiError } from '#web/api/api-error.ts'

type Blamed<Fields extends FieldValues> = { field: Path<Fields>; message?: string } | null

/**
 * Sends a form. A refusal appears at the field that `blamed` names; any other failure is the
 * form's.
 */
export function useFormCall<Fields extends FieldValues>(
  form: Pick<UseFormReturn<Fields>, 'handleSubmit' | 'setError'>,
  send: (fields: Fields) => Promise<unknown>,
  blamed: (error: ApiError) => Blamed<Fields>,
) {
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = form.handleSubmit(async (fields) => {
    setFailure(null)
    setBusy(true)
    try {
      await send(fields)
    } catch (error) {
      const at = isApiError(error) ? blamed(error) : null
      if (!at || !isApiError(error)) setFailure(error)
      else form.setError(at.field, { message: at.message ?? error.message }, { shouldFocus: true })
    }
    setBusy(false)
  })
  return { submit, failure, isBusy }
}
