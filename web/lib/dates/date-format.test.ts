import { expect, test } from 'vitest'
import { createDateFormats } from './date-format.ts'

test('a selection reads as a day with its weekday, or as a range', () => {
  const { selection } = createDateFormats('en')
  expect(selection({ kind: 'single', date: '2026-11-20' })).toBe('Fri, Nov 20, 2026')
  expect(selection({ kind: 'range', from: '2026-11-14', to: '2026-11-20' })).toMatch(/^Nov 14\s–\s20, 2026$/)
  expect(selection({ kind: 'none' })).toBe('')
})
