import { Fragment, memo, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Day } from '#contracts/dates.ts'
import { FILTER_SECTIONS, type FilterKey } from '#contracts/catalog/store-filters.ts'
import { StoreScope } from '#contracts/catalog/stores.ts'
import { storesQueryOf } from '#web/catalog/list/list-address.ts'
import {
  type ChangeFilter,
  type ChangeList,
  StoresQueryContext,
  useRequestedAddress,
} from '#web/catalog/list/list-change.ts'
import { useIsLate } from '#web/lib/debounced-value.ts'
import { Button } from '#web/ui/button.tsx'
import { Segmented } from '#web/ui/choices.tsx'
import { ChosenFilters } from './chosen-filters.tsx'
import { useCounts } from './facet-counts.tsx'
import { FilterFinder } from './filter-finder.tsx'
import { FilterSection } from './filter-section.tsx'
import { type OpenGroups, PANEL_SECTIONS } from './use-open-groups.ts'

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
  const { panel, reveal } = useReveal(open)
  return (
    <StoresQueryContext value={query}>
      <div
        ref={panel}
        aria-busy={counts.isOld}
        data-old={isDim || undefined}
        className="group/panel grid grid-cols-1 divide-y divide-line text-xs *:px-3"
      >
        <FilterFinder
          address={address}
          facets={counts.facets}
          onReveal={reveal}
          onChange={changeFilter}
        />
        <ChosenFilters address={address} change={change} changeFilter={changeFilter} />
        {address.view !== 'stores' && (
          <LaunchStatusSwitch value={address.launchStatus} change={change} />
        )}
        {PANEL_SECTIONS.map((section) => (
          <Fragment key={section}>
            {section === FILTER_SECTIONS[0] && (
              <p className="pt-4 pb-1.5 text-muted">{t('filters.bySubject')}</p>
            )}
            <FilterSection
              section={section}
              address={address}
              counts={counts}
              open={open}
              today={props.today}
              onChange={changeFilter}
            />
          </Fragment>
        ))}
        {counts.hasFailed && (
          <p className="flex flex-wrap items-center gap-x-3 py-3 text-muted">
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

/** Opens a filter in any section, and moves the focus to it. */
function useReveal(open: OpenGroups) {
  const panel = useRef<HTMLDivElement>(null)
  const [revealed, setRevealed] = useState<{ key: FilterKey } | null>(null)
  useEffect(() => {
    if (!revealed) return
    const filter = panel.current?.querySelector(`[data-filter="${revealed.key}"]`)
    filter?.scrollIntoView({ block: 'nearest' })
    filter?.querySelector<HTMLElement>('button:not([data-help])')?.focus()
  }, [revealed])
  const reveal = (key: FilterKey) => {
    open.reveal(key)
    setRevealed({ key })
  }
  return { panel, reveal }
}

type Props = { value: StoreScope; change: ChangeList }

/** New, established or both; exactly one is always active. In the view of stores, tabs say it. */
const LaunchStatusSwitch = memo(function LaunchStatusSwitch({ value, change }: Props) {
  const { t } = useTranslation('list')
  return (
    <div className="grid gap-1.5 py-3">
      <Segmented
        isSmall
        label={t('filters.launch')}
        choices={StoreScope.options}
        value={value}
        onChange={(status) => change({ launchStatus: status })}
      >
        {(status) => t(`filters.${status}`)}
      </Segmented>
      <p className="text-faint">{t(`filters.${value}Hint`)}</p>
    </div>
  )
})
