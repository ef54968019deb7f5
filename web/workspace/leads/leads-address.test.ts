import { expect, test } from 'vitest'
import { orderOf, readLeads, withLeads } from './leads-address.ts'

const read = (search: string) => readLeads(new URLSearchParams(search))
const OWN = '6f2a1c1e-6f0b-4c43-9d3e-5d6b1f0f3a77'

test('an address without choices shows all leads on the board: the first ones by score, closed cases by their closing', () => {
  const address = read('')
  expect(address).toMatchObject({ view: 'board', due: 'all', q: '', stage: null, page: 0 })
  expect(['toContact', 'lost'].map((stage) => orderOf(address, stage))).toEqual([
    'score',
    'movedAt',
  ])
})

test('values that cannot be chosen are ignored', () => {
  const address = read(
    '?view=wall&due=soon&stage=../won&sortBy=price&page=-4&orders=won.price,lost.name,x',
  )
  expect(address).toMatchObject({ view: 'board', due: 'all', stage: null, sortBy: 'due', page: 0 })
  expect(address.orders).toEqual({ lost: 'name' })
})

test('a choice is written into the address, starts on the first page, and the usual one leaves it', () => {
  const before = new URLSearchParams('view=table&page=3&peek=7')
  expect(withLeads(before, { due: 'overdue' }).toString()).toBe('view=table&peek=7&due=overdue')
  expect(withLeads(before, { page: 1 }).toString()).toBe('view=table&peek=7&page=2')
  expect(withLeads(before, { view: 'board' }).toString()).toBe('peek=7')
})

test('the orders of the columns survive a reload', () => {
  const orders = { [OWN]: 'name', won: 'movedAt' } as const
  const params = withLeads(new URLSearchParams(), { orders })
  expect(readLeads(params).orders).toEqual(orders)
  expect(withLeads(params, { orders: {} }).toString()).toBe('')
})
