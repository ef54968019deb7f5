import { useSyncExternalStore } from 'react'

const isApple = () => /mac|iphone|ipad/i.test(navigator.userAgent)
const never = () => () => undefined

/** The key of the command palette as this machine calls it. */
export function usePaletteKey(): { shown: string; aria: string } {
  const hasCommandKey = useSyncExternalStore(never, isApple, () => false)
  return hasCommandKey ? { shown: '⌘K', aria: 'Meta+K' } : { shown: 'Ctrl K', aria: 'Control+K' }
}

/** Ctrl-K belongs to the text fields of a Mac, where it cuts off the rest of the line. */
export function isPaletteKey(event: KeyboardEvent): boolean {
  const isHeld = isApple() ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
  return isHeld && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k'
}
