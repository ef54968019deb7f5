import type { MouseEvent } from 'react'
import type { StoreSummary } from '#contracts/stores.ts'
import { paths } from '#web/paths.ts'
import { useRowActions } from './row-actions.tsx'

/**
 * The row's link. It covers the whole row and prefetches the store on hover, so that the page opens at once. Not the router's link, because
 * that one re-renders in every row whenever anything in the address changes.
 */
export function RowLink({ store: { slug, name } }: { store: StoreSummary }) {
  const { open, prefetch } = useRowActions()
  return (
    <a
      href={paths.listStore(slug)}
      data-row-link
      onClick={(event) => {
        if (!isPlain(event)) return
        event.preventDefault()
        open(slug)
      }}
      onPointerEnter={() => prefetch(slug)}
      onFocus={() => prefetch(slug)}
      className="block overflow-clip font-semibold text-ellipsis whitespace-nowrap text-ink after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-sm focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
    >
      {name}
    </a>
  )
}

/** The browser handles every other click: new tab, new window, download. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey && !defaultPrevented
