import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

/** Local storage; `off` turns all single-key shortcuts off (WCAG 2.1.4). */
const SHORTCUTS_KEY = 'shortcuts'

const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  // Another tab of this browser may turn them off.
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

/** For listeners of a single key that cannot use `useShortcuts`. */
export const areShortcutsOn = (): boolean => localStorage.getItem(SHORTCUTS_KEY) !== 'off'

export const useAreShortcutsOn = (): boolean => useSyncExternalStore(subscribe, areShortcutsOn, () => true)

export function setShortcutsOn(isOn: boolean): void {
  if (isOn) localStorage.removeItem(SHORTCUTS_KEY)
  else localStorage.setItem(SHORTCUTS_KEY, 'off')
  for (const listener of listeners) listener()
}

/** Runs `shortcuts[key]` for a key pressed alone. Ignores keys during text input and while a dialog or a menu is open. */
export function useShortcuts(shortcuts: Readonly<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const run = shortcuts[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (!run || !isMeant(event) || !areShortcutsOn()) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

function isMeant(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
    return false
  if (event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]')) {
    return false
  }
  return !document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')
}
