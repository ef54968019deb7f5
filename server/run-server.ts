import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { createApp } from '#server/app.ts'
import { startSearchFollower } from '#server/catalog/api.ts'
import type { ProductContext } from '#server/context.ts'
import { type ContextOverrides, createContext, type ServerContext } from '#server/create-context.ts'
import { startPipeline } from '#server/discovery/api.ts'
import { type PoolFigures, startRoleBeats } from '#server/operations/api.ts'
import * as optOut from '#server/opt-out/api.ts'
import { localOrigin } from '#server/platform/config-fields.ts'
import type { Config } from '#server/platform/config.ts'
import { announceLate } from '#server/platform/giving-way.ts'
import { DIST_FOLDER } from '#server/platform/http/static-files.ts'
import * as site from '#server/site/api.ts'

export type ServerOptions = {
  config: Config
  overrides?: ContextOverrides
  /** Runs when the database is ready and no role has started: the place for demo accounts. */
  beforeRoles?: (ctx: ServerContext) => Promise<void>
  /** Unset, it does; false when another process sends them. */
  sendsPages?: boolean
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

type Role = { stop: () => Promise<void> }

/** Starts this process's roles. `stop` lets them finish in parallel, then closes the database. */
export async function runRoles({
  config,
  overrides,
  beforeRoles,
  sendsPages = true,
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
    const api = has('api') ? await startApi(ctx, { sendsPages }) : undefined
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

/** Longer than a typical response takes, so that callers learn not to reuse their connection. */
const DRAIN_MS = 500
const FINISH_WITHIN_MS = 20_000

/** Listens. `stop` refuses new connections, lets running requests finish and then closes. */
export async function startApi(
  ctx: ProductContext & {
    database: {
      pool: PoolFigures
      isUnavailable: () => boolean
      isDiskFull: () => boolean
    }
  },
  { sendsPages = true }: Pick<ServerOptions, 'sendsPages'> = {},
): Promise<{ address: string; stop: () => Promise<void> }> {
  readAhead(ctx)
  const fetchPicture = optOut.createPictureFetch(ctx)
  const proofs = optOut.createProofReader(ctx)
  const [articles, server] = await Promise.all([
    site.followArticles(ctx, site.ARTICLES_FOLDER),
    createApp(ctx, {
      renderer: sendsPages ? await findRenderer(ctx) : undefined,
      fetchPicture,
      readProofs: proofs.readProofs,
      // A hint: while the database is away there is nothing to give way to.
      onLate: () => void announceLate(ctx.db).catch(() => undefined),
      pool: ctx.database.pool,
      isDatabaseUnavailable: ctx.database.isUnavailable,
      isDiskFull: ctx.database.isDiskFull,
    }),
  ])
  let isDraining = false
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (isDraining) reply.header('connection', 'close')
    done(null, payload)
  })
  await server.listen({ port: ctx.config.PORT, host: ctx.config.HOST })
  return {
    address: addressOf(server, ctx.config.HOST),
    async stop() {
      isDraining = true
      await sleep(DRAIN_MS)
      const late = setTimeout(() => server.server.closeAllConnections(), FINISH_WITHIN_MS).unref()
      await server.close()
      clearTimeout(late)
      await Promise.all([fetchPicture, proofs, articles].map((part) => part[Symbol.asyncDispose]()))
    },
  }
}

/**
 * Reads the indexes at startup because the first request would otherwise wait for the full reading.
 * Requests meanwhile share this reading.
 */
function readAhead({ storeSearch, productSearch, log }: ProductContext): void {
  // One after the other: stores are asked for first, and both would only share one thread.
  storeSearch
    .changeToken()
    .then(() => productSearch.find(EVERY_TREND))
    .catch((error: unknown) =>
      log.warn(
        { event: 'search.not_read', err: error },
        'the stores could not be read ahead; the first question tries again',
      ),
    )
}

const EVERY_TREND = { days: null, badges: null, title: '', stores: null }

/**
 * Loads the pages' code and renders one, for a process that still waits for its database: the first
 * visitor's page then takes half as long.
 */
export async function preloadPages(): Promise<void> {
  if (isWebBuilt()) await site.renderExample(await site.createRenderer({ distDir: DIST_FOLDER }))
}

const isWebBuilt = () => existsSync(join(DIST_FOLDER, 'client/.vite/manifest.json'))

async function findRenderer({ log }: ProductContext): Promise<site.Renderer | undefined> {
  if (isWebBuilt()) return site.createPageCache(await site.createRenderer({ distDir: DIST_FOLDER }))
  log.warn({ event: 'web.not_built' }, 'the web client is not built: only the API is served')
  return undefined
}

function addressOf(server: FastifyInstance, host: string): string {
  const [bound] = server.addresses()
  return localOrigin(host, typeof bound === 'object' ? bound.port : 0)
}
