import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'
import { isApiError } from '#web/api/api-error.ts'

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
