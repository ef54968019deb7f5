import { type ComponentProps, type ReactNode, useId, useRef, useState } from 'react'
import { cn } from '#web/lib/cn.ts'

type Props = {
  button: ComponentProps<'button'>
  /** Names the panel. */
  label: string
  className?: string
  /** What surrounds the button, such as a heading. */
  around?: (button: ReactNode) => ReactNode
  /** A function is called while it is closed too: for keys and dialogs that it holds. */
  children: ReactNode | ((isOpen: boolean) => ReactNode)
}

/** A button that opens a panel below it, by the browser's own means: Esc and a press outside close it. */
export function Popover({ button, label, className, around = (it) => it, children }: Props) {
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {around(<button type="button" {...button} ref={opener} popoverTarget={id} />)}
      <div
        id={id}
        popover="auto"
        role="group"
        aria-label={label}
        onBeforeToggle={(event) => setOpen(event.newState === 'open')}
        onToggle={(event) => {
          if (event.newState !== 'open' || !opener.current) return
          placeBelow(event.currentTarget, opener.current)
          event.currentTarget.querySelector<HTMLElement>('[data-first]')?.focus()
        }}
        className={cn(
          'pop-in fixed z-50 m-0 max-h-[min(36rem,80dvh)] overflow-y-auto rounded-lg border border-line bg-raised p-3 text-sm whitespace-normal text-ink shadow-float',
          className,
        )}
      >
        {typeof children === 'function' ? children(isOpen) : isOpen && children}
      </div>
    </>
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
  popover.addEventListener('click', closeForDialog)
  addEventListener('scroll', () => popover.isConnected && popover.hidePopover(), {
    once: true,
    passive: true,
  })
}

/** A dialog would open below the panel, which the browser draws above everything. */
function closeForDialog({ currentTarget, target }: Event): void {
  const isDialog = target instanceof Element && target.closest('[aria-haspopup=dialog]')
  if (isDialog && currentTarget instanceof HTMLElement) currentTarget.hidePopover()
}
