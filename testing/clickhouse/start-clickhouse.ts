import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTempFolder } from '#testing/temp-folder.ts'

export type ClickHouseServer = AsyncDisposable & {
  url: string
  kill: () => Promise<void>
}

const SERVER = join(import.meta.dirname, 'chdb-server.ts')

/** The folder into which `scripts/fetch-chdb.js` installs the library. */
export const CHDB_FOLDER =
  process.env['CHDB_FOLDER'] ?? join(import.meta.dirname, '../../node_modules/.cache/chdb')

export const hasClickHouse = (): boolean =>
  Boolean(process.env['CLICKHOUSE_URL']) || existsSync(join(CHDB_FOLDER, 'node_modules/chdb'))

/**
 * The server at `CLICKHOUSE_URL`, or ClickHouse as a library behind a small HTTP server; null where
 * there is neither.
 */
export async function startClickHouse(folder?: string, port = 0): Promise<ClickHouseServer | null> {
  const url = process.env['CLICKHOUSE_URL']
  if (url)
    return { url, kill: () => Promise.resolve(), [Symbol.asyncDispose]: () => Promise.resolve() }
  return hasClickHouse() ? startLibrary(folder, port) : null
}

const QUESTIONS_AT_ONCE = 8

async function startLibrary(asked: string | undefined, port: number): Promise<ClickHouseServer> {
  const folder = asked ?? (await createTempFolder('storedawn-clickhouse-'))
  await mkdir(folder, { recursive: true })
  const child = fork(SERVER, [CHDB_FOLDER, folder, String(port)], {
    env: { ...process.env, UV_THREADPOOL_SIZE: String(QUESTIONS_AT_ONCE) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const [message] = (await Promise.race([
    once(child, 'message'),
    ended.then(([code]) =>
      Promise.reject(new Error(`ClickHouse ended at its start with ${String(code)}`)),
    ),
  ])) as [{ port: number }]
  return {
    url: `http://127.0.0.1:${message.port}`,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async [Symbol.asyncDispose]() {
      if (child.connected) child.disconnect()
      await ended
      if (!asked) await rm(folder, { recursive: true, force: true })
    },
  }
}
