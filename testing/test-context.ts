import { createContext, type ContextOverrides, type ServerContext } from '#server/create-context.ts'
import type { Config } from '#server/platform/config.ts'
import { createFakeClock, type FakeClock } from '#testing/fake-clock.ts'
import { followForTest, testSearchUrl } from '#testing/clickhouse/test-search.ts'
import { createTestDatabase } from '#testing/test-database.ts'
import { createTestLog, type TestLog } from '#testing/test-log.ts'

export type TestContext = ServerContext & { clock: FakeClock; testLog: TestLog }

export type TestContextOverrides = Omit<ContextOverrides, 'database' | 'log' | 'now'> & {
  config?: Partial<Config>
}

/**
 * The real context on a private database, with a fixed clock and a silent log. Disposing of it
 * fails if an unexpected error was logged.
 */
export async function createTestContext({
  config,
  ...overrides
}: TestContextOverrides = {}): Promise<TestContext> {
  const testDatabase = await createTestDatabase()
  const clock = createFakeClock()
  const testLog = createTestLog()
  const ctx = await createContext(
    {
      ...testDatabase.config,
      SEARCH_URL: testSearchUrl(),
      ROLES: ['api'],
      SCREENSHOTS: 'off',
      ...config,
    },
    {
      ...overrides,
      database: testDatabase.database,
      log: testLog.log,
      now: clock.now,
    },
  )
  const following = await followForTest(ctx)
  return {
    ...ctx,
    clock,
    testLog,
    async [Symbol.asyncDispose]() {
      await ctx.jobs.stop()
      await following[Symbol.asyncDispose]()
      await testDatabase[Symbol.asyncDispose]()
      testLog.check()
    },
  }
}
