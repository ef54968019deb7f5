import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { startSearchFollower } from '#server/catalog/api.ts'
import { connectClickHouse } from '#server/catalog/search/clickhouse/clickhouse.ts'
import { FOLLOWER } from '#server/catalog/search/clickhouse/generations.ts'
import type { ServerContext } from '#server/create-context.ts'

/**
 * `SEARCH_URL` for a test: a new database on the ClickHouse of this run. Undefined where the
 * embedded engine is under test.
 */
export function testSearchUrl(): string | undefined {
  const server =
    process.env['TEST_SEARCH'] === 'clickhouse' ? process.env['TEST_CLICKHOUSE_URL'] : undefined
  return server && `${server}/test_${randomBytes(6).toString('hex')}`
}

/**
 * The follower of a test's context, which a worker process would run, ready to answer; and the end
 * of its database.
 */
export async function followForTest(ctx: ServerContext): Promise<AsyncDisposable> {
  // A test may name its own server, or an unreachable one.
  const url = process.env['TEST_CLICKHOUSE_URL']
  const isOfRun = url !== undefined && ctx.config.SEARCH_URL?.startsWith(`${url}/test_`)
  const SEARCH_URL = isOfRun ? ctx.config.SEARCH_URL : undefined
  if (ctx.config.SEARCH_URL && !SEARCH_URL) return { async [Symbol.asyncDispose]() {} }
  const follower = startSearchFollower(ctx)
  if (SEARCH_URL) await hasLoaded(ctx)
  return {
    async [Symbol.asyncDispose]() {
      await follower.stop()
      if (!SEARCH_URL) return
      const url = new URL(SEARCH_URL)
      await using clickHouse = connectClickHouse(url.origin)
      await clickHouse.run(`drop database if exists ${url.pathname.slice(1)} sync`)
    },
  }
}

async function hasLoaded({ db }: ServerContext): Promise<void> {
  const isServing = () =>
    db.selectFrom('change_followers').select('name').where('name', '=', FOLLOWER).executeTakeFirst()
  while (!(await isServing())) await sleep(20)
}
