import { ChevronDown } from 'lucide-react'
import type { Stage } from '#contracts/workspace/leads.ts'
import { cn } from '#web/lib/cn.ts'
import { StageMark, useStageName } from './stages.tsx'

type Props = {
  label: string
  stages: readonly Stage[]
  /** Null where a store is no lead. */
  value: string | null
  /** What a store is that is no lead; without it, a lead stays one. */
  none?: string
  isBusy?: boolean
  onChange: (stage: Stage | null) => void
  className?: string
}

/** The stage of one lead: the native select, with its mark before it. */
export function StageSelect(props: Props) {
  const { label, stages, value, none, isBusy = false, onChange, className } = props
  const nameOf = useStageName()
  const current = stages.find(({ key }) => key === value)
  return (
    <span
      className={cn('relative z-1 inline-flex max-w-full items-center gap-2 rounded-md', className)}
    >
      {current && <StageMark stage={current} />}
      <select
        aria-label={label}
        aria-busy={isBusy || undefined}
        disabled={isBusy}
        value={value ?? ''}
        onChange={({ target }) => onChange(stages.find(({ key }) => key === target.value) ?? null)}
        className="field-sizing-content h-full min-w-0 appearance-none truncate rounded-md bg-transparent pe-5 hover:bg-sunken aria-busy:opacity-60 pointer-coarse:min-h-11"
      >
        {(none !== undefined || current === undefined) && <option value="">{none ?? ''}</option>}
        {stages.map((stage) => (
          <option key={stage.key} value={stage.key}>
            {nameOf(stage)}
          </option>
        ))}
      </select>
      <ChevronDown className="pointer-events-none absolute end-1 size-3.5 text-faint" aria-hidden />
    </span>
  )
}
