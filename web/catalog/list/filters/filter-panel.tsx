import { RotateCcw } from 'lucide-react'
import { memo, useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#contracts/dates.ts'
import { FILTER_SECTIONS } from '#contracts/catalog/store-filters.ts'
import { StoreScope } from '#contracts/catalog/stores.ts'
import { storesQueryOf } from '#web/catalog/list/list-address.ts'
import {
  type ChangeFilter,
  type ChangeList,
  StoresQueryContext,
  useRequestedAddress,
} from '#web/catalog/list/list-change.ts'
import { useDateFormats } from '#web/lib/dates/date-format.ts'
import { type DateSelection, isSameSelection } from '#web/lib/dates/date-selection.ts'
import { useIsLate } from '#web/lib/debounced-value.ts'
import { Button } from '#web/ui/button.tsx'
import { DatePresets } from '#web/ui/date-picker/date-presets.tsx'
import { TypedDates } from '#web/ui/date-picker/typed-dates.tsx'
import { Disclosure } from './disclosure.tsx'
import { useCounts } from './facet-counts.tsx'
import { FilterSection } from './filter-section.tsx'
import type { OpenGroups } from './use-open-groups.ts'

export type FilterProps = {
  open: OpenGroups
  today: Day
  change: ChangeList
  changeFilter: ChangeFilter
}

const DIM_AFTER_MS = 300

/** Filters of the list. Every change applies at once and is written to the address. */
export const FilterPanel = memo(function FilterPanel(props: FilterProps) {
  const { open, change, changeFilter } = props
  const counts = useCounts()
  const { address } = useRequestedAddress()
  const query = useMemo(() => storesQueryOf(address, address.view), [address])
  const { t } = useTranslation('list')
  const isDim = useIsLate(counts.isOld, DIM_AFTER_MS)
  return (
    <StoresQueryContext value={query}>
      <div
        aria-busy={counts.isOld}
        data-old={isDim || undefined}
        className="group/panel grid grid-cols-1 divide-y divide-line"
      >
        <DatesPart
          dates={address.dates}
          picked={address.picked}
          isOpen={open.isOpen('dates')}
          onToggle={open.toggle}
          today={props.today}
          change={change}
        />
        <div className="py-3">
          <LaunchStatusSwitch value={address.launchStatus} change={change} />
        </div>
        {FILTER_SECTIONS.map((section) => (
          <FilterSection
            key={section}
            section={section}
            address={address}
            counts={counts}
            open={open}
            today={props.today}
            onToggle={open.toggle}
            onChange={changeFilter}
          />
        ))}
        {counts.hasFailed && (
          <p className="flex flex-wrap items-center gap-x-3 py-3 text-sm text-muted">
            {t('filters.countsFailed')}
            <Button variant="quiet" size="sm" onClick={counts.retry}>
              {t('refresh')}
            </Button>
          </p>
        )}
      </div>
    </StoresQueryContext>
  )
})

type DatesProps = {
  dates: DateSelection
  picked: DateSelection
  isOpen: boolean
  onToggle: OpenGroups['toggle']
  today: Day
  change: ChangeList
}

const areSameDates = (before: DatesProps, after: DatesProps): boolean =>
  isSameSelection(before.dates, after.dates) &&
  isSameSelection(before.picked, after.picked) &&
  before.isOpen === after.isOpen &&
  before.onToggle === after.onToggle &&
  before.today === after.today &&
  before.change === after.change

/**
 * The days on which the stores were found. Its quick choices stay mounted while it is collapsed, so
 * that their keys work.
 */
const DatesPart = memo(function DatesPart(props: DatesProps) {
  const { dates, picked, isOpen, onToggle, today, change } = props
  const { t } = useTranslation(['list', 'date-picker'])
  const formats = useDateFormats()
  const canReset = picked.kind !== 'none' && !isSameSelection(dates, picked)
  const presets = (
    <DatePresets
      selection={dates}
      onChange={(selection) => change({ dates: selection })}
      today={today}
      hasAllDays
    />
  )
  return (
    <div>
      <Disclosure
        kind="section"
        title={t('list:filters.dates')}
        aside={
          !isOpen && (
            <span className="min-w-0 truncate text-end text-sm font-normal text-muted">
              {dates.kind === 'none' ? t('date-picker:presets.allDays') : formats.selection(dates)}
            </span>
          )
        }
        isOpen={isOpen}
        onToggle={() => onToggle('dates')}
      >
        <div className="grid gap-4 pt-1 pe-1">
          {presets}
          <TypedDates
            selection={dates}
            onChange={(selection) => change({ dates: selection })}
            today={today}
            isLimited
          />
        </div>
      </Disclosure>
      {!isOpen && <div hidden>{presets}</div>}
      {canReset && (
        <Button
          variant="quiet"
          size="sm"
          className="mb-2 -ms-3"
          onClick={() => change({ dates: picked })}
        >
          <RotateCcw className="size-4" aria-hidden />
          {t('list:filters.reset')}
        </Button>
      )}
    </div>
  )
}, areSameDates)

type Props = { value: StoreScope; change: ChangeList }

/** New, established or both; exactly one is always active. */
const LaunchStatusSwitch = memo(function LaunchStatusSwitch({ value, change }: Props) {
  const { t } = useTranslation('list')
  const hintId = useId()
  return (
    <fieldset aria-describedby={hintId} className="grid gap-2">
      <legend className="eyebrow mb-1">{t('filters.launch')}</legend>
      <div className="flex flex-wrap rounded-md border border-control bg-surface p-1">
        {StoreScope.options.map((status) => (
          <label
            key={status}
            className="grid min-h-9 flex-auto place-items-center rounded-sm px-2 text-center text-sm font-semibold has-checked:bg-action has-checked:text-on-action has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              name={`launch-status-${hintId}`}
              value={status}
              checked={value === status}
              onChange={() => change({ launchStatus: status })}
              className="sr-only"
            />
            {t(`filters.${status}`)}
          </label>
        ))}
      </div>
      <p id={hintId} className="text-xs text-faint">
        {t(`filters.${value}Hint`)}
      </p>
    </fieldset>
  )
})
