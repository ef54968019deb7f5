import { expect, test } from 'vitest'
import { describeCopy } from './copy-button.tsx'

test('copying a short value confirms it by the value itself', () => {
  expect(describeCopy('info@example.com', 'E-mail')).toBe('info@example.com')
})

test.each([
  ['a table', '"day","stores"\r\n"2026-11-20",3'],
  ['a long line', 'x'.repeat(201)],
])('copying %s confirms it by its name alone', (_, value) => {
  expect(describeCopy(value, 'CSV')).toBe('CSV')
})
