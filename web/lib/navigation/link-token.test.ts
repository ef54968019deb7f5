import { expect, test } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { outcomeOf, readLinkToken } from './link-token.ts'

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

const unreadable = new ApiError('malformed_response', '', { status: 200, requestId: null })
const refused = new ApiError('internal', '', { status: 500, requestId: null })

test.each([
  [
    'an OK response counts as success, whatever its body',
    unreadable,
    'yes',
    { kind: 'loaded', value: 'yes' },
  ],
  ['a refusal does not', refused, 'yes', { kind: 'failed', error: refused }],
  [
    'a body that the page needs has to be readable',
    unreadable,
    undefined,
    { kind: 'failed', error: unreadable },
  ],
])(
  'where the status is the answer: %s',
  { tags: ['calls.verify-email-ok', 'calls.validate-reset-token-ok'] },
  (_, error, plain, outcome) => {
    expect(outcomeOf(error, plain)).toEqual(outcome)
  },
)
