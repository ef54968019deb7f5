import { ChevronDown, Plus } from 'lucide-react'
import { type MouseEvent, type ReactNode, type ToggleEvent, useId } from 'react'
import { cn } from '#web/lib/cn.ts'

type Item = { key: string; title: string; content: ReactNode }
type Props = {
  items: readonly Item[]
  open?: 'single' | 'multiple'
  isCollapsible?: boolean
  initial?: string
}

/**
 * Uses the native disclosure element, which works without a script and opens when the browser's
 * page search finds its text.
 */
export function Accordion({ items, open = 'single', isCollapsible = true, initial }: Props) {
  const name = useId()
  return (
    <div className="border-t border-rule">
      {items.map(({ key, title, content }) => (
        <details
          key={key}
          name={open === 'single' ? name : undefined}
          open={key === initial || undefined}
          onToggle={open === 'single' ? closeOthers : undefined}
          className="group border-b border-line"
        >
          <summary
            onClick={isCollapsible ? undefined : keepOpen}
            className="flex min-h-13 list-none items-center justify-between gap-4 py-3.5 [&::-webkit-details-marker]:hidden"
          >
            <h3 className="text-lg">{title}</h3>
            <Plus
              className="size-5 shrink-0 text-muted transition-transform duration-150 group-open:rotate-45"
              aria-hidden
            />
          </summary>
          <div className="max-w-prose pe-9 pb-5 text-muted">{content}</div>
        </details>
      ))}
    </div>
  )
}

/** The line of a `details` that is always visible; the element needs the class `group`. */
export const Summary = ({ className, children }: { className?: string; children: ReactNode }) => (
  <summary
    className={cn(
      'flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 text-sm font-semibold [&::-webkit-details-marker]:hidden',
      className,
    )}
  >
    {children}
    <ChevronDown
      className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180 motion-reduce:transition-none"
      aria-hidden
    />
  </summary>
)

/** For browsers that do not support `name` yet; the others have already closed them. */
export function closeOthers({
  currentTarget,
  newState,
}: Pick<ToggleEvent<HTMLElement>, 'currentTarget' | 'newState'>): void {
  if (newState !== 'open') return
  for (const other of currentTarget.parentElement?.children ?? [])
    if (other !== currentTarget) other.removeAttribute('open')
}

/** Prevents the default action of the summary, which would close its open item. */
export function keepOpen(
  event: Pick<MouseEvent<HTMLElement>, 'currentTarget' | 'preventDefault'>,
): void {
  if (event.currentTarget.parentElement?.hasAttribute('open')) event.preventDefault()
}
