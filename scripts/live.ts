/** `npm run live`: the product against the real logs, DNS and internet. Configuration: README. */
import { readConfig } from '#server/config.ts'
import { runServer, runUntilSignal } from '#server/main.ts'
import { showProgress } from '#scripts/show-progress.ts'

// On a terminal the line that tells how it goes, and what is worth a warning; elsewhere the log, which has the same figures in it.
const defaults = process.stdout.isTTY ? { LOG_LEVEL: 'warn' } : {}

await runUntilSignal(async () => {
  const config = readConfig({ defaults })
  const server = await runServer({ config })
  const ended = new AbortController()
  const progress = config.ROLES.includes('worker')
    ? showProgress(server.ctx, ended.signal, { withoutTerminal: 'log' })
    : undefined
  return {
    stop: async () => {
      ended.abort()
      await progress
      await server.stop()
    },
  }
})
