import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { holderFor, lockDirectory, lockFileIn, type LockHolder } from '#server/db/embedded/directory-lock.ts'
import { identifyProcess, isRunning } from '#server/db/embedded/process-identity.ts'
import { stretchLimit } from '#testing/machine-pace.ts'
import { createTestFolder } from '#testing/test-folder.ts'

const me = holderFor(process.pid, '/nowhere')
const started: ReturnType<typeof spawn>[] = []
afterEach(() => started.splice(0).forEach((child) => child.kill('SIGKILL')))

async function startProcess(): Promise<{ pid: number; kill: () => Promise<void> }> {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  started.push(child)
  await once(child, 'spawn')
  return {
    pid: child.pid ?? 0,
    kill: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

function writeLock(dataDir: string, holder: LockHolder): void {
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(lockFileIn(dataDir), JSON.stringify(holder))
}

test('a folder is locked for one holder and free again after its release', async () => {
  const dataDir = await createTestFolder()
  const lock = await lockDirectory(dataDir, me)
  expect(lock.kind).toBe('taken')
  expect(await lockDirectory(dataDir, me)).toMatchObject({
    kind: 'held',
    by: { server: { pid: process.pid } },
  })
  if (lock.kind === 'taken') lock.release()
  expect(existsSync(lockFileIn(dataDir))).toBe(false)
})

test('the lock of a running process is refused at once and left as it is', async () => {
  const dataDir = await createTestFolder()
  const other = await startProcess()
  const holder = {
    database: identifyProcess(other.pid),
    server: identifyProcess(other.pid),
    socketFolder: '/nowhere',
  }
  writeLock(dataDir, holder)
  const before = Date.now()
  expect(await lockDirectory(dataDir, me)).toEqual({ kind: 'held', by: holder })
  const afterMs = Date.now() - before
  expect(afterMs).toBeLessThan(await stretchLimit(500))
  expect(JSON.parse(readFileSync(lockFileIn(dataDir), 'utf8'))).toEqual(holder)
})

test('the lock of a dead process is taken over and its socket folder removed', async () => {
  const dataDir = await createTestFolder()
  const socketFolder = await createTestFolder()
  const other = await startProcess()
  const dead = { database: identifyProcess(other.pid), server: identifyProcess(other.pid), socketFolder }
  await other.kill()
  writeLock(dataDir, dead)
  expect((await lockDirectory(dataDir, me)).kind).toBe('taken')
  expect(existsSync(socketFolder)).toBe(false)
})

test.runIf(identifyProcess(process.pid).startedAt)(
  'a lock whose process id was given to another process is taken over',
  async () => {
    const dataDir = await createTestFolder()
    const other = await startProcess()
    const recycled = { pid: other.pid, startedAt: 'an-earlier-boot:1' }
    expect(isRunning(recycled)).toBe(false)
    writeLock(dataDir, { database: recycled, server: recycled, socketFolder: '/nowhere' })
    expect((await lockDirectory(dataDir, me)).kind).toBe('taken')
  },
)

test('the database process of a killed server gets a moment to leave', async () => {
  const dataDir = await createTestFolder()
  const [server, database] = [await startProcess(), await startProcess()]
  const holder = {
    database: identifyProcess(database.pid),
    server: identifyProcess(server.pid),
    socketFolder: '/nowhere',
  }
  await server.kill()
  writeLock(dataDir, holder)
  setTimeout(() => void database.kill(), 300)
  expect((await lockDirectory(dataDir, me)).kind).toBe('taken')
})

test('of many starters that find one dead lock exactly one gets it', async () => {
  const LOCK_ONCE = `
    import { holderFor, lockDirectory } from '#server/db/embedded/directory-lock.ts'
    const lock = await lockDirectory(process.argv[1], holderFor(process.pid, '/nowhere'))
    console.log(lock.kind)
    setInterval(() => {}, 1000)`
  const dataDir = await createTestFolder()
  const dead = { pid: 2 ** 22 + 1, startedAt: 'an-earlier-boot:1' }
  writeLock(dataDir, { database: dead, server: dead, socketFolder: '/nowhere' })
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const child = spawn(process.execPath, ['--input-type=module', '-e', LOCK_ONCE, dataDir], {
        cwd: join(import.meta.dirname, '../../..'),
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      started.push(child)
      const [line] = await once(child.stdout, 'data')
      return String(line).trim()
    }),
  )
  expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(1)
})
