/**
 * Runs in the page. Says what is wrong with the visible focus, or returns null. Null also when the
 * browser's own bar has the focus, between the end of the page and its start, and on a part that
 * the browser made, such as the button of a date field: it draws that ring itself.
 */
export function troubleOfFocus(): string | null {
  const LARGEST_CONTROL_PX = 200
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body) return null
  const name = focused.outerHTML.slice(0, 160)
  const label = focused.closest('label')
  // A link that breaks into two lines has two boxes.
  const [box] = focused.getClientRects()
  if (!box) return `no box: ${name}`
  const x = box.left + box.width / 2
  // Of a box taller than the window, only the visible part counts.
  const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)]
  const middle = (top + bottom) / 2
  // An element for screen readers only is a dot; a panel may begin under the header, which it
  // scrolls below.
  const isLine = box.height > 8 && box.height < LARGEST_CONTROL_PX
  for (const y of isLine ? [top + 2, middle, bottom - 2] : [middle]) {
    const over = document.elementFromPoint(x, y)
    if (!over) return `outside the window: ${name}`
    const isSeen = focused.contains(over) || label?.contains(over)
    if (!isSeen) return `covered by ${over.outerHTML.slice(0, 160)}: ${name}`
  }
  return !focused.matches(':focus-visible') || hasRing(focused) ? null : `no ring: ${name}`

  /** Its own, that of a part of it (a link that covers its row), or that of the label around it. */
  function hasRing(of: HTMLElement): boolean {
    const styles = [
      getComputedStyle(of),
      getComputedStyle(of, '::after'),
      ...(label ? [getComputedStyle(label)] : []),
    ]
    return styles.some(
      ({ outlineStyle, outlineWidth }) =>
        outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
    )
  }
}
