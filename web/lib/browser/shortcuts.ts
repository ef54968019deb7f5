import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { createSignal } from '#web/lib/create-store.ts'

/** Local storage; `off` turns all single-key shortcuts off (WCAG 2.1.4). */
const SHORTCUTS_KEY = 'shortcuts'

const changes = createSignal()

const subscribe = (listener: () => void) => {
  const end = changes.on(listener)
  // Another tab of this browser may turn them off.
  addEventListener('storage', listener)
  return () => {
    end()
    removeEventListener('storage', listener)
  }
}

/** For listeners of a single key that cannot use `useShortcuts`. */
export const areShortcutsOn = (): boolean => localStorage.getItem(SHORTCUTS_KEY) !== 'off'

export const useAreShortcutsOn = (): boolean =>
  useSyncExternalStore(subscribe, areShortcutsOn, () => true)

export function setShortcutsOn(isOn: boolean): void {
  if (isOn) localStorage.removeItem(SHORTCUTS_KEY)
  else localStorage.setItem(SHORTCUTS_KEY, 'off')
  changes.emit()
}

type Press = (event: KeyboardEvent) => void

/** The last opened comes last, and gets its keys before those below it. */
const layers: Press[] = []

function onKeyDown(event: KeyboardEvent): void {
  for (const press of layers.toReversed()) press(event)
}

/**
 * For keys pressed alone: not during text input, under a dialog or a menu, under an open panel that
 * does not name the key, nor where the focused element itself uses the key.
 */
export function useShortcuts(shortcuts: Readonly<Record<string, Press>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const run = shortcuts[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (!run || !isMeant(event) || !areShortcutsOn()) return
    event.preventDefault()
    run(event)
  })
  useEffect(() => {
    const layer: Press = (event) => press(event)
    layers.push(layer)
    document.addEventListener('keydown', onKeyDown)
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      if (layers.length === 0) document.removeEventListener('keydown', onKeyDown)
    }
  }, [])
}

/** Boxes take no letters. */
export const TYPED_INTO = 'input:not([type=checkbox]), textarea, select, [contenteditable]'
/**
 * Scroll areas, which a keyboard reaches by their tab stop, and widgets that move by arrow keys.
 */
const MOVED_BY_ARROWS =
  '[role=region][tabindex], [role=group][tabindex], [role=grid], [role=slider]'

/** Elements in which the key has its own meaning. */
const ownersOf = (key: string): string =>
  key.startsWith('Arrow') ? `${TYPED_INTO}, ${MOVED_BY_ARROWS}` : TYPED_INTO

function isMeant(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
    return false
  if (event.target instanceof Element && event.target.closest(ownersOf(event.key))) return false
  if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')) return false
  const panel = document.querySelector(':popover-open')
  const named = `[aria-keyshortcuts="${CSS.escape(event.key.toLowerCase())}"]`
  return panel === null || panel.querySelector(named) !== null
}
