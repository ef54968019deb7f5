import { expect, test } from 'vitest'
import { pagesFor } from './pages.ts'

const guarded = /^\/(?:app|list|saved|store)/

test.each(['anonymous', 'guest', 'unknown'] as const)(
  'no page of the research is offered to %s',
  (visitor) => {
    expect(pagesFor(visitor).filter(({ to }) => guarded.test(to))).toEqual([])
  },
)

test('who pays goes to all of it, each page once', () => {
  const addresses = pagesFor('paid').map(({ to }) => to)
  expect(addresses).toEqual(
    expect.arrayContaining(['/app', '/list', '/saved', '/saved/products', '/settings']),
  )
  expect(new Set(addresses).size).toBe(addresses.length)
})

test('a visitor signs in or up, a member does not', () => {
  const to = (visitor: 'anonymous' | 'paid') => pagesFor(visitor).map((page) => page.to)
  expect(to('anonymous')).toEqual(expect.arrayContaining(['/login', '/register']))
  expect(to('paid').filter((each) => /login|register/.test(each))).toEqual([])
})
