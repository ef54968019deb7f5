import { createSignal } from '#web/lib/create-store.ts'

/** Surfaces that can open over any page. */
export type SurfaceName = 'palette' | 'shortcuts'

/** `opener`: the element that gets the focus back when the surface closes. */
export type SurfaceProps = { opener: Element | null; onClose: () => void }

const openings = createSignal<SurfaceName>()

/** Opens the command palette or the list of keyboard shortcuts, from any component. */
export const openSurface = openings.emit

/** @returns a function that removes the listener */
export const onOpenSurface = openings.on
