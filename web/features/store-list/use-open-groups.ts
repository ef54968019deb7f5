import { useCallback, useEffect, useMemo, useState } from 'react'
import {
  type FilterKey,
  type FilterRule,
  filterKeys,
  type FilterSection,
  storeFilters,
} from '#contracts/store-filters.ts'
import { type ListView, isFixed } from './list-address.ts'

/** Local storage: which parts of the panel this reader keeps open. */
const OPEN_KEY = 'list-filters'

export type GroupId = 'dates' | `section-${FilterSection}` | FilterKey

const OPEN_AT_FIRST: readonly GroupId[] = [
  'section-place',
  'country',
  'section-offer',
  'category',
  'section-contact',
]

/** What is open in the filter panel; kept for the next visit. */
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

/** Filters of a section that have a place in the panel: the words to search for stand above the rows. */
export const filtersOf = (section: FilterSection, view: ListView): FilterKey[] =>
  filterKeys.filter((key) => {
    const rule: FilterRule = storeFilters[key]
    return rule.section === section && rule.kind !== 'text' && !isFixed(view, key)
  })

/** Filters whose counts are in sight. */
export const keysInSight = ({ isOpen }: OpenGroups): FilterKey[] =>
  filterKeys.filter((key) => {
    const rule: FilterRule = storeFilters[key]
    return isOpen(`section-${rule.section}`) && (rule.kind === 'yesNo' || isOpen(key))
  })
