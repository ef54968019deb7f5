import { expect, test } from 'vitest'
import { pagesFor } from './use-palette-items.ts'

const guarded = /^\/(?:app|list|saved|store)/

test.each(['anonymous', 'guest', 'unknown'] as const)(
  'the palette offers no research page to %s',
  (visitor) => {
    expect(pagesFor(visitor).filter(({ to }) => guarded.test(to))).toEqual([])
  },
)

test('the palette offers a paying user all research pages, each once', () => {
  const addresses = pagesFor('paid').map(({ to }) => to)
  expect(addresses).toEqual(
    expect.arrayContaining([
      '/app',
      '/list',
      '/saved',
      '/saved/products',
      '/settings',
      '/settings/api',
    ]),
  )
  expect(new Set(addresses).size).toBe(addresses.length)
})

test('the palette offers login and sign-up to visitors, not to members', () => {
  const to = (visitor: 'anonymous' | 'paid') => pagesFor(visitor).map((page) => page.to)
  expect(to('anonymous')).toEqual(expect.arrayContaining(['/login', '/register']))
  expect(to('paid').filter((each) => /login|register/.test(each))).toEqual([])
})
