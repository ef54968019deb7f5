import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { listStages, type Stage } from '#contracts/workspace/leads.ts'
import { type BuiltInStage, isBuiltInStage } from '#contracts/workspace/stage-keys.ts'
import { qKept } from '#web/api/query.ts'
import { cn } from '#web/lib/cn.ts'
import { useLocalDay } from './lead-day.ts'
import type { LeadFilter } from './lead-pages.ts'

/** The stages with the number of their leads, of those that match the filter. */
export function useStages(filter: Pick<LeadFilter, 'due' | 'q'> = {}) {
  const today = useLocalDay()
  return useQuery(qKept(listStages, { query: { ...filter, today } }))
}

/** Its own name; that of a built-in stage is the reader's word. */
export function useStageName(): (stage: Pick<Stage, 'key' | 'name'>) => string {
  const { t } = useTranslation(['bulk', 'list'])
  return ({ key, name }) =>
    name ?? (isBuiltInStage(key) ? t(`list:filter.stage.options.${key}`) : t('bulk:stages.deleted'))
}

/** By the key alone, which may be that of a deleted stage. */
export function useStageNameOf(stages: readonly Stage[]): (key: string | null) => string {
  const nameOf = useStageName()
  const { t } = useTranslation('bulk')
  return (key) =>
    key === null
      ? t('stages.none')
      : nameOf(stages.find((stage) => stage.key === key) ?? { key, name: null })
}

const marks: Record<BuiltInStage, string> = {
  toContact: 'border-control',
  contacted: 'border-muted bg-linear-to-r from-muted from-50% to-transparent to-50%',
  replied: 'border-good bg-linear-to-r from-good from-50% to-transparent to-50%',
  won: 'border-good bg-good',
  lost: 'border-control after:absolute after:-inset-x-0.5 after:top-0.75 after:-rotate-45 after:border-t-[1.5px] after:border-control',
}

/** Empty, half, full or crossed out; an own stage is like the built-in one of its kind. */
export const StageMark = ({
  stage: { key, isContacted },
}: {
  stage: Pick<Stage, 'key' | 'isContacted'>
}) => (
  <span
    aria-hidden
    className={cn(
      'relative inline-block size-2.5 shrink-0 rounded-full border-[1.5px]',
      marks[isBuiltInStage(key) ? key : isContacted ? 'contacted' : 'toContact'],
    )}
  />
)

type ListProps = {
  stages: readonly Stage[]
  current?: string | null
  onChoose: (stage: Stage) => void
}

/** The stages as buttons; the arrows move through them. */
export function StageList({ stages, current = null, onChoose }: ListProps) {
  const nameOf = useStageName()
  const first = stages.find(({ key }) => key === current) ?? stages[0]
  return (
    <ul className="grid">
      {stages.map((stage) => (
        <li key={stage.key}>
          <button
            type="button"
            data-first={stage === first || undefined}
            aria-current={stage.key === current || undefined}
            onClick={() => onChoose(stage)}
            onKeyDown={step}
            className="flex min-h-9 w-full items-center gap-2.5 rounded-md px-2 text-start text-sm hover:bg-sunken aria-[current]:font-semibold pointer-coarse:min-h-11"
          >
            <StageMark stage={stage} />
            <span className="min-w-0 flex-1 truncate">{nameOf(stage)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function step(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  // The page would scroll, which closes a panel.
  event.preventDefault()
  const item = event.currentTarget.closest('li')
  const to = event.key === 'ArrowDown' ? item?.nextElementSibling : item?.previousElementSibling
  to?.querySelector('button')?.focus()
}

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
