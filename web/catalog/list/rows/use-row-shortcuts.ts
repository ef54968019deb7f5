import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { useNavigationType } from 'react-router'
import { listTicks, tickRow } from './tick-cells.tsx'
import { useShortcuts } from '#web/lib/browser/shortcuts.ts'

const LINKS = '[data-row-link]'

/** The row that last had the focus, so that a user who returns to the list continues there. */
let lastRow: string | null = null

/**
 * j and k, or the arrows within the rows, move the focus through the rows' links. Enter opens one
 * because it is a link; s saves the store, x ticks it; with Shift they tick what they pass.
 */
export function useRowShortcuts(rows: RefObject<HTMLElement | null>) {
  const isBack = useNavigationType() === 'POP'
  /** Where the focus was in the list of an address. */
  const place = useRef<Place>({ at: -1, search: '' })
  const move = (step: 1 | -1) => {
    const links = [...(rows.current?.querySelectorAll<HTMLElement>(LINKS) ?? [])]
    const active = activeIn(rows.current)
    const row = rowOf(active)
    const at = links.findIndex((link) => link === active || (row && rowOf(link) === row))
    const known = isBack ? links.findIndex((link) => link.getAttribute('href') === lastRow) : -1
    const left = known === -1 ? placeLeft(step, place.current, links.length) : known
    const from = at === -1 ? left : at
    const next = from === -1 ? links.at(step === 1 ? 0 : -1) : links[from + step]
    // While the store beside the list has the focus, a step shows the next store there.
    if (at !== -1 && active !== document.activeElement) next?.click()
    else next?.focus()
    next?.scrollIntoView({ block: 'nearest' })
  }
  const save = () => {
    if (listTicks.current().isOpen) document.querySelector<HTMLElement>('[data-bulk=save]')?.click()
    else rowOf(activeIn(rows.current))?.querySelector<HTMLElement>('button[aria-pressed]')?.click()
  }
  /** With Shift everything from the row ticked last on. */
  const tick = ({ shiftKey }: { shiftKey: boolean }) => {
    tickRow(activeIn(rows.current), shiftKey)
  }
  const step = (by: 1 | -1) => (event: { shiftKey: boolean }) => {
    move(by)
    if (event.shiftKey) tick(event)
  }
  useShortcuts({ j: step(1), k: step(-1), s: save, x: tick })
  return {
    onFocus({ target }: { target: EventTarget }) {
      const link = target instanceof Element ? target.closest(LINKS) : null
      if (!link) return
      lastRow = link.getAttribute('href')
      const links = [...(rows.current?.querySelectorAll(LINKS) ?? [])]
      place.current = { at: links.indexOf(link), search: location.search }
    },
    onKeyDown(event: KeyboardEvent) {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null
      if (step === null || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (event.target instanceof Element && event.target.closest('input, select, [popover]'))
        return
      event.preventDefault()
      move(step)
    },
  }
}

type Place = { at: number; search: string }

/**
 * Where a step begins when the focus is lost, as an excluded row loses it: the next step goes to
 * the row that took its place. -1 = from the beginning.
 */
function placeLeft(step: 1 | -1, { at, search }: Place, count: number): number {
  if (document.activeElement !== document.body || search !== location.search || at === -1) return -1
  return step === 1 ? Math.min(at, count - 1) - 1 : at
}

/** What has the focus; outside the rows, the link of the store that is shown beside them. */
function activeIn(rows: HTMLElement | null): Element | null {
  const { activeElement } = document
  if (rows?.contains(activeElement)) return activeElement
  return rows?.querySelector(`${LINKS}[aria-current]`) ?? null
}

const rowOf = (element: Element | null) => element?.closest('tr, li') ?? null
