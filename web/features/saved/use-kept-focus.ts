import { type RefObject, useEffect, useRef } from 'react'

/** When the entry that had the focus goes, the one that takes its place gets it: nobody starts over at the top of the page. */
export function useKeptFocus(list: RefObject<HTMLElement | null>, count: number): void {
  const lastRow = useRef(-1)
  const countBefore = useRef(count)
  useEffect(() => {
    const rows = () => [...(list.current?.querySelectorAll('[data-row]') ?? [])]
    const remember = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest('[data-row]') : null
      lastRow.current = row ? rows().indexOf(row) : -1
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [list])
  useEffect(() => {
    const isShorter = count < countBefore.current
    countBefore.current = count
    if (!isShorter || lastRow.current === -1 || document.activeElement !== document.body) return
    const links = [...(list.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])]
    links[Math.min(lastRow.current, links.length - 1)]?.focus()
  }, [list, count])
}
