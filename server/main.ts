import { readConfig } from '#server/config.ts'
import { refuseWhenInUse } from '#server/db/embedded/start-embedded.ts'
import type { RunningServer, ServerOptions } from '#server/run-server.ts'
import { runUntilSignal } from '#server/run-until-signal.ts'

export { runUntilSignal }

/** Loads the product only now: wrong settings and a second server are told in 0.3 s instead of the second that loading takes. */
export async function runServer(options: ServerOptions): Promise<RunningServer> {
  if (!options.config.DATABASE_URL) refuseWhenInUse(options.config.DATA_DIR)
  const server = await import('#server/run-server.ts')
  return server.runServer(options)
}

if (import.meta.main) await runUntilSignal(() => runServer({ config: readConfig() }))
