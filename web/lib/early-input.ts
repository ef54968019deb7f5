import { useEffect, useId, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

type EarlyValue = string | boolean

/**
 * Keeps what was typed, or filled in by the browser, before the script arrived: a form starts from its defaults and would
 * not notice it. @returns the id for the form; only with it can the server's HTML be found again
 */
export function useEarlyInput<Fields extends FieldValues>(
  { reset, getValues }: Pick<UseFormReturn<Fields>, 'reset' | 'getValues'>,
  names: readonly (keyof Fields & string)[],
): string {
  const formId = useId()
  // While the page hydrates the form of the server's HTML is there already; on any later page it is not.
  const [early] = useState(() => readForm(formId, names))
  useEffect(() => {
    // Not `setValue`: the form has read the fields by now, so nothing would be new to it and no watcher would be told.
    if (early.length > 0) reset({ ...getValues(), ...Object.fromEntries(early) }, { keepDefaultValues: true })
  }, [early, reset, getValues])
  return formId
}

function readForm(formId: string, names: readonly string[]): [string, EarlyValue][] {
  if (typeof document === 'undefined') return []
  const form = document.getElementById(formId)
  if (!(form instanceof HTMLFormElement)) return []
  return names.flatMap((name) => {
    const field = form.elements.namedItem(name)
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return []
    const value = field.type === 'checkbox' && 'checked' in field ? field.checked : field.value
    return value ? [[name, value] as [string, EarlyValue]] : []
  })
}
