import { useEffect, useId, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

type EarlyValue = string | boolean

/**
 * Keeps what was typed or filled in before the script loaded. @returns the id for the form, which
 * finds the server's HTML again
 */
export function useEarlyInput<Fields extends FieldValues>(
  { reset, getValues }: Pick<UseFormReturn<Fields>, 'reset' | 'getValues'>,
  names: readonly (keyof Fields & string)[],
): string {
  const formId = useId()
  // During hydration the form of the server's HTML already exists; on any later page it does not.
  const [early] = useState(() => readForm(formId, names))
  useEffect(() => {
    // Not `setValue`: the form has already read the fields, so it would see no change and notify no
    // watcher.
    if (early.length > 0)
      reset({ ...getValues(), ...Object.fromEntries(early) }, { keepDefaultValues: true })
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
    if (field.type !== 'checkbox' || !('checked' in field))
      return field.value ? [[name, field.value] as [string, EarlyValue]] : []
    // A box that was ticked at first may have been unticked.
    const isChanged = field.checked !== field.defaultChecked
    return isChanged ? [[name, field.checked] as [string, EarlyValue]] : []
  })
}

const LATE = '[data-late]'
const waiting = new Set<HTMLButtonElement>()

/**
 * Buttons in a part whose own script is still loading wait for it, as do those pressed from now on.
 */
export function replayEarlyPresses(early: Iterable<HTMLButtonElement>): void {
  for (const button of early) {
    if (button.closest(LATE)) waiting.add(button)
    else button.click()
  }
  addEventListener('click', keepLatePress, true)
}

function keepLatePress({ target }: MouseEvent): void {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>('button') : null
  const part = button?.type === 'button' ? button.closest(LATE) : null
  if (!button || !part) return
  // React may hydrate the part because of this press, and then handles it itself.
  setTimeout(() => {
    if (part.matches(LATE)) waiting.add(button)
  })
}

/** Call it when the part has its script: presses its buttons that wait. */
export function wakeLatePart(part: HTMLElement): void {
  delete part.dataset['late']
  for (const button of waiting) {
    if (!part.contains(button) || button.closest(LATE)) continue
    waiting.delete(button)
    button.click()
  }
}
