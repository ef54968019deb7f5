import { expect, test } from 'vitest'
import type { Language } from '#i18n/languages.ts'
import { fullNameOf, initialsOf } from './avatar.tsx'

test.each<[Parameters<typeof initialsOf>[0], Language, string]>([
  [{ firstName: 'Ada', lastName: 'Lovelace', name: 'x', email: 'e' }, 'en', 'AL'],
  [{ firstName: '', lastName: '', name: 'grace brewster hopper', email: 'e' }, 'en', 'GH'],
  [{ firstName: 'Ada', lastName: '', name: 'Ada', email: 'e' }, 'en', 'A'],
  [{ firstName: '', lastName: '', name: '', email: 'zed@x.test' }, 'en', 'Z'],
  [{ firstName: '', lastName: '', name: ' ', email: '' }, 'en', 'U'],
  [{ firstName: 'ilayda', lastName: 'ışık', name: 'x', email: 'e' }, 'tr', 'İI'],
  [{ firstName: 'ilayda', lastName: 'smith', name: 'x', email: 'e' }, 'de', 'IS'],
])(
  'the initials of %j in %s are %s',
  {
    tags: [
      'user.initials-first-last',
      'user.initials-name',
      'user.initials-email',
      'user.initials-u',
    ],
  },
  (user, language, initials) => {
    expect(initialsOf(user, language)).toBe(initials)
  },
)

test('the full name is the first and last name, or else the name', () => {
  expect(fullNameOf({ firstName: 'Ada', lastName: 'Lovelace', name: 'x' })).toBe('Ada Lovelace')
  expect(fullNameOf({ firstName: '', lastName: '', name: 'Ada' })).toBe('Ada')
})
