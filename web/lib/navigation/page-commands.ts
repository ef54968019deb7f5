import { useEffect, useId, useSyncExternalStore } from 'react'

/**
 * Lets a page offer items to the surfaces that open over it, for as long as the page is mounted.
 */
function createRegistry<Entry>() {
  const entries = new Map<string, readonly Entry[]>()
  const listeners = new Set<() => void>()
  let all: readonly Entry[] = []
  const set = (id: string, own: readonly Entry[] | null) => {
    if (own) entries.set(id, own)
    else entries.delete(id)
    all = [...entries.values()].flat()
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    /**
     * Updates the page's entries after every render, so that its functions see the page's current
     * state.
     */
    useRegister(own: readonly Entry[]): void {
      const id = useId()
      useEffect(() => set(id, own))
      useEffect(() => () => set(id, null), [id])
    },
    useRegistered: (): readonly Entry[] =>
      useSyncExternalStore(
        subscribe,
        () => all,
        () => all,
      ),
  }
}

/** An action of this page, for the command palette. */
export type PageCommand = { id: string; label: string; run: () => void }
const commands = createRegistry<PageCommand>()
export const useRegisterCommands = commands.useRegister
export const useRegisteredCommands = commands.useRegistered

/** Single-key shortcuts of this page with their effect, for the list of shortcuts. */
export type PageShortcut = { keys: readonly string[]; effect: string }
const lines = createRegistry<PageShortcut>()
export const useRegisterShortcuts = lines.useRegister
export const useRegisteredShortcuts = lines.useRegistered
