import { fork } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import * as z from 'zod'
import { compileCacheIn } from '#server/platform/process/compile-cache.ts'

/** Built, or as source like this file. */
const PROGRAM = path.join(
  import.meta.dirname,
  path.extname(import.meta.filename) === '.js' ? 'world.js' : '../sim/main.ts',
)

const Ready = z.object({
  ready: z.literal(true),
  logListUrl: z.string(),
  rdapUrl: z.string(),
  dns: z.string(),
  connectTo: z.string(),
  caFile: z.string(),
  control: z.string(),
  mailbox: z.string(),
  smtp: z.string(),
  paymentPage: z.object({ url: z.string(), secretKey: z.string(), webhookSecret: z.string() }),
  identityProvider: z.object({ issuer: z.string(), clientId: z.string(), name: z.string() }),
})

export type World = Omit<z.infer<typeof Ready>, 'ready'> & {
  pid: number | undefined
  stop: () => Promise<void>
}

export type WorldOptions = {
  dataDir: string
  seed: number
  stores: number
  launchEveryMs: number
  oldPerNew: number
  /** Further flags of `sim/main.ts`. */
  flags?: readonly (string | number)[]
}

/**
 * Starts the simulated world in a separate process, which ends with this one in every case.
 * @throws Error if it does not start
 */
export async function startWorld(
  options: WorldOptions,
  onProgress: (line: string) => void,
): Promise<World> {
  const args = [
    '--data-dir',
    options.dataDir,
    '--seed',
    options.seed,
    '--stores',
    options.stores,
    '--launch-every-ms',
    options.launchEveryMs,
    '--old-per-new',
    options.oldPerNew,
    ...(options.flags ?? []),
  ]
  const child = fork(PROGRAM, args.map(String), {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, NODE_COMPILE_CACHE: compileCacheIn(options.dataDir) },
    // Measured: 180 instead of 500 MB while thousands of shops are visited. A young generation of
    // 2 MB instead of 8 saves another 6 MB, and costs 8 % of its processor time.
    execArgv: ['--max-semi-space-size=8', '--max-old-space-size=128'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await ended
  }
  if (!child.stdout) throw new Error('the simulated world has no output')
  for await (const line of createInterface({ input: child.stdout })) {
    const ready = Ready.safeParse(parseJson(line))
    if (ready.success) {
      child.stdout.resume()
      return { ...ready.data, pid: child.pid, stop }
    }
    onProgress(line)
  }
  throw new Error('the simulated world ended before it was ready')
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
