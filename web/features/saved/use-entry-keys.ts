import type { RefObject } from 'react'
import { useShortcuts } from '#web/lib/shortcuts.ts'

const linksIn = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>('[data-row-link]') ?? []),
]

/** j and k move through the entries; Enter opens one, as it is a link; s, f and x press the buttons of the focused entry. */
export function useEntryKeys(list: RefObject<HTMLElement | null>): void {
  const move = (step: 1 | -1) => {
    const links = linksIn(list.current)
    const row = document.activeElement?.closest('[data-row]')
    const at = links.findIndex((link) => link === document.activeElement || row?.contains(link))
    const next = at === -1 ? links.at(step === 1 ? 0 : -1) : links[at + step]
    next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
  }
  const press = (what: string) => () =>
    document.activeElement?.closest('[data-row]')?.querySelector<HTMLElement>(what)?.click()
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    s: press('[data-save]'),
    f: press('[data-row-favorite]'),
    x: press('[data-row-select]'),
  })
}
