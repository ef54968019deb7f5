import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

export type Demo = {
  origin: string
  control: string
  process: ChildProcess
  startedAtMs: number
  /** When the address was printed. */
  readyAtMs: number
  stop: (signal?: NodeJS.Signals) => Promise<void>
}

/**
 * Starts the demo as a person would (`node scripts/demo.ts`), on a free port, and waits for its address.
 * @throws Error with the output when it ends before that
 */
export async function runDemo(env: Record<string, string>): Promise<Demo> {
  const startedAtMs = Date.now()
  const child = spawn(process.execPath, ['scripts/demo.ts'], {
    env: { ...process.env, NODE_ENV: 'production', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const lines: string[] = []
  const ready = new Promise<{ origin: string; control: string }>((resolve, reject) => {
    const look = (line: string) => {
      lines.push(line)
      const origin = find(lines, /^ {2}ready +(http\S+)/)
      const control = find(lines, /^ {2}world +(http\S+)/)
      if (origin && control) resolve({ origin, control })
    }
    createInterface({ input: child.stdout }).on('line', look)
    createInterface({ input: child.stderr }).on('line', look)
    void ended.then(() => reject(new Error(`the demo ended before it was ready:\n${lines.join('\n')}`)))
  })
  const addresses = await ready
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    // The whole group, as kill -9 of the tree and Ctrl-C in a terminal do.
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid, signal)
    await ended
  }
  return { ...addresses, process: child, startedAtMs, readyAtMs: Date.now(), stop }
}

function find(lines: string[], pattern: RegExp): string | null {
  for (const line of lines) {
    const match = pattern.exec(line)
    if (match?.[1]) return match[1]
  }
  return null
}
