import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Addresses, readAddresses } from '#testing/run-demo.ts'
import { readEnvironment, type Usage, usageOfTree, usageOfTrees } from '../process-usage.ts'
import type { Stranger } from './stranger.ts'

export type Product = Addresses & {
  port: number
  /** Time from the command to the page with its scripts and its stylesheet. */
  usableAfterMs: number
  usableAtMs: number
  output: string[]
  /** The lines of `output` since the last call. */
  newLines: () => string[]
  processes: () => Usage[]
  stop: () => Promise<Stopped>
}
export type Stopped = { ms: number; leftRunning: string[] }

/**
 * The processes of one start inherit this variable, which identifies those whose parent has ended.
 */
const MARK = 'FIRST_MINUTES_START'
const POLL_MS = 50
const USABLE_WITHIN_MS = 600_000
const ANSWER_WITHIN_MS = 30_000
const STOP_WITHIN_MS = 60_000

/** @throws Error with the output if it ends, or has no usable page after ten minutes */
export async function startProduct(
  { runAs, checkout, env, command: [program = '', ...args] }: Stranger,
  dataDir: string,
  signal: AbortSignal,
): Promise<Product> {
  const port = await freePort()
  const mark = randomUUID()
  const startedAtMs = performance.now()
  const child = spawn(program, args, {
    ...runAs,
    cwd: checkout,
    env: { ...env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn', [MARK]: mark },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group, so that it receives Ctrl-C as from a terminal.
    detached: true,
  })
  const processes = () =>
    usageOfTrees((pid) => pid === child.pid || readEnvironment(pid).get(MARK) === mark)
  const killAll = () => killEach(processes())
  process.once('exit', killAll)
  const stop = async () => {
    const stopped = await stopProduct(child, processes)
    process.off('exit', killAll)
    return stopped
  }
  const output: string[] = []
  let readLines = 0
  const newLines = () => {
    const lines = output.slice(readLines)
    readLines = output.length
    return lines
  }
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const addresses = readAddresses(child, output, ended)
  try {
    const failed = addresses.then(() => new Promise<never>(() => undefined))
    await Promise.race([untilUsable(`http://localhost:${port}`, signal), failed])
    const usableAtMs = performance.now()
    const usableAfterMs = usableAtMs - startedAtMs
    return {
      ...(await addresses),
      port,
      usableAfterMs,
      usableAtMs,
      output,
      newLines,
      processes,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function untilUsable(origin: string, signal: AbortSignal): Promise<void> {
  const giveUpAtMs = performance.now() + USABLE_WITHIN_MS
  while (!(await isUsable(origin).catch(() => false))) {
    signal.throwIfAborted()
    if (performance.now() > giveUpAtMs) throw new Error(`no usable page at ${origin}`)
    await sleep(POLL_MS)
  }
}

/** Checks the landing page, and the files that a browser needs to show it. */
async function isUsable(origin: string): Promise<boolean> {
  const get = (address: string) =>
    fetch(new URL(address, origin), { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
  const page = await get('/')
  const html = await page.text()
  if (page.status !== 200 || !html.includes('</html>')) return false
  const assets = [...new Set(html.match(/\/assets\/[\w.-]+\.(css|js)\b/g))]
  const answers = await Promise.all(assets.map(get))
  await Promise.all(answers.map((answer) => answer.arrayBuffer()))
  return (
    assets.some((name) => name.endsWith('.js')) && answers.every(({ status }) => status === 200)
  )
}

/**
 * Sends Ctrl-C and waits until every process has ended. Kills and reports processes that remain
 * after a minute.
 */
async function stopProduct(child: ChildProcess, processes: () => Usage[]): Promise<Stopped> {
  const startedAtMs = performance.now()
  const known = processes()
  const remaining = () => [...processes(), ...known.filter(isRunning)]
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
    process.kill(-child.pid, 'SIGINT')
  while (remaining().length > 0 && performance.now() - startedAtMs < STOP_WITHIN_MS)
    await sleep(POLL_MS)
  const left = remaining()
  killEach(left)
  return {
    ms: performance.now() - startedAtMs,
    leftRunning: [...new Set(left.map(({ pid, command }) => `${pid} ${command}`))],
  }
}

const isRunning = ({ pid, name }: Usage): boolean =>
  usageOfTree(pid).some((process) => process.pid === pid && process.name === name)

function killEach(usages: Usage[]): void {
  for (const { pid } of usages) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has already ended.
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(0, 'localhost', resolve),
  )
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
