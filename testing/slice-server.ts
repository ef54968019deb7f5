import { startPostgresServer } from '#testing/postgres-server.ts'

/**
 * A throwaway PostgreSQL for `createTestDatabase`, unless `TEST_DATABASE_URL` names a server
 * already.
 */
export async function provideTestServer(): Promise<AsyncDisposable> {
  if (process.env['TEST_DATABASE_URL']) return { [Symbol.asyncDispose]: async () => undefined }
  const server = await startPostgresServer()
  process.env['TEST_DATABASE_URL'] = server.url
  return {
    async [Symbol.asyncDispose]() {
      delete process.env['TEST_DATABASE_URL']
      await server[Symbol.asyncDispose]()
    },
  }
}

/** vitest's global setup for the slice tests. */
export default async function startSliceServer(): Promise<() => Promise<void>> {
  const server = await provideTestServer()
  return async () => server[Symbol.asyncDispose]()
}
