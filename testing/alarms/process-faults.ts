import { setTimeout as sleep } from 'node:timers/promises'
import { recordRoleBeat } from '#server/operations/health/role-beats.ts'
import { startServer } from '#testing/chaos/restarts/start-server.ts'
import type { AlarmWorld, Fault } from './alarm-world.ts'
import { makeCertificate } from './make-certificate.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

export const processFaults: Record<string, Fault> = {
  ProcessDown: { make: ({ app }) => app.close() },
  NothingScraped: { make: async ({ scrapeInstead }) => scrapeInstead(null) },
  RestartsOften: { work: startOnce, make: async () => undefined, keep: restart },
  RoleSilent: { work: beat, make: async () => undefined },
  RoleRestartsOften: { work: beat, make: startRole, keep: startRole },
  EventLoopLags: { make: async () => undefined, keep: blockEventLoop },
  ...certificateFault(),
}

const servers = new WeakMap<AlarmWorld, Awaited<ReturnType<typeof startServer>>>()

/** Starts the product in a separate process. */
async function startOnce(world: AlarmWorld): Promise<void> {
  if (servers.has(world)) return
  const { DATABASE_URL = '', DATA_DIR } = world.ctx.config
  const server = await startServer({ DATABASE_URL, DATA_DIR })
  servers.set(world, server)
  world.undo.defer(() => void server.child.kill('SIGKILL'))
  world.scrapeInstead(async () => (await fetch(`${server.origin}/metrics`)).text())
}

async function restart(world: AlarmWorld): Promise<void> {
  servers.get(world)?.child.kill('SIGKILL')
  servers.delete(world)
  await startOnce(world)
}

async function beat({ ctx }: AlarmWorld): Promise<void> {
  await recordRoleBeat(ctx, 'worker', { isStart: false })
  await recordRoleBeat(ctx, 'cron', { isStart: false })
}

async function startRole({ ctx }: AlarmWorld): Promise<void> {
  await recordRoleBeat(ctx, 'worker', { isStart: true })
}

const BUSY_MS = 700

async function blockEventLoop(): Promise<void> {
  await sleep(30)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_MS)
  await sleep(30)
}

function certificateFault(): Record<string, Fault> {
  let expiresAt = new Date()
  return {
    CertificateExpires: {
      async prepare() {
        const certificate = await makeCertificate()
        expiresAt = certificate.expiresAt
        return { config: { EXTRA_CA_FILE: certificate.file } }
      },
      make: async ({ ctx }) => ctx.clock.set(new Date(expiresAt.getTime() - 10 * DAY_MS)),
    },
  }
}
