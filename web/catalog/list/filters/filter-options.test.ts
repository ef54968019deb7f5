import { expect, test } from 'vitest'
import { searchStateOf } from './filter-options.ts'

const idle = {
  data: undefined,
  isPlaceholderData: false,
  isError: false,
  fetchStatus: 'idle',
} as const

test.each([
  ['is still searching during the call', { ...idle, fetchStatus: 'fetching' }, 'searching'],
  [
    'is still searching while it shows the last answer',
    { ...idle, data: {}, isPlaceholderData: true, fetchStatus: 'fetching' },
    'searching',
  ],
  ['has found its values when the answer arrives', { ...idle, data: {} }, 'found'],
  ['fails when the server refuses', { ...idle, isError: true }, 'failed'],
  [
    'searches again after a retry',
    { ...idle, isError: true, fetchStatus: 'fetching' },
    'searching',
  ],
] as const)('the search for a value %s', (_, answer, state) => {
  expect(searchStateOf(answer)).toBe(state)
})
