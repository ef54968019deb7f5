import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { isRoot } from '#server/platform/db/local-postgres/run-as.ts'
import { createTestFolder, newDataDir } from '#testing/test-folder.ts'

const MAIN = join(import.meta.dirname, 'main.ts')
const started: ChildProcess[] = []
afterEach(() => started.splice(0).forEach((child) => child.kill('SIGKILL')))

/** Below it a port belongs to root; containers often open all of them. */
const portsFile = '/proc/sys/net/ipv4/ip_unprivileged_port_start'
const firstOpenPort = existsSync(portsFile) ? Number(readFileSync(portsFile, 'utf8')) : 1024

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
  const ended = once(child, 'close').then(([code]) => ({ code }))
  return { child, told, ended }
}

/** The role `cron` alone: a server that listens on no port and visits no host. */
async function startReady(settings: Settings) {
  const server = start({ ROLES: 'cron', ...settings })
  await expect.poll(() => server.told.out + server.told.err).toContain('server.started')
  return server
}

const postgresPidIn = (dataDir: string) =>
  Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)

// Processes are started and ended: seconds each on a busy machine.
describe('the life of the server process', { timeout: 120_000 }, () => {
  test(
    'wrong settings end it before it opens anything, with one readable line for each',
    { tags: ['check-99'] },
    async () => {
      const { ended, told } = start({
        PORT: 'many',
        DATABASE_URL: 'mysql://here',
        ROLES: 'api,boss',
      })
      expect((await ended).code).toBe(1)
      for (const name of ['PORT', 'DATABASE_URL', 'ROLES'])
        expect(told.err).toMatch(new RegExp(`^ {2}- ${name}.*: `, 'm'))
      expect(told.err).not.toContain('    at ')
      expect(told.out).toBe('')
    },
  )

  test('a PostgreSQL that cannot be used is named without its password', async () => {
    const { ended, told } = start({ DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/nowhere' })
    expect((await ended).code).toBe(1)
    expect(told.err).toMatch(
      /^PostgreSQL at 127\.0\.0\.1:1\/nowhere cannot be used: .*ECONNREFUSED/,
    )
    expect(told.err).not.toContain('hunter2')
    expect(told.err).not.toContain('    at ')
  })

  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s stops it cleanly, and its PostgreSQL too',
    { tags: ['check-82'] },
    async (signal) => {
      const dataDir = await newDataDir()
      const { child, ended, told } = await startReady({ DATA_DIR: dataDir })
      child.kill(signal)
      expect((await ended).code).toBe(0)
      expect(told.out).toContain('server.stopped')
      expect(() => postgresPidIn(dataDir)).toThrow(/ENOENT/)
    },
  )

  test.skipIf(!isRoot())(
    'started as root, it runs as the user of its database, who gets what root wrote before',
    async () => {
      const dataDir = await newDataDir()
      writeFileSync(join(dataDir, 'app-secret'), `${'s'.repeat(40)}\n`, { mode: 0o600 })
      mkdirSync(join(dataDir, 'photos/ab'), { recursive: true })
      symlinkSync('/etc/hostname', join(dataDir, 'photos/ab/link'))
      const { child, ended } = await startReady({ DATA_DIR: dataDir })
      const { uid, gid } = statSync(join(dataDir, 'postgres'))
      expect(uid).not.toBe(0)
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      const all = (id: number) => `${id}\t${id}\t${id}\t${id}`
      expect(status).toContain(`Uid:\t${all(uid)}`)
      expect(status).toContain(`Gid:\t${all(gid)}`)
      expect(/^Groups:\t(.*?) ?$/m.exec(status)?.[1]).toBe(String(gid))
      for (const name of ['', 'app-secret', 'photos', 'photos/ab', 'postgres.log'])
        expect(statSync(join(dataDir, name)).uid).toBe(uid)
      expect(statSync('/etc/hostname').uid).toBe(0)
      child.kill('SIGTERM')
      expect((await ended).code).toBe(0)
    },
  )

  test.skipIf(!isRoot())(
    'in a folder that is closed to others it stays root, and says so',
    async () => {
      const { child, ended, told } = await startReady({ DATA_DIR: await createTestFolder() })
      expect(readFileSync(`/proc/${child.pid}/status`, 'utf8')).toContain('Uid:\t0\t0')
      expect(told.out).toContain('process.keeps_root')
      child.kill('SIGTERM')
      await ended
    },
  )

  test.skipIf(!isRoot() || firstOpenPort <= 1)(
    'a port that only root may use is named, with what to do',
    async () => {
      const settings = { DATA_DIR: await newDataDir(), ROLES: 'api', PORT: '1' }
      const { ended, told } = start(settings)
      expect((await ended).code).toBe(1)
      expect(told.err).toMatch(/^port 1 is closed to the user that the product runs as\./m)
      expect(told.err).not.toContain('    at ')
    },
  )

  test(
    'a second server on the same folder is refused by name and the first goes on',
    { tags: ['check-74'] },
    async () => {
      const dataDir = await newDataDir()
      const first = await startReady({ DATA_DIR: dataDir })
      const second = start({ DATA_DIR: dataDir, ROLES: 'cron' })
      expect((await second.ended).code).toBe(1)
      expect(second.told.err).toContain(`in use by process ${first.child.pid}`)
      expect(first.child.exitCode).toBe(null)
    },
  )

  test('it keeps running when its PostgreSQL is killed, and restarts it', async () => {
    const dataDir = await newDataDir()
    const { child, ended, told } = await startReady({ DATA_DIR: dataDir })
    process.kill(postgresPidIn(dataDir), 'SIGKILL')
    await expect.poll(() => told.out).toContain('postgres.restarted')
    expect(child.exitCode).toBe(null)
    child.kill('SIGTERM')
    expect((await ended).code).toBe(0)
  })

  test('a port that is in use is named, with the way to choose another', async () => {
    const squatter = createServer().listen(0, 'localhost')
    await once(squatter, 'listening')
    const address = squatter.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const { ended, told } = start({
      DATA_DIR: await newDataDir(),
      ROLES: 'api',
      PORT: String(port),
    })
    expect((await ended).code).toBe(1)
    expect(told.err).toContain(`port ${port} is in use. Choose another: PORT=3001 npm start`)
    squatter.close()
  })
})
