import { expect, test } from 'vitest'
import { DisplayedView, type ListColumn } from '#contracts/workspace/list-views.ts'
import { columnsOf, columnsOfView, fitColumns, usualColumns } from './store-columns.tsx'

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

test('apps are counted beside the theme only while they have no column of their own', () => {
  const themeIn = (names: readonly ListColumn[]) =>
    columnsOf({ names, wide: [] }).find(({ name }) => name === 'theme')?.Value
  expect(themeIn(['theme'])).not.toBe(themeIn(['theme', 'apps']))
})

test.each(DisplayedView.options)('the usual columns of %s are among those it can show', (view) => {
  expect(usualColumns[view].filter((name) => !columnsOfView(view).includes(name))).toEqual([])
})
