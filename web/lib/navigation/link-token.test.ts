import { expect, test } from 'vitest'
import { readLinkToken } from './link-token.ts'

const pathname = '/reset-password'

test.each([
  ['?token=a', null, { fromLink: 'a', fromHistory: null, address: pathname }],
  [
    '?lang=de&token=a%2Bb',
    null,
    { fromLink: 'a+b', fromHistory: null, address: `${pathname}?lang=de` },
  ],
  ['?token=new', { token: 'old' }, { fromLink: 'new', fromHistory: 'old', address: pathname }],
  [
    '?lang=de',
    { token: 'a' },
    { fromLink: null, fromHistory: 'a', address: `${pathname}?lang=de` },
  ],
  ['?token=', null, { fromLink: null, fromHistory: null, address: pathname }],
])('the secret in %j with the state %j is removed from the address', (search, state, token) => {
  expect(readLinkToken({ pathname, search, state })).toEqual(token)
})

test.each([[null], [undefined], ['a'], [{ token: 1 }], [{ token: '' }], [{ other: 'a' }], [[]]])(
  'the state %j holds no secret',
  (state) => {
    expect(readLinkToken({ pathname, search: '', state }).fromHistory).toBeNull()
  },
)
