import { createSignal, useBrowserValue } from '#web/lib/create-store.ts'

export type SurfaceName = 'palette' | 'shortcuts'

/** `opener`: the element that gets the focus back when the surface closes. */
export type SurfaceProps = { opener: Element | null; onClose: () => void }

const openings = createSignal<SurfaceName>()

export const openSurface = openings.emit

/** @returns a function that removes the listener */
export const onOpenSurface = openings.on

const isApple = () => /mac|iphone|ipad/i.test(navigator.userAgent)

export function usePaletteKey(): { shown: string; aria: string } {
  const hasCommandKey = useBrowserValue(isApple, () => false)
  return hasCommandKey ? { shown: '⌘K', aria: 'Meta+K' } : { shown: 'Ctrl K', aria: 'Control+K' }
}

/** On a Mac, Ctrl-K belongs to the text fields, where it deletes the rest of the line. */
export function isPaletteKey(event: KeyboardEvent): boolean {
  const isModifierPressed = isApple()
    ? event.metaKey && !event.ctrlKey
    : event.ctrlKey && !event.metaKey
  return isModifierPressed && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k'
}
