import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'

/**
 * Runs a test runner with our own Node; its output goes straight to the terminal. If a signal ends it, it crashed or was killed and has
 * reported no results, so it runs once more after a message.
 * @returns its exit code, or the signal that ended it twice
 */
export async function runCommand(
  args: string[],
  env: Record<string, string> = {},
): Promise<number | NodeJS.Signals> {
  const first = await run(args, env)
  if (typeof first === 'number') return first
  console.log(`notice: ${first} ended the runner; running it once more`)
  return run(args, env)
}

function run(args: string[], env: Record<string, string>): Promise<number | NodeJS.Signals> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } })
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(signal ?? code ?? 1))
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
