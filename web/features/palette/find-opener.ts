/** The focused element, to restore the focus later. For an item of a menu, which closes, it is the button that opened the menu. */
export function findOpener(): Element | null {
  const active = document.activeElement
  const menu = active?.closest('[role=menu]')
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active
}
