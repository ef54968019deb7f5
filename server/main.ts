import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { refuseWhenInUse } from '#server/db/embedded/start-embedded.ts'
import { refuseTakenPort } from '#server/http/refuse-taken-port.ts'
import { withFreePort } from '#server/http/with-free-port.ts'
import { enterProductionMode } from '#server/production-mode.ts'
import type { RunningServer, ServerOptions } from '#server/run-server.ts'
import { runUntilSignal } from '#server/run-until-signal.ts'

export { refuseTakenPort, runUntilSignal }

/** Loads the product only now: wrong settings and a second server are told in 0.3 s instead of the second that loading takes. */
export async function runServer(options: ServerOptions): Promise<RunningServer> {
  enterProductionMode()
  if (!options.config.DATABASE_URL) refuseWhenInUse(options.config.DATA_DIR)
  if (options.config.ROLES.includes('api')) await refuseTakenPort(options.config.HOST, options.config.PORT)
  // In our own folder, not in the shared one for temporary files: what lies there is run. Loading 1.3 → 0.4 s at the next start.
  enableCompileCache(join(options.config.DATA_DIR, 'compile-cache'))
  const server = await import('#server/run-server.ts')
  const running = await server.runServer({ ...options, config: await withFreePort(options.config) })
  flushCompileCache()
  return running
}

if (import.meta.main) await runUntilSignal(() => runServer({ config: readConfig() }))
