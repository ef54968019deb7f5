import { expect, test } from 'vitest'
import { isPaymentReturn, isPaymentReturnToHome } from './payment-return.ts'

const both = (query: string) => {
  const search = new URLSearchParams(query)
  return [isPaymentReturnToHome(search), isPaymentReturn(search)]
}

test.each([
  ['success=true', [true, true]],
  ['checkout_id=', [true, true]],
  ['order_id=1', [false, true]],
  ['session_id=1', [false, true]],
  ['status=success', [false, true]],
  ['status=completed', [false, true]],
  ['status=failed', [false, false]],
  ['success=false', [false, false]],
  ['', [false, false]],
])(
  'the query %j counts as a payment return on / and on /pricing: %j',
  { tags: ['pricing.redirect-return'] },
  (query, expected) => {
    expect(both(query)).toEqual(expected)
  },
)
