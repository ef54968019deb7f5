import { afterAll, beforeAll } from 'vitest'

/**
 * What the tests of a file share, filled in before the first of them and, if it can be, disposed of
 * after the last. It may be used in tests and hooks, not while the file is read.
 */
export function sharedByTests<Shared extends object>(start: () => Promise<Shared>): Shared {
  // Safe: no test runs before it is filled in.
  const shared = {} as Shared & Partial<AsyncDisposable>
  beforeAll(async () => {
    Object.assign(shared, await start())
  })
  afterAll(() => shared[Symbol.asyncDispose]?.())
  return shared
}
