import { expect, test } from 'vitest'
import { DisplayedView, type ListColumn } from '#contracts/workspace/list-views.ts'
import { displayedColumns } from '#web/catalog/list/display/use-list-display.ts'
import {
  columnsOf,
  columnsOfView,
  fitColumns,
  phoneColumns,
  usualColumns,
} from './store-columns.tsx'

const namesAt = (roomRem: number, chosen = usualColumns.stores) =>
  fitColumns(chosen, roomRem).names.join(' ')

test('columns yield from the right as the list gets narrower; contact and day stay', () => {
  expect(namesAt(90)).toBe('country category price products theme apps contact found')
  // 1366 px with the filters open.
  expect(namesAt(65.4)).toBe('country category price products theme contact found')
  expect(namesAt(60)).toBe('country category price products contact found')
  expect(namesAt(50)).toBe('country category contact found')
  expect(namesAt(20)).toBe('contact found')
})

test('a wide list says countries in words and gives addresses more room', () => {
  const wideAt = (roomRem: number) => fitColumns(['country', 'email', 'found'], roomRem).wide
  expect([wideAt(45), wideAt(60), wideAt(80)]).toEqual([[], ['country'], ['country', 'email']])
})

test('the order of the columns is the reader’s, between the store and its bookmark', () => {
  const shown = columnsOf(fitColumns(['tags', 'price', 'country'], Infinity))
  expect(shown.map(({ name }) => name)).toEqual([
    'tick',
    'store',
    'marks',
    'tags',
    'price',
    'country',
    'save',
  ])
})

test('apps are counted beside the theme only while they have no column', () => {
  const themeIn = (names: readonly ListColumn[]) =>
    columnsOf({ names, wide: [] }).find(({ name }) => name === 'theme')?.Value
  expect(themeIn(['theme'])).not.toBe(themeIn(['theme', 'apps']))
})

test.each(DisplayedView.options)('the usual columns of %s are among those it can show', (view) => {
  expect(usualColumns[view].filter((name) => !columnsOfView(view).includes(name))).toEqual([])
})

test('an order or a filter by score shows the scores before the reader’s own columns', () => {
  const columns = ['country' as const, 'found' as const]
  const shown = (by: 'score' | 'name', score = '') =>
    displayedColumns(
      { columns },
      {
        sort: { by, direction: 'DESC' },
        filters: score ? { score: { include: [score], exclude: [], unknown: false } } : {},
      },
    )
  expect(shown('name')).toBe(columns)
  expect(shown('score')).toEqual(['score', ...columns])
  expect(shown('name', '60..79')).toEqual(['score', ...columns])
  expect(fitColumns(shown('score'), 20).names).toEqual(['score', 'found'])
})

test('on phones the score takes the place of the price', () => {
  expect(phoneColumns('stores', false)).toBe(usualColumns.stores)
  const names = phoneColumns('stores', true)
  expect([names.includes('price'), names.at(-1)]).toEqual([false, 'score'])
})
