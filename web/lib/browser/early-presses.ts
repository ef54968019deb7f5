const LATE = '[data-late]'
const waiting = new Set<HTMLButtonElement>()

/**
 * Presses what was pressed before the page's script has loaded, once React listens. Buttons in a
 * part whose own script is still loading wait for it, as do those that are pressed from now on.
 */
export function replayEarlyPresses(early: Iterable<HTMLButtonElement>): void {
  for (const button of early) {
    if (button.closest(LATE)) waiting.add(button)
    else button.click()
  }
  addEventListener('click', keepLatePress, true)
}

function keepLatePress({ target }: MouseEvent): void {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>('button') : null
  const part = button?.type === 'button' ? button.closest(LATE) : null
  if (!button || !part) return
  // React may hydrate the part because of this press, and then handles it itself.
  setTimeout(() => {
    if (part.matches(LATE)) waiting.add(button)
  })
}

/** Call it when the part has its script: presses its buttons that wait. */
export function wakeLatePart(part: HTMLElement): void {
  delete part.dataset['late']
  for (const button of waiting) {
    if (!part.contains(button) || button.closest(LATE)) continue
    waiting.delete(button)
    button.click()
  }
}
