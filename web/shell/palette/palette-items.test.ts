import { expect, test } from 'vitest'
import { arrangeItems, type PaletteGroup, type PaletteItem } from './palette-items.ts'

const item = (
  group: PaletteGroup,
  label: string,
  more: Partial<PaletteItem> = {},
): PaletteItem => ({
  id: `${group}:${label}`,
  group,
  label,
  action: { kind: 'go', to: `/${group}/${label}` },
  ...more,
})

const items = [
  item('pages', 'Saved products'),
  item('pages', 'Saved'),
  item('pages', 'Plan and billing', { shown: 'typed', words: 'subscription' }),
  item('dates', 'Last 7 days'),
  item('actions', 'Change language', { shown: 'untyped' }),
  item('actions', 'Türkçe', { shown: 'typed', words: 'Language Turkish' }),
  item('filters', 'Türkiye', { shown: 'typed', words: 'Country' }),
  item('filters', 'Isparta', { shown: 'typed' }),
  item('stores', 'Found by its description', { shown: 'found' }),
]

test.each([
  ['', 'pages Saved products, Saved | dates Last 7 days | actions Change language'],
  ['  ', 'pages Saved products, Saved | dates Last 7 days | actions Change language'],
  // Found items match any text; the best label comes first.
  ['saved', 'pages Saved, Saved products | stores Found by its description'],
  ['PROD', 'pages Saved products | stores Found by its description'],
  ['billing plan', 'pages Plan and billing | stores Found by its description'],
  ['subscription', 'pages Plan and billing | stores Found by its description'],
  ['days 7', 'dates Last 7 days | stores Found by its description'],
  ['turk', 'actions Türkçe | filters Türkiye | stores Found by its description'],
  ['language ', 'actions Türkçe | stores Found by its description'],
  ['country türk', 'filters Türkiye | stores Found by its description'],
  ['ISPARTA', 'filters Isparta | stores Found by its description'],
  ['ısparta', 'filters Isparta | stores Found by its description'],
  // A match in the middle of a word does not count.
  ['aved', 'stores Found by its description'],
  ['saved nothing', 'stores Found by its description'],
])('typing “%s” shows %s', (text, shown) => {
  const groups = arrangeItems(items, text)
  const words = groups.map(
    ({ name, items: own }) => `${name} ${own.map(({ label }) => label).join(', ')}`,
  )
  expect(words.join(' | ')).toBe(shown)
})

test('items with the same target appear once, in the first group', () => {
  const action = { kind: 'go', to: '/list/lamp' } as const
  const twice = [
    item('stores', 'Lamp', { action, shown: 'found' }),
    item('recent', 'Lamp', { action }),
    item('stores', 'Lamp shade', { shown: 'found' }),
  ]
  expect(arrangeItems(twice, 'lamp').map(({ name, items: own }) => [name, own.length])).toEqual([
    ['recent', 1],
    ['stores', 1],
  ])
})

test('of many matching filters only the best six are shown', () => {
  const many = Array.from({ length: 30 }, (_, at) =>
    item('filters', `Shade ${at}`, { shown: 'typed' }),
  )
  const [group] = arrangeItems([...many, item('filters', 'Shade', { shown: 'typed' })], 'shade')
  expect(group?.items[0]?.label).toBe('Shade')
  expect(group?.items).toHaveLength(6)
})
