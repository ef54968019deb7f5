import { expect, test } from 'vitest'
import { filterKeys } from '#contracts/catalog/store-filters.ts'
import { filtersOf, type GroupId, PANEL_SECTIONS, visibleFilters } from './use-open-groups.ts'

const open = (...ids: GroupId[]) => ({
  isOpen: (id: GroupId) => ids.includes(id),
  toggle: () => undefined,
  reveal: () => undefined,
})

test('ten filters come first, and every other one is in its section, once', () => {
  expect(filtersOf('first', 'stores')).toHaveLength(10)
  const all = PANEL_SECTIONS.flatMap((each) => filtersOf(each, 'stores'))
  expect(all.toSorted()).toEqual(filterKeys.filter((key) => key !== 'q').toSorted())
  expect(filtersOf('first', 'leads')).not.toContain('email')
})

test('counts are asked for what the panel shows: closed filters and closed sections have none', () => {
  expect(visibleFilters(open())).toEqual(['email', 'phone'])
  expect(visibleFilters(open('theme'))).toEqual(['theme', 'email', 'phone'])
  expect(visibleFilters(open('tld'))).not.toContain('tld')
  expect(visibleFilters(open('tld', 'section-place'))).toEqual(['tld', 'email', 'phone'])
  expect(visibleFilters(open('section-activity'))).toEqual(['email', 'phone', 'alive'])
})
