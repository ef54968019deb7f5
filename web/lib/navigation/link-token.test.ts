import { expect, test } from 'vitest'
import { apiError } from '#testing/api-error.ts'
import { linkEndOf, okOr, readLinkToken } from './link-token.ts'

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

test.each([
  ['an OK response counts, whatever its body', apiError('malformed_response', 200), 'yes'],
  ['a refusal does not', apiError('internal', 500), undefined],
])(
  'where the status is the answer: %s',
  { tags: ['calls.verify-email-ok', 'calls.validate-reset-token-ok'] },
  (_, error, answer) => {
    expect(okOr({ data: undefined, error }, 'yes')).toBe(answer)
    expect(okOr({ data: 'said', error: null }, 'yes')).toBe('said')
  },
)

test.each([
  ['newsletter_link_invalid', 400, 'invalid'],
  ['newsletter_link_expired', 400, 'expired'],
  ['undo_link_expired', 400, 'expired'],
  ['undo_link_invalid', 400, 'invalid'],
  ['unsubscribe_link_invalid', 400, 'invalid'],
  ['invalid_request', 400, 'invalid'],
  ['rate_limited', 429, null],
  ['internal', 500, null],
  ['network', 0, null],
])(
  'after %s with status %s, a link is %s; without an end it may be retried',
  (code, status, end) => {
    expect(linkEndOf(apiError(code, status))).toBe(end)
  },
)
