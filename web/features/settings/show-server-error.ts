import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { isApiError } from '#web/api/api-error.ts'

/** Puts the server's refusal to the field that it blames, where this form has it. */
export function showServerError<Fields extends FieldValues>(
  setError: UseFormSetError<Fields>,
  names: readonly Path<Fields>[],
  error: unknown,
): void {
  if (!isApiError(error) || !error.message) return
  const name = names.find((each) => each === error.field)
  if (name) setError(name, { type: 'server', message: error.message }, { shouldFocus: true })
}
