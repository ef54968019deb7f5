import { expect, test } from 'vitest'
import { createTestLog } from '#testing/test-log.ts'
import { startStageLoop } from './stage-loop.ts'

const MONTH_MS = 30 * 24 * 60 * 60 * 1000

test('a step that asks to rest for a month is not called again at once', async () => {
  const stop = new AbortController()
  let steps = 0
  const loop = startStageLoop({
    name: 'resting',
    log: createTestLog().log,
    signal: stop.signal,
    step: async () => {
      steps += 1
      return MONTH_MS
    },
  })
  for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0))
  stop.abort()
  await loop.stopped
  expect(steps).toBe(1)
})
