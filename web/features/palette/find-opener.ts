/** What has the focus, to give it back later: of a menu, which closes, the button that opened it. */
export function findOpener(): Element | null {
  const active = document.activeElement
  const menu = active?.closest('[role=menu]')
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active
}
