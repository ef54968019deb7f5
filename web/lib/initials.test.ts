import { expect, test } from 'vitest'
import { fullNameOf, initialsOf } from '#web/lib/initials.ts'

test.each([
  [{ firstName: 'Ada', lastName: 'Lovelace', name: 'x', email: 'e' }, 'AL'],
  [{ firstName: '', lastName: '', name: 'grace brewster hopper', email: 'e' }, 'GH'],
  [{ firstName: 'Ada', lastName: '', name: 'Ada', email: 'e' }, 'A'],
  [{ firstName: '', lastName: '', name: '', email: 'zed@x.test' }, 'Z'],
  [{ firstName: '', lastName: '', name: ' ', email: '' }, 'U'],
])('the initials of %j are %s', (user, initials) => {
  expect(initialsOf(user)).toBe(initials)
})

test('the full name is first and last name, else the name', () => {
  expect(fullNameOf({ firstName: 'Ada', lastName: 'Lovelace', name: 'x' })).toBe('Ada Lovelace')
  expect(fullNameOf({ firstName: '', lastName: '', name: 'Ada' })).toBe('Ada')
})
