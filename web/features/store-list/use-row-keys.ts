import type { RefObject } from 'react'
import { useShortcuts } from '#web/lib/shortcuts.ts'

/** j and k move the focus through the rows' links; Enter opens one because it is a link. */
export function useRowKeys(rows: RefObject<HTMLElement | null>): void {
  const move = (step: 1 | -1) => {
    const links = [...(rows.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])]
    const at = links.findIndex((link) => link === document.activeElement)
    const next = at === -1 ? links.at(step === 1 ? 0 : -1) : links[at + step]
    next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
  }
  useShortcuts({ j: () => move(1), k: () => move(-1) })
}
