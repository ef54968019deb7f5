import { enableCompileCache, flushCompileCache } from 'node:module'
import { compileCacheIn } from '#server/platform/process/compile-cache.ts'
import { readConfig } from '#server/platform/config.ts'
import { openLocalPostgres } from '#server/platform/db/local-postgres/local-postgres.ts'
import { giveUpRoot, prepareUser } from '#server/platform/process/give-up-root.ts'
import { createLog } from '#server/platform/log.ts'
import { refuseTakenPort, withFreePort } from '#server/platform/process/ports.ts'
import { enterProductionMode } from '#server/platform/process/production-mode.ts'
import { runUntilSignal } from '#server/platform/process/run-until-signal.ts'
import type { RunningServer, ServerOptions } from '#server/run-server.ts'

export { runUntilSignal }

/**
 * Runs the configured roles in this process alone, as `node server/main.ts` does. It loads the
 * product only after the first checks: it reports wrong settings and a second server in 0.3 s
 * instead of the second that loading takes.
 */
export async function runServer(options: ServerOptions): Promise<RunningServer> {
  enterProductionMode()
  const { config } = options
  if (config.ROLES.includes('api')) await refuseTakenPort(config.HOST, config.PORT)
  const local = config.DATABASE_URL
    ? null
    : await openLocalPostgres({ dataDir: config.DATA_DIR, log: createLog(config), use: 'product' })
  try {
    enableCompileCache(compileCacheIn(config.DATA_DIR))
    const server = await import('#server/run-server.ts')
    giveUpRoot(prepareUser(config.DATA_DIR, createLog(config), local?.runAs))
    const database = { DATABASE_URL: config.DATABASE_URL ?? local?.url }
    const running = await server.runRoles({
      isOnlyWorker: local !== null,
      ...options,
      config: { ...(await withFreePort(config)), ...database },
    })
    flushCompileCache()
    const stop = async () => {
      await running.stop()
      await local?.close()
    }
    return { ...running, stop }
  } catch (error) {
    await local?.close()
    throw error
  }
}

if (import.meta.main) await runUntilSignal(() => runServer({ config: readConfig() }))
