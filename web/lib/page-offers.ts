import { useEffect, useId, useSyncExternalStore } from 'react'

/** What a page offers to what opens over it, as long as the page is there. */
function createOffers<Offer>() {
  const offers = new Map<string, readonly Offer[]>()
  const listeners = new Set<() => void>()
  let all: readonly Offer[] = []
  const set = (id: string, offered: readonly Offer[] | null) => {
    if (offered) offers.set(id, offered)
    else offers.delete(id)
    all = [...offers.values()].flat()
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    /** The latest of what is offered counts, so that it knows what the page knows. */
    useOffer(offered: readonly Offer[]): void {
      const id = useId()
      useEffect(() => set(id, offered))
      useEffect(() => () => set(id, null), [id])
    },
    useOffered: (): readonly Offer[] =>
      useSyncExternalStore(
        subscribe,
        () => all,
        () => all,
      ),
  }
}

/** Something to do on this page, for the command palette. */
export type PageCommand = { id: string; label: string; run: () => void }
const commands = createOffers<PageCommand>()
export const usePageCommands = commands.useOffer
export const useCommandsOfPage = commands.useOffered

/** Single keys of this page and what they do, for the list of shortcuts. */
export type ShortcutLine = { keys: readonly string[]; does: string }
const lines = createOffers<ShortcutLine>()
export const useShortcutLines = lines.useOffer
export const useLinesOfPage = lines.useOffered
