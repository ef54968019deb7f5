import { createElement } from 'react'
import { Link } from 'react-router'
import { cn } from '#web/lib/cn.ts'
import { StoreLogo } from '#web/ui/store-logo.tsx'
import { iconOf } from './icon-of.ts'
import type { PaletteItem } from './palette-item.ts'

type Props = {
  id: string
  item: PaletteItem
  isActive: boolean
  onPoint: () => void
  onChoose: () => void
}

/** Items that open a page are links, so that they also open in another tab. */
export function PaletteOption({ id, item, isActive, onPoint, onChoose }: Props) {
  const shared = {
    id,
    role: 'option',
    'aria-selected': isActive,
    tabIndex: -1,
    // Not on pointer enter: rows that scroll under a resting pointer must not become active.
    onPointerMove: () => isActive || onPoint(),
    className: cn(
      'relative flex min-h-9.5 w-full pointer-coarse:min-h-11 scroll-my-9 items-center gap-3 rounded-md px-2 py-1.5 text-start',
      isActive &&
        'bg-sunken before:absolute before:inset-y-2 before:start-0 before:w-0.75 before:rounded-full before:bg-action',
    ),
  } as const
  if (item.deed.kind === 'go') {
    return (
      <Link
        {...shared}
        to={item.deed.to}
        onClick={(event) => {
          if (!event.metaKey && !event.ctrlKey && !event.shiftKey) onChoose()
        }}
      >
        <Face item={item} />
      </Link>
    )
  }
  return (
    <button {...shared} type="button" onClick={onChoose}>
      <Face item={item} />
    </button>
  )
}

function Face({ item }: { item: PaletteItem }) {
  return (
    <>
      {item.pictureUrl === undefined ? (
        <span className="grid size-7 shrink-0 place-items-center text-muted">
          {createElement(iconOf(item), { className: 'size-4.5', 'aria-hidden': true })}
        </span>
      ) : (
        <StoreLogo url={item.pictureUrl} name={item.label} className="size-7! text-xs" />
      )}
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
        <span lang={item.lang} className="min-w-0 break-words">
          {item.label}
        </span>
        {item.hint !== undefined && (
          <span className="min-w-0 text-sm break-words text-muted">{item.hint}</span>
        )}
      </span>
    </>
  )
}
