import { afterEach, vi } from 'vitest'

// The test files of a project share one process and run one after another.
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
