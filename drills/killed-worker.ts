/**
 * Kills a worker in the middle of a job: the job must run again within 90 s, and complete once.
 * On a throwaway PostgreSQL.
 * Conformance: check-80
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import { createContext } from '#server/create-context.ts'
import { parseConfig } from '#server/platform/config.ts'
import { defineJob, registerJob } from '#server/platform/jobs/job-definition.ts'
import { createLog } from '#server/platform/log.ts'
import { startPostgresServer } from '#testing/postgres-server.ts'

const ALLOWED_MS = 90_000
const [mode, dataDir, url] = process.argv.slice(2)
if (mode && dataDir && url) await work(mode, dataDir, url)
else await runKilledWorker()

/** The first run of the job never ends; the second completes at once. */
async function work(attempt: string, folder: string, url: string): Promise<void> {
  const slowJob = defineJob({
    name: 'prove-slow',
    payload: z.object({}),
    maxAttempts: 3,
    run: async () => {
      process.send?.('running')
      if (attempt === 'first') await sleep(ALLOWED_MS * 10)
    },
  })
  const config = parseConfig({ DATA_DIR: folder, DATABASE_URL: url, ROLES: 'worker' })
  const log = createLog({ LOG_LEVEL: 'warn' })
  const ctx = await createContext(config, { log, registry: [registerJob(slowJob)] })
  if (attempt === 'first') await ctx.jobs.enqueue(ctx.db, slowJob, {})
  await ctx.jobs.startWorkers(ctx)
}

async function runKilledWorker(): Promise<void> {
  await using server = await startPostgresServer()
  const folder = await mkdtemp(join(tmpdir(), 'storedawn-prove-'))
  const first = fork(import.meta.filename, ['first', folder, server.url])
  await once(first, 'message')
  first.kill('SIGKILL')
  const killedAt = Date.now()
  const second = fork(import.meta.filename, ['second', folder, server.url])
  await once(second, 'message', { signal: AbortSignal.timeout(ALLOWED_MS) })
  process.stdout.write(
    `the job of a killed worker ran again after ${((Date.now() - killedAt) / 1000).toFixed(1)} s (allowed: 90)\n`,
  )
  second.disconnect()
  second.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
}
