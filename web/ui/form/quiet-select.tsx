import { ChevronDown } from 'lucide-react'
import { cn } from '#web/lib/cn.ts'

type Props<Choice extends string> = {
  label: string
  choices: readonly Choice[]
  value: Choice
  onChange: (choice: Choice) => void
  className?: string
  children: (choice: Choice) => string
}

/** The native select without a frame, for a choice that is seldom changed. */
export function QuietSelect<Choice extends string>(props: Props<Choice>) {
  const { label, choices, value, onChange, className, children } = props
  return (
    <span
      className={cn(
        'relative flex min-w-0 items-center text-xs text-muted hover:text-ink',
        className,
      )}
    >
      <select
        aria-label={label}
        value={value}
        onChange={({ target }) => {
          const chosen = choices.find((each) => each === target.value)
          if (chosen !== undefined) onChange(chosen)
        }}
        className="field-sizing-content h-7 min-w-0 appearance-none truncate rounded-md bg-transparent ps-1 pe-4.5 hover:bg-sunken pointer-coarse:h-11"
      >
        {choices.map((each) => (
          <option key={each} value={each}>
            {children(each)}
          </option>
        ))}
      </select>
      <ChevronDown className="pointer-events-none absolute end-0.5 size-3.5" aria-hidden />
    </span>
  )
}
