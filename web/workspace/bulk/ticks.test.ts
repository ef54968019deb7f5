import { beforeEach, expect, test, vi } from 'vitest'
import { type StoreId, toStoreId } from '#contracts/ids.ts'
import { MAX_TICKED } from '#contracts/workspace/bulk.ts'
import { countOf, createTicks, targetsOf } from './ticks.ts'

const rows = [1, 2, 3, 4, 5].map((id) => toStoreId(String(id)))
const at = (n: number): StoreId => rows[n] ?? toStoreId('0')

let ticks = createTicks<StoreId>()
beforeEach(() => {
  ticks = createTicks<StoreId>()
})
const ticked = () => rows.filter(ticks.has)
const taken = () => [countOf(ticks.current(), null), ticks.current().isCut]

test('a range goes from the row ticked last to this one, in both directions', () => {
  ticks.tick(at(1), true)
  ticks.tick(at(3), true, rows)
  expect(ticked()).toEqual([2, 3, 4])
  ticks.tick(at(0), true, rows)
  expect(ticked()).toEqual([1, 2, 3, 4])
  ticks.tick(at(2), false, rows)
  expect(ticked()).toEqual([4])
})

test('a range whose start is on another page is this row alone', () => {
  ticks.tick(toStoreId('99'), true)
  ticks.tick(at(2), true, rows)
  expect([ticked(), countOf(ticks.current(), 340)]).toEqual([[3], 2])
})

test('all matches are ticked beyond the page, and single rows leave them', () => {
  ticks.tickAll()
  expect(ticked()).toEqual(rows)
  ticks.tick(at(1), false)
  expect([ticked(), countOf(ticks.current(), 340)]).toEqual([[1, 3, 4, 5], 339])
  ticks.tick(at(1), true)
  expect(countOf(ticks.current(), 340)).toBe(340)
})

test('ticks stay while the list is the same, and another list drops them and says so', () => {
  expect(ticks.show('DE')).toBe(false)
  ticks.tick(at(1), true)
  expect([ticks.show('DE'), ticked()]).toEqual([false, [2]])
  expect([ticks.show('FR'), ticked()]).toEqual([true, []])
  expect(ticks.show('DE')).toBe(false)
})

test('a tick is announced once, whatever the number of rows', () => {
  const listener = vi.fn<() => void>()
  ticks.subscribe(listener)
  ticks.set(rows, true)
  expect([listener.mock.calls.length, ticked()]).toEqual([1, rows])
})

test('no more rows are ticked one by one, or left out of all, than a call takes', () => {
  const many = Array.from({ length: MAX_TICKED + 5 }, (_, at) => toStoreId(String(at + 1)))
  ticks.set(many.slice(0, MAX_TICKED), true)
  expect(taken()).toEqual([MAX_TICKED, false])
  ticks.set(many, true)
  expect(taken()).toEqual([MAX_TICKED, true])
  ticks.tick(at(0), false)
  expect(taken()).toEqual([MAX_TICKED - 1, false])
  ticks.tickAll()
  ticks.set(many, false)
  expect(targetsOf(ticks.current())).toEqual({ except: many.slice(0, MAX_TICKED) })
  expect(ticks.current().isCut).toBe(true)
})

test('calls name the ticked rows, and of all matches those left out', () => {
  ticks.set([at(3), at(1)], true)
  expect(targetsOf(ticks.current())).toEqual({ storeIds: [at(3), at(1)] })
  ticks.tickAll()
  ticks.tick(at(2), false)
  expect(targetsOf(ticks.current())).toEqual({ except: [at(2)] })
})
