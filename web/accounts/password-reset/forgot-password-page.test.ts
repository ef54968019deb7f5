import { expect, test } from 'vitest'
import { sentToOf } from './forgot-password-page.tsx'

test.each([
  [{ sentTo: 'a@b.test' }, 'a@b.test'],
  [{ sentTo: null }, null],
  [{ sentTo: 7 }, null],
  [{ token: 'x' }, null],
  ['a@b.test', null],
  [null, null],
])('the history state %j remembers the address %j', (state, email) => {
  expect(sentToOf(state)).toBe(email)
})
