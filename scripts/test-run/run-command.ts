import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'

/**
 * Straight to the terminal, or there in one piece when the runner has ended: for one that runs
 * beside another.
 */
export type Output = 'live' | 'held'

type Command = {
  args: string[]
  output: Output
  env?: Record<string, string>
  /** A command that runs another one, such as `nice`, with its own arguments. */
  under?: string[]
}

/**
 * Runs a test runner with our own Node. If a signal ends it, it crashed or was killed and has
 * reported no results, so it runs once more after a message.
 * @returns its exit code, or the signal that ended it twice
 */
export async function runCommand(command: Command): Promise<number | NodeJS.Signals> {
  const first = await run(command)
  if (typeof first === 'number') return first
  console.log(`notice: ${first} ended the runner; running it once more`)
  return run(command)
}

function run({ under = [], args, output, env = {} }: Command): Promise<number | NodeJS.Signals> {
  return new Promise((resolve, reject) => {
    const stdio = output === 'live' ? 'inherit' : 'pipe'
    const [file = process.execPath, ...rest] = [...under, process.execPath, ...args]
    const child = spawn(file, rest, { stdio, env: { ...process.env, ...env } })
    const held: Buffer[] = []
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => void held.push(chunk))
    child.once('error', reject)
    child.once('close', (code, signal) => {
      process.stdout.write(Buffer.concat(held))
      resolve(signal ?? code ?? 1)
    })
  })
}

/** A runner's JSON report; null if it ended before writing one. */
export async function readReport(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return null
  }
}
