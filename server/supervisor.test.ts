import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { parseConfig, type RoleName } from '#server/platform/config.ts'
import { isAlive } from '#server/platform/db/local-postgres/cluster.ts'
import { createTestFolder } from '#testing/test-folder.ts'
import { createTestLog } from '#testing/test-log.ts'
import { ProcessNotStartedError } from './platform/process/run-until-signal.ts'
import { startSupervisor } from './supervisor.ts'

const PROGRAM = path.join(import.meta.dirname, '../testing/supervised-process.ts')
const PARENT = path.join(import.meta.dirname, '../testing/supervising-process.ts')
const DATABASE_URL = 'postgres://nobody@127.0.0.1:9/none'
const PATIENT = { interval: 20 }

async function start(settings: Record<string, string> = {}) {
  process.env['NODE_ENV'] = 'production' // what it runs for a user must be
  onTestFinished(() => void (process.env['NODE_ENV'] = 'test'))
  const dataDir = await createTestFolder()
  const config = parseConfig({ DATA_DIR: dataDir, ...settings })
  const { log, entries } = createTestLog()
  const supervisor = await startSupervisor({
    log,
    dataDir,
    databaseUrl: DATABASE_URL,
    program: PROGRAM,
  })
  onTestFinished(() => supervisor.stop())
  return { supervisor, config, entries, events: () => readEvents(dataDir) }
}

type Event = { what: string; roles: string; pid: number; port: number }

function readEvents(dataDir: string): Event[] {
  const file = path.join(dataDir, 'events')
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' '))
    .map(([what = '', roles = '', pid, port]) => ({
      what,
      roles,
      pid: Number(pid),
      port: Number(port),
    }))
}

const pidOf = (events: Event[], role: RoleName) =>
  events.findLast(({ what, roles }) => what === 'started' && roles.includes(role))?.pid ?? 0

test(
  'the API runs before discovery starts in another process, and both stop with their supervisor',
  { timeout: 60_000 },
  async () => {
    const { supervisor, config, events } = await start()
    const onApi = vi.fn<(address: string) => unknown>(() => events().map(({ roles }) => roles))
    await supervisor.startProcesses(config, onApi)
    expect(onApi.mock.calls).toEqual([['http://localhost:1']])
    expect(onApi.mock.results).toEqual([{ type: 'return', value: ['api'] }])
    expect(events().map(({ what, roles }) => `${what} ${roles}`)).toEqual([
      'started api',
      'started worker+cron',
    ])
    expect(new Set([process.pid, ...events().map(({ pid }) => pid)]).size).toBe(3)
    await supervisor.stop()
    const stopped = events().filter(({ what }) => what === 'stopped')
    expect(stopped.map(({ roles }) => roles).toSorted()).toEqual(['api', 'worker+cron'])
  },
)

test(
  'pages get more processor time than discovery, also after a restart',
  { timeout: 60_000 },
  async () => {
    const { supervisor, config, events } = await start()
    await supervisor.startProcesses(config)
    const own = getPriority()
    const nice = () => [getPriority(pidOf(events(), 'api')), getPriority(pidOf(events(), 'worker'))]
    expect(nice()).toEqual([own, own + 5])
    const worker = pidOf(events(), 'worker')
    process.kill(worker, 'SIGKILL')
    await expect.poll(() => pidOf(events(), 'worker'), PATIENT).not.toBe(worker)
    expect(nice()).toEqual([own, own + 5])
  },
)

test(
  'a killed process is restarted while the others keep running',
  { timeout: 60_000 },
  async () => {
    const { supervisor, config, events, entries } = await start()
    await supervisor.startProcesses(config)
    const [api, worker] = [pidOf(events(), 'api'), pidOf(events(), 'worker')]
    process.kill(api, 'SIGKILL')
    await expect.poll(() => pidOf(events(), 'api'), PATIENT).not.toBe(api)
    expect(pidOf(events(), 'worker')).toBe(worker)
    expect(isAlive(worker)).toBe(true)
    expect(entries.find(({ event }) => event === 'process.ended')).toMatchObject({
      process: 'api',
      end: 'SIGKILL',
    })
  },
)

test('restarts replace both processes, the API first', { timeout: 60_000 }, async () => {
  const { supervisor, config, events } = await start()
  await supervisor.startProcesses(config)
  supervisor.restart()
  supervisor.restart() // before the first one has ended a process
  await expect
    .poll(() => events().map(({ what, roles }) => `${what} ${roles}`), PATIENT)
    .toEqual(['started api', 'started worker+cron', 'started api', 'started worker+cron'])
  expect(new Set(events().map(({ pid }) => pid)).size).toBe(4)
})

test('an API on a port that the system chose comes back on the same port', async () => {
  const { supervisor, config, events } = await start({ PORT: '0' })
  await supervisor.startProcesses(config)
  process.kill(pidOf(events(), 'api'), 'SIGKILL')
  const ports = () => events().flatMap(({ roles, port }) => (roles === 'api' ? [port] : []))
  await expect.poll(ports, PATIENT).toEqual([0, 1])
})

test('only the roles of the configuration get a process', { timeout: 60_000 }, async () => {
  const { supervisor, config, events } = await start({ ROLES: 'worker' })
  const onApi = vi.fn<(address: string) => void>()
  await supervisor.startProcesses(config, onApi)
  expect(onApi).not.toHaveBeenCalled()
  expect(events().map(({ roles }) => roles)).toEqual(['worker'])
})

test(
  'a process that cannot start fails the start, and leaves no process behind',
  { timeout: 60_000 },
  async () => {
    const { supervisor, config, events } = await start({ SUPPORT_EMAIL: 'broken@example.test' })
    await expect(supervisor.startProcesses(config)).rejects.toThrow(ProcessNotStartedError)
    await supervisor.stop()
    expect(events()).toEqual([])
  },
)

test(
  'a worker that fails while it starts is tried again, and the API serves meanwhile',
  { timeout: 60_000 },
  async () => {
    const { supervisor, config, events, entries } = await start({
      SUPPORT_EMAIL: 'twice@example.test',
    })
    await supervisor.startProcesses(config)
    const isWorking = () =>
      events().some(({ what, roles }) => what === 'started' && roles === 'worker+cron')
    expect(isWorking()).toBe(false)
    await expect.poll(isWorking, PATIENT).toBe(true)
    expect(events().map(({ what, roles }) => `${what} ${roles}`)).toEqual([
      'started api',
      'failed worker+cron',
      'failed worker+cron',
      'started worker+cron',
    ])
    expect(isAlive(pidOf(events(), 'api'))).toBe(true)
    const ended = entries.filter(({ event }) => event === 'process.ended')
    expect(ended).toHaveLength(2)
    expect(ended[0]).toMatchObject({ process: 'worker', end: 'code 1' })
  },
)

test('kill -9 of the supervisor ends its processes', { timeout: 60_000 }, async () => {
  const dataDir = await createTestFolder()
  const parent = spawn(process.execPath, [PARENT, dataDir, DATABASE_URL, PROGRAM], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  onTestFinished(() => void parent.kill('SIGKILL'))
  await expect.poll(() => readEvents(dataDir).length, PATIENT).toBe(2)
  parent.kill('SIGKILL')
  await once(parent, 'close')
  await expect.poll(() => readEvents(dataDir).some(({ pid }) => isAlive(pid)), PATIENT).toBe(false)
})
