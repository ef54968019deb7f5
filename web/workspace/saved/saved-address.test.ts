import { expect, test } from 'vitest'
import { isNarrowed, listKeyOf, readSaved, savedQueryOf, withSaved } from './saved-address.ts'

const at = (search: string) => new URLSearchParams(search)
const bare = { text: '', tag: '', isFavorite: false, sort: 'newest', page: 0 }

test.each([
  ['', bare],
  ['q=lamp&tag=Wood&favorites=yes&sort=name&page=3', { text: 'lamp', tag: 'Wood', isFavorite: true, sort: 'name', page: 2 }],
  ['sort=toString&page=-1&favorites=true', bare],
  ['page=1e3', bare],
  [`q=${'x'.repeat(200)}`, { ...bare, text: 'x'.repeat(100) }],
])('the query %j reads as %j', (search, address) => {
  expect(readSaved(at(search))).toEqual(address)
}) // prettier-ignore

test.each([
  ['page=2', { text: 'lamp' }, 'q=lamp'],
  ['q=lamp&page=2&lang=de', { tag: 'Wood' }, 'q=lamp&lang=de&tag=Wood'],
  ['q=lamp&tag=Wood&favorites=yes', { text: '', tag: '', isFavorite: false }, ''],
  ['sort=name', { sort: 'newest' as const }, ''],
  ['q=lamp', { page: 3 }, 'q=lamp&page=4'],
  ['q=lamp&page=4', { page: 0 }, 'q=lamp'],
])('the query %j with the change %j becomes %j', (search, change, expected) => {
  expect(withSaved(at(search), change).toString()).toBe(expected)
})

test('the call requests the first 20 entries, latest saved first, unless the address says otherwise', { tags: ['const.saved-defaults'] }, () => {
  expect(savedQueryOf(readSaved(at('')))).toEqual({ page: '0', size: '20', sortBy: 'createdAt', sortDirection: 'DESC' })
  expect(savedQueryOf(readSaved(at('q=+lamp+&tag=a&favorites=yes&sort=changed&page=2')))).toEqual({
    page: '1',
    size: '20',
    sortBy: 'updatedAt',
    sortDirection: 'DESC',
    q: 'lamp',
    tag: 'a',
    isFavorite: 'true',
  })
}) // prettier-ignore

test.each([
  ['', false],
  ['sort=name&page=2', false],
  ['q=+', false],
  ['q=a', true],
  ['tag=a', true],
  ['favorites=yes', true],
])('the query %j narrows the list: %j', (search, expected) => {
  expect(isNarrowed(readSaved(at(search)))).toBe(expected)
})

test('another page or order shows the same list, and other filters show another', () => {
  const keyOf = (search: string) => listKeyOf(readSaved(at(search)))
  expect([keyOf('q=lamp&page=3'), keyOf('q=lamp&sort=name')]).toEqual([
    keyOf('q=lamp'),
    keyOf('q=lamp'),
  ])
  for (const other of ['', 'q=lam', 'q=lamp&tag=Wood', 'q=lamp&favorites=yes'])
    expect(keyOf(other)).not.toBe(keyOf('q=lamp'))
})
