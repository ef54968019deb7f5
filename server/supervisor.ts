import { type ChildProcess, fork } from 'node:child_process'
import { getPriority, setPriority } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { compileCacheIn } from '#server/platform/process/compile-cache.ts'
import type { Config, RoleName } from '#server/platform/config.ts'
import { openLocalPostgres } from '#server/platform/db/local-postgres/local-postgres.ts'
import { prepareUser } from '#server/platform/process/give-up-root.ts'
import { enterProductionMode } from '#server/platform/process/production-mode.ts'
import { ProcessNotStartedError } from '#server/platform/process/run-until-signal.ts'
import { type ProcessOrder, ProcessReport } from '#server/run-role-process.ts'

/**
 * Roles that share a process. Discovery has a separate process, so that it never delays a page, and
 * on a busy machine a third of the processor time that pages have: `nice`, as of nice(1).
 */
const PROCESSES: { name: string; roles: RoleName[]; nice: number }[] = [
  { name: 'api', roles: ['api'], nice: 0 },
  { name: 'worker', roles: ['worker', 'cron'], nice: 5 },
]
const LOWEST_NICE = 19
const ENDED_BY_ITSELF = 'a process ended by itself and is started again'
const RESTART_AFTER_MS = { first: 500, most: 30_000 }
/** A process that ran this long has recovered, and its next failure counts as the first. */
const HAS_RECOVERED_AFTER_MS = 60_000
/** A little longer than a process allows itself (`run-until-signal.ts`). */
const STOP_WITHIN_MS = 26_000

export type SupervisorOptions = {
  log: Logger
  dataDir: string
  /** Unset: the PostgreSQL of `dataDir`, which the supervisor then starts. */
  databaseUrl: string | undefined
  /** The program of each process: one that calls `runRoleProcess`. */
  program?: string
  /** Gets what the processes print; without it they print to this process's output. */
  onOutput?: ((name: string, output: Readable) => void) | undefined
}

export type Supervisor = {
  /** Where the database's files are; null when the database is an external server. */
  databaseFolder: string | null
  /**
   * Starts the processes, the API first, and resolves once all of them are ready. `onApi` gets the
   * address as soon as the API answers. From then on a process that cannot start is tried again.
   */
  startProcesses: (config: Config, onApi?: (address: string) => void) => Promise<void>
  /** On the terminal, or in the log. */
  showProgress: (withoutTerminal: 'text' | 'log') => void
  /**
   * Kills the processes, and starts them again from the sources as they are now: the API at once,
   * discovery when the API answers.
   */
  restart: () => void
  stop: () => Promise<void>
}

/**
 * The parent of the product's processes: opens the database, starts an API process and a worker
 * process, restarts a process that ends by itself, and stops them all. It loads no other part of
 * the product, so that it stays small.
 */
export async function startSupervisor({
  log,
  dataDir,
  databaseUrl,
  program = join(import.meta.dirname, 'role-process.ts'),
  onOutput,
}: SupervisorOptions): Promise<Supervisor> {
  enterProductionMode()
  const start = (name: string) => forkProcess({ program, dataDir, name, onOutput })
  // It loads the product while the database starts. The worker starts later, so that it does not
  // delay the first page.
  const api = start('api')
  const running: SupervisedProcess[] = []
  const local = databaseUrl
    ? null
    : await openLocalPostgres({ dataDir, log, use: 'product' }).catch((error: unknown) => {
        api.kill('SIGKILL')
        throw error
      })
  return {
    databaseFolder: local?.folder ?? null,
    async startProcesses(config, onApi) {
      if (!config.ROLES.includes('api')) api.kill('SIGKILL')
      const runAs = prepareUser(dataDir, log, local?.runAs)
      for (const { name, roles } of PROCESSES) {
        const wanted = roles.filter((role) => config.ROLES.includes(role))
        if (wanted.length === 0) continue
        const supervised = superviseProcess({
          name,
          log,
          mustStart: running.length === 0,
          first: name === 'api' ? api : start(name),
          fork: () => start(name),
          order: {
            kind: 'start',
            config: { ...config, ROLES: wanted, DATABASE_URL: databaseUrl ?? local?.url },
            isOnlyWorker: local !== null,
            runAs,
          },
        })
        running.push(supervised)
        const address = await supervised.ready
        if (address !== null) onApi?.(address)
      }
    },
    showProgress(withoutTerminal) {
      for (const { send } of running) send({ kind: 'show-progress', withoutTerminal })
    },
    restart() {
      let before: Promise<unknown> = Promise.resolve()
      for (const supervised of running) before = supervised.restart(before)
    },
    async stop() {
      if (!running.some(({ owns }) => owns(api))) api.kill('SIGKILL')
      await Promise.all(running.map((supervised) => supervised.stop()))
      await local?.close()
    },
  }
}

