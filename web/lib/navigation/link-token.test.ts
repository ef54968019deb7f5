import { expect, test } from 'vitest'
import { readLinkToken } from './link-token.ts'

const pathname = '/reset-password'

test.each([
  ['?token=a', null, { arrived: 'a', kept: null, address: pathname }],
  ['?lang=de&token=a%2Bb', null, { arrived: 'a+b', kept: null, address: `${pathname}?lang=de` }],
  ['?token=new', { token: 'old' }, { arrived: 'new', kept: 'old', address: pathname }],
  ['?lang=de', { token: 'a' }, { arrived: null, kept: 'a', address: `${pathname}?lang=de` }],
  ['?token=', null, { arrived: null, kept: null, address: pathname }],
])('the secret in %j with the state %j is removed from the address', (search, state, token) => {
  expect(readLinkToken({ pathname, search, state })).toEqual(token)
})

test.each([[null], [undefined], ['a'], [{ token: 1 }], [{ token: '' }], [{ other: 'a' }], [[]]])(
  'the state %j holds no secret',
  (state) => {
    expect(readLinkToken({ pathname, search: '', state }).kept).toBeNull()
  },
)
