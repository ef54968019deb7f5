import { preloadPages, startApi } from '#server/start-api.ts'
import { startSearchFollower } from '#server/catalog/api.ts'
import { type ContextOverrides, createContext, type ServerContext } from '#server/create-context.ts'
import { startPipeline } from '#server/discovery/api.ts'
import { startRoleBeats } from '#server/operations/api.ts'
import type { Config } from '#server/platform/config.ts'

export type ServerOptions = {
  config: Config
  overrides?: ContextOverrides
  /** Runs when the database is ready and no role has started: the place for demo accounts. */
  beforeRoles?: (ctx: ServerContext) => Promise<void>
  /**
   * No other process works on this database, so claims of an earlier process are released at once.
   */
  isOnlyWorker?: boolean
}

export type RunningServer = {
  ctx: ServerContext
  /** Where the API listens; null in a process without it. */
  address: string | null
  stop: () => Promise<void>
}

export { preloadPages }

type Role = { stop: () => Promise<void> }

/** Starts this process's roles. `stop` lets them finish in parallel, then closes the database. */
export async function runRoles({
  config,
  overrides,
  beforeRoles,
  isOnlyWorker = false,
}: ServerOptions): Promise<RunningServer> {
  const ctx = await createContext(config, { ...overrides, isOwnServer: isOnlyWorker })
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
      running.push(startSearchFollower(ctx))
      running.push(
        await startPipeline(ctx, undefined, { isOnlyWorker, listen: ctx.database.listen }),
      )
      await ctx.jobs.startWorkers(ctx)
      running.push(ctx.jobs)
    }
    if (has('cron')) await ctx.jobs.startSchedules()
    running.push(startRoleBeats(ctx))
    const address = api?.address ?? null
    ctx.log.info({ event: 'server.started', roles: config.ROLES, address }, 'server started')
    return { ctx, address, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
