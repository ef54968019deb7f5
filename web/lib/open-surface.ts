/** What may open over any page. */
export type SurfaceName = 'palette' | 'shortcuts'

type Listener = (name: SurfaceName) => void
const listeners = new Set<Listener>()

/** Opens the command palette, or the list of the keyboard shortcuts, from wherever. */
export function openSurface(name: SurfaceName): void {
  for (const listener of listeners) listener(name)
}

/** @returns ends it */
export function onOpenSurface(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
