import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { argumentsOf } from './engine-flags.ts'

export type Addresses = { origin: string; control: string; mailbox: string }

export type Demo = Addresses & {
  process: ChildProcess
  startedAtMs: number
  output: string[]
  /** When the demo printed its address. */
  readyAtMs: number
  stop: (signal?: NodeJS.Signals) => Promise<void>
}

/** A demo that may not be ready yet. */
export type DemoTree = {
  process: ChildProcess
  startedAtMs: number
  output: string[]
  /** Rejects with the output when the demo ends before it is ready. */
  ready: Promise<Addresses>
  /**
   * Signals the whole process tree, as kill -9 of the tree or Ctrl-C in a terminal does. Settles
   * when it has ended.
   */
  stop: (signal?: NodeJS.Signals) => Promise<void>
}

/**
 * Starts the demo as a person would (`npm start` without its set-up: call `node scripts/setup.js
 * start` after a change), on a free port, and waits for its address.
 * @throws Error with the output if it ends before that
 */
export async function runDemo(env: Record<string, string>): Promise<Demo> {
  const tree = spawnDemo(env)
  const addresses = await tree.ready
  return { ...addresses, ...tree, readyAtMs: Date.now() }
}

/**
 * For root another user runs PostgreSQL, outside of a folder that it cannot enter, where it would
 * outlive the test that removes the folder.
 */
function letDatabaseIn(dataDir: string | undefined): void {
  if (dataDir !== undefined && existsSync(dataDir)) chmodSync(dataDir, 0o711)
}

export function spawnDemo(env: Record<string, string>): DemoTree {
  letDatabaseIn(env['DATA_DIR'])
  const startedAtMs = Date.now()
  const child = spawn(process.execPath, argumentsOf('start'), {
    // A browser beside the demo would take half of the machine from the code under test. Shops that
    // change between a visit and a comparison with the truth would look like errors.
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: '0',
      SCREENSHOTS: 'off',
      DEMO_CHANGES_PER_DAY: '0',
      DEMO_EAGER_SHARE: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const output: string[] = []
  const ready = readAddresses(child, output, ended)
  // A caller that stops a demo early does not need its addresses.
  ready.catch(() => undefined)
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, signal)
    await ended
  }
  return { process: child, startedAtMs, output, ready, stop }
}

export function readAddresses(
  { stdout, stderr }: ChildProcess,
  output: string[],
  ended: Promise<void>,
): Promise<Addresses> {
  return new Promise((resolve, reject) => {
    let isReady = false
    const look = (line: string) => {
      output.push(line)
      if (isReady) return
      const origin = find(output, /^ {2}ready +(http\S+)/)
      const mailbox = find(output, /^ {2}mailbox +(http\S+)/)
      const control = find(output, /^ {2}world +(http\S+)/)
      if (!origin || !mailbox || !control) return
      isReady = true
      resolve({ origin, mailbox, control })
    }
    for (const stream of [stdout, stderr])
      if (stream) createInterface({ input: stream }).on('line', look)
    void ended.then(() =>
      reject(new Error(`the demo ended before it was ready:\n${output.join('\n')}`)),
    )
  })
}

function find(lines: string[], pattern: RegExp): string | null {
  for (const line of lines) {
    const match = pattern.exec(line)
    if (match?.[1]) return match[1]
  }
  return null
}
