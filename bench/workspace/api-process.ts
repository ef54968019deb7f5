/**
 * The product's API as in production, for `list-bench.ts`: reports its address, opens sessions, and
 * records the SQL of a request.
 */
import { ASKING_ACCOUNTS } from './asked-size.ts'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import pg from 'pg'
import { readConfig } from '#server/platform/config.ts'
import type { ServerContext } from '#server/create-context.ts'
import { runServer, runUntilSignal } from '#server/main.ts'
import { createSessions } from '#server/platform/session/sessions.ts'
import type { FromApi, Readings, Statement, ToApi } from './api-messages.ts'

let statements: Statement[] | null = null
const tell = (message: FromApi) => process.send?.(message)
const loopDelay = monitorEventLoopDelay({ resolution: 1 })
loopDelay.enable()

noteStatements()
await runUntilSignal(async () => {
  const tokens: string[] = []
  const server = await runServer({
    config: readConfig(),
    beforeRoles: async (ctx) => void tokens.push(...(await openSessions(ctx))),
  })
  process.on('message', (message: ToApi) => {
    switch (message.ask) {
      case 'note':
        statements = []
        return
      case 'statements':
        tell({ kind: 'statements', statements: statements ?? [] })
        statements = null
        return
      case 'readings':
        tell({ kind: 'readings', readings: takeReadings() })
        return
      default:
        message satisfies never
    }
  })
  tell({ kind: 'ready', address: server.address ?? '', tokens })
  return server
})

const MEGABYTE = 1024 ** 2

function takeReadings(): Readings {
  const longestBlockMs = loopDelay.max / 1e6
  setFlagsFromString('--expose-gc')
  // Safe: the flag defines it in new contexts.
  const collect = runInNewContext('gc') as () => void
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  loopDelay.reset()
  return { heap: heapUsed / MEGABYTE, arrays: arrayBuffers / MEGABYTE, longestBlockMs }
}

/** Opens a session for several accounts that may see everything and have saved stores. */
async function openSessions(ctx: ServerContext): Promise<string[]> {
  const sessions = createSessions(ctx)
  const users = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'PLUS_USER')
    .orderBy('id')
    .limit(ASKING_ACCOUNTS)
    .execute()
  const input = { rememberMe: true, userAgent: null, network: null }
  return Promise.all(
    users.map(async ({ id }) => (await sessions.open(ctx.db, { ...input, userId: id })).token),
  )
}

/**
 * Records the driver's queries with their values; costs almost nothing unless `statements` is set.
 */
function noteStatements(): void {
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function noted(this: pg.Client, ...args: unknown[]) {
    const [asked, values] = args
    if (statements && typeof asked === 'string')
      statements.push({ text: asked, values: Array.isArray(values) ? values : [] })
    else if (statements && isQueryConfig(asked))
      statements.push({ text: asked.text, values: asked.values ?? [] })
    // Safe: passes the arguments on unchanged.
    return Reflect.apply(query, this, args) as never
  }
}

const isQueryConfig = (asked: unknown): asked is pg.QueryConfig =>
  typeof asked === 'object' && asked !== null && 'text' in asked
