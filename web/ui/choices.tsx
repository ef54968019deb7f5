import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import { Link } from 'react-router'
import { cn } from '#web/lib/cn.ts'
import { keepCurrentTabVisible } from '#web/lib/browser/elements.ts'

type ChipProps = {
  label: string
  isChosen: boolean
  shortcut?: string | undefined
  onChoose: () => void
}

export const Chip = ({ label, isChosen, shortcut, onChoose }: ChipProps) => (
  <button
    type="button"
    aria-pressed={isChosen}
    aria-keyshortcuts={shortcut}
    onClick={onChoose}
    className={cn(
      'min-h-9 rounded-md border px-3 text-sm font-semibold transition-colors duration-150 pointer-coarse:min-h-11',
      isChosen
        ? 'border-action bg-action text-on-action'
        : 'border-control bg-surface hover:border-ink hover:bg-canvas',
    )}
  >
    {label}
  </button>
)

type ChipLinksProps<Choice extends string | number> = {
  label: string
  className?: string
  choices: readonly Choice[]
  chosen: Choice | null
  hrefOf: (choice: Choice) => string
  children: (choice: Choice) => ReactNode
}

/** A few choices with addresses of their own. `children`: what a choice says. */
export function ChipLinks<Choice extends string | number>(props: ChipLinksProps<Choice>) {
  const { label, className, choices, chosen, hrefOf, children } = props
  return (
    <nav aria-label={label} className={cn('flex flex-wrap gap-2', className)}>
      {choices.map((choice) => (
        <Link
          key={choice}
          to={hrefOf(choice)}
          preventScrollReset
          aria-current={choice === chosen ? 'true' : undefined}
          className={cn(
            'inline-flex min-h-11 items-center rounded-full border px-4 text-sm font-semibold whitespace-nowrap sm:min-h-9',
            choice === chosen
              ? 'border-ink bg-ink text-canvas'
              : 'border-control text-ink hover:bg-sunken',
          )}
        >
          {children(choice)}
        </Link>
      ))}
    </nav>
  )
}

type SegmentedProps<Choice extends string> = {
  label: string
  choices: readonly Choice[]
  value: Choice
  onChange: (choice: Choice) => void
  ref?: ComponentProps<'fieldset'>['ref']
  /** For narrow columns, which it fills. */
  isSmall?: boolean
  children: (choice: Choice) => ReactNode
}

/** Radio buttons side by side, because exactly one choice always applies. */
export function Segmented<Choice extends string>(props: SegmentedProps<Choice>) {
  const { label, choices, value, onChange, ref, isSmall = false, children } = props
  const name = useId()
  return (
    <fieldset
      ref={ref}
      className={cn(
        'rounded-md border border-control bg-surface',
        isSmall ? 'flex p-0.5' : 'inline-flex max-w-full flex-wrap p-1',
      )}
    >
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <label
          key={choice}
          className={cn(
            'grid place-items-center rounded-sm text-center font-semibold has-checked:bg-action has-checked:text-on-action has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus pointer-coarse:min-h-11',
            isSmall ? 'min-h-6.5 flex-auto px-1.5 text-xs' : 'min-h-9 px-3 text-sm',
          )}
        >
          <input
            type="radio"
            name={name}
            value={choice}
            checked={value === choice}
            onChange={() => onChange(choice)}
            className="sr-only"
          />
          {children(choice)}
        </label>
      ))}
    </fieldset>
  )
}

type Props<Tab extends string> = {
  label: string
  className: string
  tabs: readonly Tab[]
  current: Tab
  hrefOf: (tab: Tab) => string
  children: (tab: Tab) => ReactNode
}

/** Tabs with addresses of their own. `children`: what a tab says. */
export function TabLinks<Tab extends string>(props: Props<Tab>) {
  const { label, className, tabs, current, hrefOf, children } = props
  const bar = useRef<HTMLElement>(null)
  useEffect(() => keepCurrentTabVisible(bar.current), [current])
  return (
    <nav ref={bar} aria-label={label} className={cn('strip flex gap-x-6', className)}>
      {tabs.map((tab) => (
        <Link
          key={tab}
          to={hrefOf(tab)}
          preventScrollReset
          aria-current={tab === current ? 'page' : undefined}
          className={cn(
            'flex min-h-11 shrink-0 items-center gap-2 border-b-2 px-1 font-semibold whitespace-nowrap focus-visible:-outline-offset-2',
            tab === current
              ? 'border-sun text-ink'
              : 'border-transparent text-muted hover:text-ink',
          )}
        >
          {children(tab)}
        </Link>
      ))}
    </nav>
  )
}

/** The total beside a tab's name. Without children it keeps the place of a figure that loads. */
export const TabCount = ({ className, children }: { className?: string; children: ReactNode }) => (
  <span
    className={cn(
      'min-h-5 min-w-8 rounded-full bg-sunken px-2 text-center text-xs leading-5 font-semibold',
      className,
    )}
  >
    {children}
  </span>
)
