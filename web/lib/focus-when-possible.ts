/** A button gets its focus back when it is enabled again, some frames after the dialog or the call that it waited for. */
const MAX_FRAMES = 30

/** Gives the focus back to this element as soon as nothing has it; leaves it where somebody put it meanwhile. */
export function focusWhenPossible(element: Element | null, framesLeft = MAX_FRAMES): void {
  if (!(element instanceof HTMLElement) || !element.isConnected || framesLeft === 0) return
  const { activeElement } = document
  if (activeElement === null || activeElement === document.body) element.focus()
  if (document.activeElement === element) return
  requestAnimationFrame(() => focusWhenPossible(element, framesLeft - 1))
}
