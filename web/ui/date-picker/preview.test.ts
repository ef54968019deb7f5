import { expect, test } from 'vitest'
import { previewInterval, previewOf } from './preview.tsx'

const stats = { totalStores: 3, totalProducts: 2, storesWithEmail: 1 }
const idle = {
  data: undefined,
  error: null,
  fetchStatus: 'idle',
  refetch: () => undefined,
} as const
const error = new Error('no')

test.each([
  [
    'not requested, even if figures are still cached',
    false,
    { ...idle, data: stats },
    { state: 'empty' },
  ],
  ['asked for the first time', true, { ...idle, fetchStatus: 'fetching' }, { state: 'loading' }],
  ['loaded', true, { ...idle, data: stats }, { state: 'ready', stats }],
  [
    'loaded and read again: stays',
    true,
    { ...idle, data: stats, fetchStatus: 'fetching' },
    { state: 'ready', stats },
  ],
  ['refused', true, { ...idle, error }, { state: 'failed', error }],
  ['tried again', true, { ...idle, error, fetchStatus: 'fetching' }, { state: 'loading' }],
] as const)(
  '%s',
  {
    tags: [
      'app.range-loads-stats',
      'app.single-loads-stats',
      'app.change-clears-preview',
      'app.landing-loads-preview',
    ],
  },
  (_, isAsked, query, preview) => {
    expect(previewOf(isAsked, query)).toMatchObject(preview)
  },
)

test.each([
  ['every minute on the dashboard when they include today', 'app', '2026-11-20', 60_000],
  ['never when all days are over', 'app', '2026-11-21', false],
  ['never on the landing page', 'landing', '2026-11-20', false],
] as const)('the figures of the chosen dates refresh %s', (_, mode, today, everyMs) => {
  const selection = { kind: 'range', from: '2026-11-14', to: '2026-11-20' } as const
  expect(previewInterval(selection, mode, today)).toBe(everyMs)
})
