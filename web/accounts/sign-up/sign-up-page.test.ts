import { expect, test } from 'vitest'
import { fieldOf, firstMissing, pendingDatesOf, type SignUpFields } from './sign-up-page.tsx'

const complete: SignUpFields = {
  fullName: 'Ada Lovelace',
  email: ' ada@example.test ',
  password: 'Passw0rd!',
  confirmPassword: 'Passw0rd!',
  agreeToTerms: true,
}

test.each<[string, Partial<SignUpFields>, ReturnType<typeof firstMissing>]>([
  ['everything', {}, null],
  ['a name of blanks', { fullName: '  ' }, 'name'],
  ['no name and no consent', { fullName: '', agreeToTerms: false }, 'name'],
  ['an address without a domain', { email: 'ada@' }, 'email'],
  ['four rules of five', { password: 'Password1', confirmPassword: 'Password1' }, 'password'],
  [
    'more than 128 characters',
    { password: `aA1!${'x'.repeat(125)}`, confirmPassword: `aA1!${'x'.repeat(125)}` },
    'password',
  ],
  ['another confirmation', { confirmPassword: 'Passw0rd? ' }, 'confirm'],
  ['no consent', { agreeToTerms: false }, 'agree'],
])(
  'with %s the first missing field is: %j',
  { tags: ['forms.registration', 'register.submit-disabled', 'register.requires-agree'] },
  (_, fields, missing) => {
    expect(firstMissing({ ...complete, ...fields })).toBe(missing)
  },
)

test('a common password that meets all five requirements is refused with its own reason', () => {
  expect(firstMissing(complete, true)).toBe('common')
  expect(firstMissing({ ...complete, password: 'password' }, true)).toBe('password')
})

test.each([
  ['name', 'fullName'],
  ['email', 'email'],
  ['password', 'password'],
  ['pendingDates', null],
  [undefined, null],
])('the server field %j maps to the form field %j', (blamed, field) => {
  expect(fieldOf(blamed)).toBe(field)
})

const single = { mode: 'single', selection: '2026-11-20' }
const range = { mode: 'range', selection: { from: '2026-11-18', to: '2026-11-20' } }
test.each([
  [JSON.stringify(single), single],
  [JSON.stringify(range), range],
  [JSON.stringify({ mode: 'single', selection: 7 }), null],
  ['{"mode":', null],
  ['[]', null],
  [null, null],
])('of the stored dates %s the sign-up sends %j', (stored, sent) => {
  expect(pendingDatesOf(stored)).toEqual(sent)
})
