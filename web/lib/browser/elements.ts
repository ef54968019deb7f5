import { useState } from 'react'

/** A button takes the focus again some frames after the dialog or call that disabled it. */
const MAX_FRAMES = 30

/** As soon as no other element has the focus. */
export function focusWhenPossible(element: Element | null, framesLeft = MAX_FRAMES): void {
  if (!(element instanceof HTMLElement) || !element.isConnected || framesLeft === 0) return
  const { activeElement } = document
  if (activeElement === null || activeElement === document.body) element.focus()
  if (document.activeElement === element) return
  requestAnimationFrame(() => focusWhenPossible(element, framesLeft - 1))
}

const MOUNTS_WITHIN_MS = 10_000
const TAKEOVERS = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/** Once, unless it is there already or the user takes over first. @returns how to stop waiting */
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
 * On narrow screens the last tabs are outside. Repeats when a width changes, as it does when the
 * font or a count arrives. Scrolls only the bar. @returns how to stop
 */
export function keepCurrentTabVisible(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined
  const sizes = new ResizeObserver(() => showCurrentTab(bar))
  for (const sized of [bar, ...bar.children]) sizes.observe(sized)
  // The browser leaves a tab as it is that is cut off by less than all of it.
  const show = () => showCurrentTab(bar)
  bar.addEventListener('focusin', show)
  return () => {
    sizes.disconnect()
    bar.removeEventListener('focusin', show)
  }
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

/** Hands a file that the page made or fetched to the browser's downloads. */
export function saveFile(fileName: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // Delayed, because some browsers start to read only after the click has ended.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
