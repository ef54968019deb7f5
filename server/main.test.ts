import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { lockFileIn } from '#server/db/embedded/directory-lock.ts'
import { stretchLimit } from '#testing/machine-pace.ts'
import { createTestFolder } from '#testing/test-folder.ts'
import { fillDataDir } from '#testing/test-database.ts'

const MAIN = join(import.meta.dirname, 'main.ts')
const started: ChildProcess[] = []
afterEach(() => started.splice(0).forEach((child) => child.kill('SIGKILL')))

type Settings = Record<string, string>

function start(settings: Settings) {
  // A person who starts it has no NODE_ENV; the test runner sets one.
  const { DATABASE_URL: _unset, NODE_ENV: _test, ...env } = process.env
  const child = spawn(process.execPath, [MAIN], {
    env: { ...env, LOG_LEVEL: 'info', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  const told = { out: '', err: '' }
  child.stdout.on('data', (text) => (told.out += text))
  child.stderr.on('data', (text) => (told.err += text))
  const startedAt = Date.now()
  const ended = once(child, 'close').then(([code]) => ({ code, afterMs: Date.now() - startedAt }))
  return { child, told, ended }
}

/** The role `cron` alone: a server that listens on no port and visits nobody. */
async function startReady(settings: Settings) {
  const server = start({ ROLES: 'cron', ...settings })
  await expect.poll(() => server.told.out + server.told.err, { timeout: 20_000 }).toContain('server.started')
  return server
}

const newDataDir = async () => fillDataDir(await createTestFolder())

// Processes are started and ended: seconds each on a busy machine.
describe('the life of the server process', { timeout: 60_000 }, () => {
  test('wrong settings end it within a second, with one readable line for each', async () => {
    const { ended, told } = start({ PORT: 'many', DATABASE_URL: 'mysql://here', ROLES: 'api,boss' })
    const { code, afterMs } = await ended
    expect(code).toBe(1)
    expect(afterMs).toBeLessThan(await stretchLimit(1_000))
    for (const name of ['PORT', 'DATABASE_URL', 'ROLES'])
      expect(told.err).toMatch(new RegExp(`^ {2}- ${name}.*: `, 'm'))
    expect(told.err).not.toContain('    at ')
  })

  test('a PostgreSQL that cannot be used is named without its password', async () => {
    const { ended, told } = start({ DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/nowhere' })
    expect((await ended).code).toBe(1)
    expect(told.err).toMatch(/^PostgreSQL at 127\.0\.0\.1:1\/nowhere cannot be used: .*ECONNREFUSED/)
    expect(told.err).not.toContain('hunter2')
    expect(told.err).not.toContain('    at ')
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('%s stops it cleanly and frees the database', async (signal) => {
    const dataDir = await newDataDir()
    const { child, ended, told } = await startReady({ DATA_DIR: dataDir })
    child.kill(signal)
    expect((await ended).code).toBe(0)
    expect(told.out).toContain('server.stopped')
    expect(() => readFileSync(lockFileIn(dataDir))).toThrow(/ENOENT/)
  })

  test('a second server on the same folder is refused by name and the first goes on', async () => {
    const dataDir = await newDataDir()
    const first = await startReady({ DATA_DIR: dataDir })
    const second = start({ DATA_DIR: dataDir, ROLES: 'cron' })
    const { code, afterMs } = await second.ended
    expect(code).toBe(1)
    expect(afterMs).toBeLessThan(await stretchLimit(2_000))
    expect(second.told.err).toContain(`in use by process ${first.child.pid}`)
    expect(first.child.exitCode).toBe(null)
  })

  test('it ends within 5 s and not as a success when the database process dies', async () => {
    const dataDir = await newDataDir()
    const { ended, told } = await startReady({ DATA_DIR: dataDir })
    const lock = JSON.parse(readFileSync(lockFileIn(dataDir), 'utf8'))
    const killedAt = Date.now()
    process.kill(lock.database.pid, 'SIGKILL')
    expect((await ended).code).toBe(1)
    const afterMs = Date.now() - killedAt
    expect(afterMs).toBeLessThan(await stretchLimit(5_000))
    expect(told.out).toContain('db.lost')
  })

  test('a port that is in use is named, with the way to choose another', async () => {
    const squatter = createServer().listen(0, 'localhost')
    await once(squatter, 'listening')
    const address = squatter.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const { ended, told } = start({ DATA_DIR: await newDataDir(), ROLES: 'api', PORT: String(port) })
    expect((await ended).code).toBe(1)
    expect(told.err).toContain(`port ${port} is in use. Choose another: PORT=3001 npm start`)
    squatter.close()
  })
})
