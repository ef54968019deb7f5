import { startApi } from '#server/app.ts'
import type { Config } from '#server/config.ts'
import { type ContextOverrides, createContext, type ServerContext } from '#server/create-context.ts'
import { startPipeline } from '#server/pipeline/start-pipeline.ts'

export type ServerOptions = {
  config: Config
  overrides?: ContextOverrides
  /** The database is ready and nothing runs yet: the place for demo accounts. */
  beforeRoles?: (ctx: ServerContext) => Promise<void>
  onReady?: (address: string | null) => void
}

export type RunningServer = {
  ctx: ServerContext
  /** Where the API listens; null in a process without it. */
  address: string | null
  stop: () => Promise<void>
}

type Role = { stop: () => Promise<void> }

/** Starts the roles that this process has. `stop` lets them finish side by side, then closes the database. */
export async function runServer({
  config,
  overrides,
  beforeRoles,
  onReady,
}: ServerOptions): Promise<RunningServer> {
  const ctx = await createContext(config, overrides)
  failWhenDatabaseIsLost(ctx)
  const running: Role[] = []
  const stop = async () => {
    const ended = await Promise.allSettled(running.splice(0).map((role) => role.stop()))
    await ctx[Symbol.asyncDispose]()
    for (const outcome of ended) if (outcome.status === 'rejected') throw outcome.reason
    ctx.log.info({ event: 'server.stopped' }, 'server stopped')
  }
  try {
    await beforeRoles?.(ctx)
    const has = (role: Config['ROLES'][number]) => config.ROLES.includes(role)
    const api = has('api') ? await startApi(ctx) : undefined
    if (api) running.push(api)
    if (has('worker')) {
      running.push(await startPipeline(ctx))
      await ctx.jobs.startWorkers(ctx)
      running.push(ctx.jobs)
    }
    if (has('cron')) await ctx.jobs.startSchedules()
    const address = api?.address ?? null
    ctx.log.info({ event: 'server.started', roles: config.ROLES, address }, 'server started')
    onReady?.(address)
    return { ctx, address, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

// The embedded engine holds the only copy of the state: without it the process ends, and is started again by whoever watches it.
function failWhenDatabaseIsLost({ database, log }: ServerContext): void {
  void database.lost.then((error) => {
    log.fatal({ event: 'db.lost', err: error }, 'the embedded database is lost')
    throw error
  })
}
