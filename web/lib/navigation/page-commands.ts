import { useEffect, useId, useSyncExternalStore } from 'react'

/** Lets a page offer items to the surfaces that open over it, for as long as the page is mounted. */
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
    /** Updates the offer after every render, so that its functions see the page's current state. */
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

/** An action of this page, for the command palette. */
export type PageCommand = { id: string; label: string; run: () => void }
const commands = createOffers<PageCommand>()
export const usePageCommands = commands.useOffer
export const useCommandsOfPage = commands.useOffered

/** Single-key shortcuts of this page with their effect, for the list of shortcuts. */
export type ShortcutLine = { keys: readonly string[]; does: string }
const lines = createOffers<ShortcutLine>()
export const useShortcutLines = lines.useOffer
export const useLinesOfPage = lines.useOffered
