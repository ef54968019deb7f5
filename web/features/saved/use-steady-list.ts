import { type MouseEvent, type RefObject, useEffect, useRef } from 'react'

/** A second click within this time was meant for the previous entry. */
const DOUBLE_CLICK_MS = 500

/**
 * When an entry disappears, the next one moves up and gets the focus that the removed one had, so that keyboard users need not start again
 * at the top of the page. The second half of a double click on the removed entry is ignored.
 */
export function useSteadyList(list: RefObject<HTMLElement | null>, count: number) {
  const focusedRow = useRef(-1)
  const countBefore = useRef(count)
  const shrunkAt = useRef(-Infinity)
  useEffect(() => {
    const rows = () => [...(list.current?.querySelectorAll('[data-row]') ?? [])]
    const remember = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest('[data-row]') : null
      focusedRow.current = row ? rows().indexOf(row) : -1
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [list])
  useEffect(() => {
    const isShorter = count < countBefore.current
    countBefore.current = count
    if (!isShorter) return
    shrunkAt.current = performance.now()
    if (focusedRow.current === -1 || document.activeElement !== document.body) return
    const links = [...(list.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])]
    links[Math.min(focusedRow.current, links.length - 1)]?.focus()
  }, [list, count])
  return {
    onClickCapture(event: MouseEvent) {
      const isByPointer = event.detail > 0
      if (!isByPointer || event.timeStamp - shrunkAt.current > DOUBLE_CLICK_MS) return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
