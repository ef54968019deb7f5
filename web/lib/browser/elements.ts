import { useState } from 'react'

/**
 * A button can take the focus again once it is enabled, some frames after the dialog or call that
 * disabled it.
 */
const MAX_FRAMES = 30

/**
 * Returns the focus to this element as soon as no other element has it. If the user has moved the
 * focus, it stays there.
 */
export function focusWhenPossible(element: Element | null, framesLeft = MAX_FRAMES): void {
  if (!(element instanceof HTMLElement) || !element.isConnected || framesLeft === 0) return
  const { activeElement } = document
  if (activeElement === null || activeElement === document.body) element.focus()
  if (document.activeElement === element) return
  requestAnimationFrame(() => focusWhenPossible(element, framesLeft - 1))
}

const MOUNTS_WITHIN_MS = 10_000
const TAKEOVERS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/**
 * Runs once when an element with this id mounts, unless it is there already or the user takes over
 * first. @returns how to stop waiting
 */
export function whenMounted(id: string, run: (element: HTMLElement) => void): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  const stop = () => stopped.abort()
  if (document.getElementById(id)) return stop
  const mounts = new MutationObserver(() => {
    const element = document.getElementById(id)
    if (!element) return
    stop()
    run(element)
  })
  mounts.observe(document.body, { childList: true, subtree: true })
  const timer = setTimeout(stop, MOUNTS_WITHIN_MS)
  for (const event of TAKEOVERS) addEventListener(event, stop, { signal, passive: true })
  signal.addEventListener('abort', () => {
    mounts.disconnect()
    clearTimeout(timer)
  })
  return stop
}

/**
 * Keeps the current tab of a bar fully visible: on narrow screens the last ones are outside.
 * Repeats this when bar or tab change their width, as they do when the font or a count arrives; a
 * tab that has the focus then goes first. Scrolls only the bar, not the page. @returns how to stop
 */
export function keepCurrentTabVisible(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined
  const sizes = new ResizeObserver(() => showCurrentTab(bar))
  for (const sized of [bar, ...bar.children]) sizes.observe(sized)
  return () => sizes.disconnect()
}

function showCurrentTab(bar: HTMLElement): void {
  const { activeElement: focused } = document
  const tab = bar.contains(focused)
    ? focused
    : bar.querySelector('[aria-current], [aria-selected=true]')
  if (!tab) return
  const [frame, box] = [bar.getBoundingClientRect(), tab.getBoundingClientRect()]
  if (box.right > frame.right) bar.scrollLeft += box.right - frame.right
  else if (box.left < frame.left) bar.scrollLeft -= frame.left - box.left
}

/** Whether pointer or focus are in an element, and the handlers that tell. */
export function useInUse() {
  const [isInUse, setInUse] = useState(false)
  const handlers = {
    onMouseEnter: () => setInUse(true),
    onMouseLeave: () => setInUse(false),
    onFocus: () => setInUse(true),
    onBlur: () => setInUse(false),
  }
  return [isInUse, handlers] as const
}
