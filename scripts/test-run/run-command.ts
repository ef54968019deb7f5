import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'

/** Runs a test runner with our own Node; what it prints goes straight to the reader. Answers with its exit code. */
export function runCommand(args: string[], env: Record<string, string> = {}): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } })
    child.once('error', reject)
    child.once('close', resolve)
  })
}

/** A runner's JSON report; null when it ended before it could write one. */
export async function readReport(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return null
  }
}
