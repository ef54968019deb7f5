/**
 * Restarts two API processes one after the other under load, behind a balancer that does what nginx
 * does by default: a request whose server cannot be reached goes to the other one. `node
 * testing/chaos/rolling-restart.ts [--rate 100]`; ends with 1 if any request fails.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startBalancer } from '#testing/balancer.ts'
import { startPostgresServer } from '#testing/postgres-server.ts'

const MAIN = join(import.meta.dirname, '../../server/main.ts')
const PORTS = [4810, 4811]
const PATHS = ['/api/public/stats', '/api/public/highlights', '/', '/pricing', '/health']
const QUIET_MS = 5_000
const rate = Number(
  parseArgs({ options: { rate: { type: 'string', default: '100' } } }).values.rate,
)

const say = (line: string) => process.stdout.write(`${line}\n`)
const folder = await mkdtemp(join(tmpdir(), 'storedawn-rolling-'))
const postgres = await startPostgresServer()
const secret = randomBytes(32).toString('hex')

type Api = { port: number; child: ChildProcess }

async function startApi(port: number): Promise<Api> {
  const env = {
    ...process.env,
    ROLES: 'api',
    PORT: String(port),
    HOST: '127.0.0.1',
    DATABASE_URL: postgres.url,
    DATA_DIR: join(folder, String(port)),
    APP_SECRET: secret,
    PUBLIC_ORIGIN: 'http://localhost:4800',
    TRUST_PROXY: 'loopback',
    ANONYMOUS_PER_MINUTE: '0',
    LOG_LEVEL: 'error',
  }
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'inherit', 'inherit'] })
  while (!(await isReady(port))) await sleep(100)
  return { port, child }
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/health`).then(
    ({ ok }) => ok,
    () => false,
  )

async function restart(api: Api): Promise<Api> {
  const ended = once(api.child, 'exit')
  api.child.kill('SIGTERM')
  await ended
  return startApi(api.port)
}

await using balancer = await startBalancer(PORTS)
const { origin } = balancer

const outcomes = new Map<string, number>()
const stop = new AbortController()

async function ask(number: number): Promise<void> {
  const path = PATHS[number % PATHS.length] ?? '/'
  // Each caller has its own network, so that the per-network limit refuses none.
  const caller = `10.${number % 200}.${Math.floor(number / 200) % 200}.7`
  const outcome = await fetch(`${origin}${path}`, { headers: { 'x-forwarded-for': caller } }).then(
    async (answer) => {
      await answer.arrayBuffer()
      return String(answer.status)
    },
    (error: Error) => error.message,
  )
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
}

async function load(): Promise<void> {
  const asked: Promise<void>[] = []
  const from = performance.now()
  while (!stop.signal.aborted) {
    const due = ((performance.now() - from) / 1000) * rate
    while (asked.length < due) asked.push(ask(asked.length))
    await sleep(5)
  }
  await Promise.all(asked)
}

const apis = [await startApi(PORTS[0] ?? 0), await startApi(PORTS[1] ?? 0)]
try {
  say(`both serve; ${rate} requests a second`)
  const loading = load()
  await sleep(QUIET_MS)
  for (const at of apis.keys()) {
    const api = apis[at]
    if (!api) continue
    apis[at] = await restart(api)
    say(`restarted the process at port ${api.port}`)
    await sleep(QUIET_MS)
  }
  stop.abort()
  await loading
  const failed = [...outcomes].filter(([outcome]) => outcome !== '200')
  say(`answers: ${[...outcomes].map(([outcome, count]) => `${count} × ${outcome}`).join(', ')}`)
  process.exitCode = failed.length === 0 && outcomes.size > 0 ? 0 : 1
} finally {
  for (const { child } of apis) child.kill('SIGTERM')
  for (const { child } of apis) if (child.exitCode === null) await once(child, 'exit')
  await postgres[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
}
