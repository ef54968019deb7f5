import { expect, test } from 'vitest'
import { accountLinks, backTarget, logoTarget, navLinks } from './header-menus.tsx'

const names = (links: readonly { name: string }[]) => links.map(({ name }) => name)

test(
  'each kind of visitor sees its own links',
  {
    tags: [
      'header.out-pricing',
      'header.nav-guest-pricing',
      'header.nav-guest-contact',
      'header.nav-paid-dashboard',
      'header.nav-paid-contact',
    ],
  },
  () => {
    expect(names(navLinks('anonymous', '/'))).toEqual(['sample', 'pricing'])
    expect(names(navLinks('guest', '/'))).toEqual(['sample', 'pricing', 'contact'])
    expect(names(navLinks('paid', '/'))).toEqual(['dashboard', 'contact'])
    expect(names(navLinks('unknown', '/'))).toEqual([])
  },
)

test('the link to the current page is hidden', { tags: ['header.current-link-hidden'] }, () => {
  expect(names(navLinks('anonymous', '/pricing'))).toEqual(['sample'])
  expect(names(navLinks('anonymous', '/pricing/'))).toEqual(['sample'])
  expect(names(navLinks('guest', '/contact'))).toEqual(['sample', 'pricing'])
  expect(names(navLinks('paid', '/app'))).toEqual(['contact'])
})

test.each(['guest', 'paid'] as const)(
  'the account menu repeats every link of the %s header bar, for small screens',
  (visitor) => {
    const inMenu = names(accountLinks(visitor))
    expect(names(navLinks(visitor, '/')).filter((name) => !inMenu.includes(name))).toEqual([])
  },
)

test(
  'the account menu offers research to paid users and prices to guests',
  {
    tags: [
      'header.menu-home',
      'header.menu-dashboard-paid',
      'header.menu-saved-paid',
      'header.menu-pricing-guest',
      'header.menu-contact',
      'header.menu-settings',
    ],
  },
  () => {
    expect(names(accountLinks('paid'))).toEqual([
      'home',
      'dashboard',
      'saved',
      'contact',
      'settings',
    ])
    expect(names(accountLinks('guest'))).toEqual([
      'home',
      'sample',
      'pricing',
      'contact',
      'settings',
    ])
  },
)

test(
  'the logo leads members to the dashboard',
  { tags: ['header.logo-in', 'header.logo-out'] },
  () => {
    expect([logoTarget('anonymous'), logoTarget('guest'), logoTarget('paid')]).toEqual([
      '/',
      '/app',
      '/app',
    ])
  },
)

test.each([
  ['paid', '/list', '/app'],
  ['paid', '/store/12', '/list'],
  ['paid', '/list/kestrel', '/list'],
  ['paid', '/pricing', '/app'],
  ['guest', '/pricing', '/'],
  ['anonymous', '/pricing', null],
  ['paid', '/contact', null],
] as const)(
  'the back link for %s on %s points to %s',
  { tags: ['header.back-list', 'header.back-store', 'header.back-pricing'] },
  (visitor, from, to) => {
    expect(backTarget(visitor, from)).toBe(to)
  },
)

test('the back link of a store points to the list it was opened from', () => {
  expect(backTarget('paid', '/list/kestrel', '?mode=single&date=2026-11-01')).toBe(
    '/list?mode=single&date=2026-11-01',
  )
})
