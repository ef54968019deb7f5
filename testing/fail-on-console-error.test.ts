import { expect, test, vi } from 'vitest'

// oxlint-disable-next-line vitest/expect-expect -- the assertion under test is the one that runs after this test
test.fails('a test that writes to console.error fails', () => {
  console.error('written on purpose by this test')
})

test('a test that expects the report may suppress it', () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => {})
  console.error('expected')
  expect(report).toHaveBeenCalledWith('expected')
})