type Start = Pick<SupervisorOptions, 'dataDir' | 'onOutput'> & { program: string; name: string }

function forkProcess({ program, dataDir, name, onOutput }: Start): ChildProcess {
  const output = onOutput ? 'pipe' : 'inherit'
  const child = fork(program, [compileCacheIn(dataDir), name], {
    stdio: ['ignore', output, output, 'ipc'],
  })
  // Before it has further threads, which inherit it.
  const nice = PROCESSES.find((each) => each.name === name)?.nice ?? 0
  if (child.pid !== undefined && nice > 0)
    setPriority(child.pid, Math.min(getPriority() + nice, LOWEST_NICE))
  for (const stream of [child.stdout, child.stderr]) if (stream) onOutput?.(name, stream)
  return child
}

type Plan = {
  name: string
  log: Logger
  /** Nothing serves yet: a first process that cannot start ends the whole start. */
  mustStart: boolean
  first: ChildProcess
  fork: () => ChildProcess
  order: ProcessOrder & { kind: 'start' }
}

type SupervisedProcess = {
  /**
   * The address of the first process, if it has one. When that process ends before it is ready, it
   * has printed the reason, and this rejects if it must start.
   */
  ready: Promise<string | null>
  send: (order: ProcessOrder) => void
  owns: (child: ChildProcess) => boolean
  /** Kills it at once, and starts it again after `before`; settles when it is ready. */
  restart: (before: Promise<unknown>) => Promise<unknown>
  stop: () => Promise<void>
}

function superviseProcess({ name, log, mustStart, first, fork, order }: Plan): SupervisedProcess {
  let child = first
  let config = order.config
  let isStopping = false
  let restarting: { before: Promise<unknown>; ready: PromiseWithResolvers<unknown> } | null = null
  const later: ProcessOrder[] = []
  const begin = () => {
    child.on('error', (error) =>
      log.error({ event: 'process.problem', process: name, err: error }, 'a process has a problem'),
    )
    for (const each of [{ ...order, config }, ...later]) if (child.connected) child.send(each)
  }
  begin()
  const ready = untilReady(name, child).catch((error: unknown) => {
    if (mustStart) throw error
    return null
  })
  const watch = async () => {
    config = onPortOf(config, await ready)
    let waitMs = RESTART_AFTER_MS.first
    while (true) {
      const startedMs = performance.now()
      const end = await untilEnded(child)
      await restarting?.before
      if (isStopping) return
      if (!restarting) {
        log.error({ event: 'process.ended', process: name, end }, ENDED_BY_ITSELF)
        if (performance.now() - startedMs > HAS_RECOVERED_AFTER_MS) waitMs = RESTART_AFTER_MS.first
        await sleep(waitMs)
        if (isStopping) return
      }
      waitMs = Math.min(waitMs * 2, RESTART_AFTER_MS.most)
      child = fork()
      begin()
      restarting?.ready.resolve(untilReady(name, child).catch(() => null))
      restarting = null
    }
  }
  void watch().catch(() => undefined) // `ready` has told the caller
  return {
    ready,
    send(message) {
      later.push(message)
      if (child.connected) child.send(message)
    },
    owns: (other) => other === first,
    restart(before) {
      const ready = Promise.withResolvers()
      restarting?.ready.resolve(ready.promise) // its start has not begun, and this one replaces it
      restarting = { before, ready }
      child.kill('SIGKILL')
      return ready.promise
    },
    async stop() {
      isStopping = true
      await stopChild(child)
    },
  }
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.connected) child.disconnect()
  const killer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
  await untilEnded(child)
  clearTimeout(killer)
}

/** Visitors know the address; with port 0 the next process would make another. */
const onPortOf = (config: Config, address: string | null): Config =>
  address !== null && config.PORT === 0
    ? { ...config, PORT: Number(new URL(address).port) }
    : config

function untilReady(name: string, child: ChildProcess): Promise<string | null> {
  return new Promise((resolve, reject) => {
    child.on('message', (message) => {
      const report = ProcessReport.safeParse(message)
      if (report.success) resolve(report.data.address)
    })
    void untilEnded(child).then((end) =>
      reject(new ProcessNotStartedError(`the ${name} process ended before it was ready (${end})`)),
    )
  })
}

function untilEnded(child: ChildProcess): Promise<string> {
  const now = child.signalCode ?? child.exitCode
  if (now !== null) return Promise.resolve(describeEnd(now))
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(describeEnd(signal ?? code ?? 0)))
    child.once('error', (error) => resolve(error.message))
  })
}

const describeEnd = (end: number | NodeJS.Signals) =>
  typeof end === 'number' ? `code ${end}` : end
