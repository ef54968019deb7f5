/** Surfaces that can open over any page. */
export type SurfaceName = 'palette' | 'shortcuts'

/** `opener`: the element that gets the focus back when the surface closes. */
export type SurfaceProps = { opener: Element | null; onClose: () => void }

type Listener = (name: SurfaceName) => void
const listeners = new Set<Listener>()

/** Opens the command palette or the list of keyboard shortcuts, from any component. */
export function openSurface(name: SurfaceName): void {
  for (const listener of listeners) listener(name)
}

/** @returns a function that removes the listener */
export function onOpenSurface(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
