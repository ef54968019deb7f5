import { expect, test } from 'vitest'
import type { StoreStatus } from '#contracts/catalog/stores.ts'
import { isMove, lifeEvents } from './store-lifecycle.ts'

const at = (status: StoreStatus, domain = 'lamp.example.com') => ({ status, domain })

test.each([
  ['is met for the first time', null, at('OPEN'), ['found']],
  ['is met behind its password', null, at('PASSWORD_PROTECTED'), ['found']],
  ['stays as it was', at('OPEN'), at('OPEN'), []],
  ['opens', at('PASSWORD_PROTECTED'), at('OPEN'), ['opened']],
  ['takes a password', at('OPEN'), at('PASSWORD_PROTECTED'), ['protected']],
  ['closes', at('OPEN'), at('CLOSED'), ['closed']],
  ['closes before it opened', at('PASSWORD_PROTECTED'), at('CLOSED'), ['closed']],
  ['comes back', at('CLOSED'), at('OPEN'), ['reopened']],
  ['comes back behind a password', at('CLOSED'), at('PASSWORD_PROTECTED'), ['protected']],
  ['changes its name', at('OPEN', 'lamp.com'), at('OPEN', 'torch.com'), ['moved']],
  ['opens under a new name', at('PASSWORD_PROTECTED', 'lamp.com'), at('OPEN', 'torch.com'), ['opened', 'moved']],
] as const)('a store that %s', (_, before, after, events) => {
  expect(lifeEvents(before, after).map(({ kind }) => kind)).toEqual(events)
}) // prettier-ignore

test.each([
  ['lamp.com', 'www.lamp.com', false],
  ['shop.lamp.co.uk', 'lamp.co.uk', false],
  ['lamp.com', 'lamp.de', true],
  ['x1.myshopify.com', 'lamp.com', false],
  ['lamp.com', 'x1.myshopify.com', true],
])('from %s to %s is a move: %s', (from, to, expected) => {
  expect(isMove(from, to)).toBe(expected)
})

test('a move names the old and the new domain', () => {
  expect(lifeEvents(at('OPEN', 'lamp.com'), at('OPEN', 'torch.com'))).toEqual([
    { kind: 'moved', before: 'lamp.com', after: 'torch.com' },
  ])
})
