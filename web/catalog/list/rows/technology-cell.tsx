import { useId, useRef, useState } from 'react'
import { appIdOf } from '#contracts/catalog/facts.ts'
import type { StoreSummary } from '#contracts/catalog/stores.ts'
import { cn } from '#web/lib/cn.ts'
import { useRowTexts } from './row-texts.tsx'
import { cut } from './store-cells.tsx'

const FEW = 2

/** The first apps and pixels by name; a press shows all. */
export function TechnologyMarks({ store }: { store: StoreSummary }) {
  const { t, formats } = useRowTexts()
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const pixels = store.pixels.map((pixel) => {
    const appId = appIdOf(pixel)
    return appId === null ? pixel : t('filters.appId', { id: appId })
  })
  const names = [...new Set([...store.apps.map(({ name }) => name), ...pixels])]
  if (names.length === 0) {
    return (
      <span className="text-xs text-faint">
        {t(store.status === 'OPEN' ? 'marks.none' : 'marks.hidden')}
      </span>
    )
  }
  const few = names.slice(0, FEW).join(', ')
  const rest = names.length > FEW ? `+${names.length - FEW}` : ''
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        // The accessible name contains the visible text word for word, so that voice control users
        // can press the button by saying it.
        aria-label={`${t('marks.technology', { name: store.name })}${formats.colon}${few} ${rest}`.trim()}
        className="relative z-1 -mx-1 flex max-w-full items-center gap-1 rounded-sm px-1 text-start text-xs text-muted hover:bg-sunken hover:text-ink pointer-coarse:min-h-11"
      >
        <span className={cn('min-w-0', cut)}>{few}</span>
        {rest && <span className="shrink-0 rounded-sm bg-sunken px-1 font-semibold">{rest}</span>}
      </button>
      <div
        id={id}
        popover="auto"
        role="group"
        aria-label={t('marks.technology', { name: store.name })}
        onBeforeToggle={(event) => setOpen(event.newState === 'open')}
        onToggle={(event) => {
          if (event.newState === 'open' && button.current)
            placeBelow(event.currentTarget, button.current)
        }}
        className="pop-in fixed z-50 m-0 max-h-72 w-[min(20rem,calc(100vw-1.5rem))] overflow-y-auto rounded-lg border border-line bg-raised p-4 text-sm text-ink shadow-float"
      >
        {isOpen && (
          <>
            <Names title={t('marks.apps')} names={store.apps.map(({ name }) => name)} />
            <Names title={t('marks.pixels')} names={pixels} />
          </>
        )}
      </div>
    </>
  )
}

function Names({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <div className="not-first:mt-3">
      <p className="eyebrow">{title}</p>
      <ul className="mt-1.5 flex flex-wrap gap-1.5">
        {names.map((name) => (
          <li key={name} className="rounded-sm bg-sunken px-2 py-0.5 text-xs">
            {name}
          </li>
        ))}
      </ul>
    </div>
  )
}

const GAP_PX = 6
const MARGIN_PX = 12

/**
 * Places an open popover below its opener, or above when there is no room. It closes as soon as the
 * page scrolls.
 */
function placeBelow(popover: HTMLElement, opener: HTMLElement): void {
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
