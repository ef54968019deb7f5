import { CircleHelp } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { UNKNOWN } from '#contracts/catalog/store-filters.ts'
import { cn } from '#web/lib/cn.ts'
import { useFilterLabels } from '#web/lib/i18n/filter-labels.ts'
import { useFormats } from '#web/lib/i18n/format.ts'
import { stateOf, toggleValue } from './filter-choice.ts'
import type { OptionListProps } from './option-list.tsx'
import { countClass } from './option-row.tsx'

type Props = Omit<OptionListProps, 'hasFailed'> & { kind: 'section' | 'group' }

/**
 * Yes, no and, if there are such stores, unknown, on one line with their counts. To exclude one
 * value, the user includes the other.
 */
export function YesNoFilter({ filterKey, kind, choice, facet, hasCounts, onChange }: Props) {
  const words = useFilterLabels()
  const name = words.name(filterKey)
  const id = useId()
  const countOf = (value: string) =>
    value === UNKNOWN
      ? facet?.unknown
      : facet?.options.find((option) => option.value === value)?.count
  const values = ['yes', 'no', ...(countOf(UNKNOWN) || choice.unknown ? [UNKNOWN] : [])]
  return (
    <div role="group" aria-labelledby={id} className="py-1.5">
      <Head {...{ id, filterKey, kind, name }} />
      <div className="flex flex-wrap gap-1">
        {values.map((value) => (
          <Answer
            key={value}
            label={words.value(filterKey, value)}
            count={hasCounts ? countOf(value) : undefined}
            state={stateOf(choice, value)}
            onPress={() =>
              onChange(filterKey, (current) => {
                const isExcluded = stateOf(current, value) === 'exclude'
                return toggleValue(current, value, isExcluded ? 'exclude' : 'include')
              })
            }
          />
        ))}
      </div>
    </div>
  )
}

type HeadProps = Pick<Props, 'filterKey' | 'kind'> & { id: string; name: string }

/** This filter has nothing to unfold, so a button shows its sentence of help. */
function Head({ id, filterKey, kind, name }: HeadProps) {
  const { t } = useTranslation('list')
  const helpId = useId()
  const [isOpen, setOpen] = useState(false)
  const label = t('filters.help', { filter: name })
  return (
    <>
      <div className="-me-1.5 flex items-center justify-between gap-2 pb-1">
        <p id={id} className={cn(kind === 'section' && 'font-semibold')}>
          {name}
        </p>
        <button
          type="button"
          data-help
          aria-label={label}
          title={label}
          aria-expanded={isOpen}
          aria-controls={isOpen ? helpId : undefined}
          onClick={() => setOpen(!isOpen)}
          className="grid size-7 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink pointer-coarse:size-11"
        >
          <CircleHelp className="size-3.5" aria-hidden />
        </button>
      </div>
      {isOpen && (
        <p id={helpId} className="pb-1.5 text-muted">
          {t(`filter.${filterKey}.help`)}
        </p>
      )}
    </>
  )
}

type AnswerProps = {
  label: string
  count: number | undefined
  state: ReturnType<typeof stateOf>
  onPress: () => void
}

function Answer({ label, count, state, onPress }: AnswerProps) {
  const formats = useFormats()
  return (
    <button
      type="button"
      aria-pressed={state === 'include'}
      onClick={onPress}
      className={cn(
        'inline-flex min-h-7 items-center gap-1.5 rounded-md border px-2 transition-colors duration-150 pointer-coarse:min-h-11',
        state === 'include' && 'border-action bg-action font-semibold text-on-action',
        state === 'exclude' && 'border-bad text-bad line-through',
        state === 'neither' && 'border-control bg-surface hover:border-ink',
        state === 'neither' && count === 0 && 'border-line text-faint',
      )}
    >
      {label}
      {count !== undefined && (
        <span className={cn(countClass, state === 'neither' && 'text-faint')}>
          {formats.number(count)}
        </span>
      )}
    </button>
  )
}
