import { expect, test } from 'vitest'
import type { DateSelection } from '#web/lib/date-selection.ts'
import { readPendingDates, writePendingDates } from '#web/lib/pending-dates.ts'

const TODAY = '2026-11-20'

test.each<DateSelection>([
  { kind: 'single', date: '2026-11-20' },
  { kind: 'range', from: '2026-11-01', to: '2026-11-20' },
])('a selection comes back as it was stored: $kind', (selection) => {
  expect(readPendingDates(writePendingDates(selection), TODAY)).toEqual(selection)
})

test('nothing chosen is not stored', () => {
  expect(writePendingDates({ kind: 'none' })).toBeNull()
})

test('moments in ISO form are read as their UTC day, and a range may lack its end', () => {
  const text = JSON.stringify({ mode: 'range', selection: { from: '2026-11-02T00:00:00.000Z' } })
  expect(readPendingDates(text, TODAY)).toEqual({ kind: 'single', date: '2026-11-02' })
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
  '{"mode":"range","selection":{"from":"2020-01-01","to":"2026-11-01"}}',
  '{"mode":"both","selection":"2026-11-01"}',
])('anything else is no selection: %s', (text) => {
  expect(readPendingDates(text, TODAY)).toBeNull()
})
