import { afterEach, expect, test } from 'vitest'
import { toStoreId } from '#contracts/ids.ts'
import { exampleSummary } from '#testing/example-summary.ts'
import { renderScreen } from '#testing/render-screen.tsx'
import { listTicks, TickPage } from './tick-cells.tsx'

afterEach(listTicks.clear)

const pageOf = (...ids: string[]) => ids.map((id) => exampleSummary({ id: toStoreId(id) }))
const isChecked = (...ids: string[]) =>
  renderScreen(<TickPage stores={pageOf(...ids)} />).includes('checked=""')

test('the box of the page is checked while all its rows are ticked, and on the next page it is not', () => {
  expect(isChecked('1', '2')).toBe(false)
  listTicks.set([toStoreId('1'), toStoreId('2')], true)
  expect(isChecked('1', '2')).toBe(true)
  expect(isChecked('1', '2', '3')).toBe(false)
  expect(isChecked('4', '5')).toBe(false)
  expect(isChecked()).toBe(false)
  listTicks.tickAll()
  expect(isChecked('4', '5')).toBe(true)
})
