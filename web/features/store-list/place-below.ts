const GAP_PX = 6
const MARGIN_PX = 12

/** Places an open popover below its opener, or above when there is no room. It closes as soon as the page scrolls. */
export function placeBelow(popover: HTMLElement, opener: HTMLElement): void {
  const at = opener.getBoundingClientRect()
  const { width, height } = popover.getBoundingClientRect()
  const hasRoom = at.bottom + GAP_PX + height <= window.innerHeight - MARGIN_PX
  const left = Math.max(MARGIN_PX, Math.min(at.left, window.innerWidth - width - MARGIN_PX))
  const top = hasRoom ? at.bottom + GAP_PX : Math.max(MARGIN_PX, at.top - GAP_PX - height)
  popover.style.left = `${left}px`
  popover.style.top = `${top}px`
  addEventListener('scroll', () => popover.isConnected && popover.hidePopover(), {
    once: true,
    passive: true,
  })
}
