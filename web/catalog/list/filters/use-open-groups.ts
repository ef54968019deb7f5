import { useCallback, useEffect, useMemo, useState } from 'react'
import {
  type FilterKey,
  filterKeys,
  type FilterRule,
  type FilterSection,
  storeFilters,
} from '#contracts/catalog/store-filters.ts'
import { isFixed, type ListView } from '#web/catalog/list/list-address.ts'

/** Local storage: the parts of the panel that this reader keeps open. */
const OPEN_KEY = 'list-filters'

/** `folded`: the panel as a whole. */
export type GroupId = 'folded' | `section-${FilterSection}` | FilterKey

const OPEN_AT_FIRST: readonly GroupId[] = [
  'section-place',
  'country',
  'section-technology',
  'apps',
  'section-contact',
]

/** The open parts of the filter panel, stored for the next visit. */
export function useOpenGroups() {
  const [open, setOpen] = useState(readOpen)
  const toggle = useCallback((id: GroupId) => {
    setOpen((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }, [])
  useEffect(() => localStorage.setItem(OPEN_KEY, [...open].join(',')), [open])
  return useMemo(() => ({ isOpen: (id: GroupId) => open.has(id), toggle }), [open, toggle])
}

export type OpenGroups = ReturnType<typeof useOpenGroups>

function readOpen(): ReadonlySet<string> {
  const stored = localStorage.getItem(OPEN_KEY)
  return new Set(stored === null ? OPEN_AT_FIRST : stored.split(','))
}

/**
 * The filters of a section that belong into the panel. Text search is not among them: its field is
 * above the rows.
 */
export const filtersOf = (section: FilterSection, view: ListView): FilterKey[] =>
  filterKeys.filter((key) => {
    const rule: FilterRule = storeFilters[key]
    return rule.section === section && rule.kind !== 'text' && !isFixed(view, key)
  })

/** Filters whose counts are visible. */
export const visibleFilters = ({ isOpen }: OpenGroups): FilterKey[] =>
  filterKeys.filter((key) => {
    const rule: FilterRule = storeFilters[key]
    return isOpen(`section-${rule.section}`) && (rule.kind === 'yesNo' || isOpen(key))
  })
