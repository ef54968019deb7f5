import { useEffect, useId, useSyncExternalStore } from 'react'
import { createStore } from '#web/lib/create-store.ts'

/** For as long as the page is mounted. */
function createRegistry<Entry>() {
  const entries = new Map<string, readonly Entry[]>()
  const { current, subscribe, set: show } = createStore<readonly Entry[]>([])
  const set = (id: string, own: readonly Entry[] | null) => {
    if (own) entries.set(id, own)
    else entries.delete(id)
    show([...entries.values()].flat())
  }
  return {
    /** After every render, so that the functions see the page's current state. */
    useRegister(own: readonly Entry[]): void {
      const id = useId()
      useEffect(() => set(id, own))
      useEffect(() => () => set(id, null), [id])
    },
    useRegistered: (): readonly Entry[] => useSyncExternalStore(subscribe, current, current),
  }
}

/** An action of this page, for the command palette; a rare one shows only when the user types. */
type PageCommand = { id: string; label: string; run: () => void; isRare?: boolean }
const commands = createRegistry<PageCommand>()
export const useRegisterCommands = commands.useRegister
export const useRegisteredCommands = commands.useRegistered

export type PageShortcut = { keys: readonly string[]; effect: string }
const lines = createRegistry<PageShortcut>()
export const useRegisterShortcuts = lines.useRegister
export const useRegisteredShortcuts = lines.useRegistered
