import { expect, test } from 'vitest'
import { memoryStorage } from '#testing/memory-storage.ts'
import type { DateSelection } from './date-selection.ts'
import { takePendingDates, writePendingDates } from './pending-dates.ts'

const TODAY = '2026-11-20'

const storageWith = (text: string | null) =>
  memoryStorage(text === null ? {} : { pendingDateSelection: text })
const take = (text: string | null) => takePendingDates(storageWith(text), TODAY)

test.each<DateSelection>([
  { kind: 'single', date: '2026-11-20' },
  { kind: 'range', from: '2026-11-01', to: '2026-11-20' },
  { kind: 'range', from: '2020-01-01', to: '2026-11-20' },
])(
  'a selection stored under the key pendingDateSelection is restored unchanged: $kind',
  { tags: ['pending.selection-range', 'app.pending-restore-range', 'app.pending-restore-single'] },
  (selection) => {
    expect(take(writePendingDates(selection))).toEqual(selection)
  },
)

test('an empty selection is not stored', () => {
  expect(writePendingDates({ kind: 'none' })).toBeNull()
})

test(
  'a restored selection is removed from storage, and so is unreadable text',
  { tags: ['app.pending-removed'] },
  () => {
    const storage = storageWith(writePendingDates({ kind: 'single', date: '2026-11-20' }))
    expect(takePendingDates(storage, TODAY)).toEqual({ kind: 'single', date: '2026-11-20' })
    expect(storage.items.size).toBe(0)
    expect(takePendingDates(storage, TODAY)).toBeNull()

    const garbage = storageWith('not json')
    expect(takePendingDates(garbage, TODAY)).toBeNull()
    expect(garbage.items.size).toBe(0)
  },
)

test('ISO timestamps are read as their UTC day, and a range may lack its end', () => {
  const text = JSON.stringify({ mode: 'range', selection: { from: '2026-11-02T00:00:00.000Z' } })
  expect(take(text)).toEqual({ kind: 'single', date: '2026-11-02' })
})

test.each([
  null,
  '',
  'null',
  '[]',
  'not json',
  '{"mode":"single","selection":"yesterday"}',
  '{"mode":"single","selection":"2026-11-21"}',
  '{"mode":"range","selection":"2026-11-01"}',
  '{"mode":"both","selection":"2026-11-01"}',
])('anything else is not a selection: %s', (text) => {
  expect(take(text)).toBeNull()
})
