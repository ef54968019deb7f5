import { useSyncExternalStore } from 'react'

const isApple = () => /mac|iphone|ipad/i.test(navigator.userAgent)
const never = () => () => undefined

/** The command palette's key as this platform names it. */
export function usePaletteKey(): { shown: string; aria: string } {
  const hasCommandKey = useSyncExternalStore(never, isApple, () => false)
  return hasCommandKey ? { shown: '⌘K', aria: 'Meta+K' } : { shown: 'Ctrl K', aria: 'Control+K' }
}

/** On a Mac, Ctrl-K belongs to the text fields, where it deletes the rest of the line. */
export function isPaletteKey(event: KeyboardEvent): boolean {
  const isModifierPressed = isApple()
    ? event.metaKey && !event.ctrlKey
    : event.ctrlKey && !event.metaKey
  return isModifierPressed && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k'
}
