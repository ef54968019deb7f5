import { expect, test } from 'vitest'
import { isEmail, meetsAllRules, passwordRules, strengthOf } from './credentials.ts'

test(
  'a password passes only when it meets all five rules',
  {
    tags: [
      'password-rule.length',
      'password-rule.uppercase',
      'password-rule.lowercase',
      'password-rule.digit',
    ],
  },
  () => {
    expect(meetsAllRules('Storedawn!2026')).toBe(true)
    for (const lacking of [
      'Sto!202',
      'storedawn!2026',
      'STOREDAWN!2026',
      'Storedawn!',
      'Storedawn2026',
    ]) {
      expect([lacking, meetsAllRules(lacking)]).toEqual([lacking, false])
    }
  },
)

test.each([
  ['', 'weak'],
  ['ab', 'weak'],
  ['abcdefgh', 'weak'],
  ['abAB1', 'medium'],
  ['abcdefgh1', 'medium'],
  ['abcdEFGH1', 'medium'],
  ['abcdEFGH1!', 'strong'],
])(
  'the strength of %j is %s',
  { tags: ['strength.weak', 'strength.medium', 'strength.strong'] },
  (password, strength) => {
    expect(strengthOf(password)).toBe(strength)
  },
)

test.each([...'!@#$%^&*(),.?":{}|<>'])(
  '%s is a special character',
  { tags: ['password-rule.special'] },
  (character) => {
    expect(passwordRules.special(character)).toBe(true)
  },
)

test.each([
  ['a@b.co', true],
  ['a@b', false],
  ['@b.co', false],
  ['a b@c.de', false],
  ['', false],
])('%j is an e-mail address: %s', (text, expected) => {
  expect(isEmail(text)).toBe(expected)
})
