import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Config } from '#server/platform/config.ts'
import { createTestFolder } from '#testing/test-folder.ts'

export const BIN = path.resolve(import.meta.dirname, '../bin/storedawn')

export type Answer = { code: number | null; out: string; err: string }

type Settings = Record<string, string>

/** For a command on the database and in the data folder of a test. */
export const settingsOf = ({ config }: { config: Config }): Settings => ({
  DATABASE_URL: config.DATABASE_URL ?? '',
  DATA_DIR: path.resolve(config.DATA_DIR),
})

/** Runs a command of an operator, in a folder that is not the project's. */
export async function storedawn(
  args: string[],
  settings: Settings = {},
  { bin = BIN }: { bin?: string } = {},
): Promise<Answer> {
  return (await startStoredawn(args, settings, { bin })).answer
}

export async function startStoredawn(
  args: string[],
  settings: Settings = {},
  { bin = BIN }: { bin?: string } = {},
): Promise<{ child: ChildProcess; answer: Promise<Answer> }> {
  // A person who runs it has no NODE_ENV; the test runner sets one.
  const { DATABASE_URL: _unset, NODE_ENV: _test, ...env } = process.env
  const child = spawn(bin, args, {
    cwd: await createTestFolder(),
    env: { ...env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const told = { out: '', err: '' }
  child.stdout.on('data', (text) => (told.out += text))
  child.stderr.on('data', (text) => (told.err += text))
  const answer = once(child, 'close').then(([code]) => ({ code, ...told }))
  return { child, answer }
}
