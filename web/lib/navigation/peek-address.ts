import { fieldsOf } from '#web/lib/browser/browser-storage.ts'
import { paths } from '#web/paths.ts'

/** The id of the store that is shown beside the list. */
const PEEK_PARAM = 'peek'

/** From here on there is room beside the list; below, a row opens the store's page. */
export const ROOM_FOR_PEEK = '(min-width: 64rem)'

export function readPeek(search: string | URLSearchParams): number | null {
  const id = Number(new URLSearchParams(search).get(PEEK_PARAM))
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

/** The same list, with a look at another store or at none. */
export function withPeek(search: string | URLSearchParams, id: number | null): string {
  const params = new URLSearchParams(search)
  if (id === null) params.delete(PEEK_PARAM)
  else params.set(PEEK_PARAM, String(id))
  return params.toString()
}

export const rowLinkOf = (slug: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(
    `[data-row-link][href="${CSS.escape(paths.listStore(slug))}"]`,
  )

/**
 * Marks the link of the row whose store is shown. In the document, at once: the other rows need not
 * render for it, and a second press of a key starts from it.
 */
export function markRow(slug: string | undefined): HTMLElement | null {
  for (const link of document.querySelectorAll('[data-row-link][aria-current]'))
    link.removeAttribute('aria-current')
  const link = slug === undefined ? null : rowLinkOf(slug)
  link?.setAttribute('aria-current', 'true')
  return link
}

/** In the history entry of an opened look: Back closes it, and keys that opened it move the focus to it. */
export type PeekState = { peek: 'keys' | 'pointer' }

export function readPeekState(state: unknown): PeekState | null {
  const { peek } = fieldsOf(state)
  return peek === 'keys' || peek === 'pointer' ? { peek } : null
}
