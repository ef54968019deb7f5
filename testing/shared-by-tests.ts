import { afterAll, beforeAll } from 'vitest'

/**
 * What the tests of a file share, filled in before the first of them and disposed of after the
 * last. It may be used in tests and hooks, not while the file is read.
 */
export function sharedByTests<Shared extends AsyncDisposable>(
  start: () => Promise<Shared>,
): Shared {
  const shared = {} as Shared // safe: no test runs before it is filled in
  beforeAll(async () => {
    Object.assign(shared, await start())
  })
  afterAll(() => shared[Symbol.asyncDispose]?.())
  return shared
}
