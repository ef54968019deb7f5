import { afterEach, vi } from 'vitest'

// The files of a project share one process, one after the other.
afterEach(() => void vi.useRealTimers())
