import { useCallback, useEffect, useMemo, useState } from 'react'
import {
  FILTER_SECTIONS,
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

/** What merchants, sellers to them and researchers ask for first; the others wait in their sections. */
const FIRST_FILTERS: readonly FilterKey[] = [
  'country',
  'apps',
  'category',
  'email',
  'phone',
  'products',
  'price',
  'theme',
  'language',
  'launched',
]

const OPEN_AT_FIRST: readonly GroupId[] = ['country', 'apps']

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
  const reveal = useCallback((key: FilterKey) => {
    const section = `section-${storeFilters[key].section}`
    setOpen((before) => new Set([...before, FIRST_FILTERS.includes(key) ? key : section, key]))
  }, [])
  useEffect(() => localStorage.setItem(OPEN_KEY, [...open].join(',')), [open])
  return useMemo(
    () => ({ isOpen: (id: GroupId) => open.has(id), toggle, reveal }),
    [open, toggle, reveal],
  )
}

export type OpenGroups = ReturnType<typeof useOpenGroups>

function readOpen(): ReadonlySet<string> {
  const stored = localStorage.getItem(OPEN_KEY)
  return new Set(stored === null ? OPEN_AT_FIRST : stored.split(','))
}

/** The sections of the panel: the filters shown first, then the others by subject. */
export const PANEL_SECTIONS = ['first', ...FILTER_SECTIONS] as const
export type PanelSection = (typeof PANEL_SECTIONS)[number]

/**
 * The filters of a section that belong into the panel. Text search is not among them: its field is
 * above the rows.
 */
export const filtersOf = (section: PanelSection, view: ListView): FilterKey[] =>
  (section === 'first' ? FIRST_FILTERS : filterKeys).filter((key) => {
    const rule: FilterRule = storeFilters[key]
    const place = FIRST_FILTERS.includes(key) ? 'first' : rule.section
    return place === section && rule.kind !== 'text' && !isFixed(view, key)
  })

/** Filters whose counts are visible. */
export const visibleFilters = ({ isOpen }: OpenGroups): FilterKey[] =>
  filterKeys.filter((key) => {
    const rule: FilterRule = storeFilters[key]
    const isInView = FIRST_FILTERS.includes(key) || isOpen(`section-${rule.section}`)
    return isInView && (rule.kind === 'yesNo' || isOpen(key))
  })
