import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { chmod, chown, readdir } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { createTestFolder, newDataDir } from '#testing/test-folder.ts'
import { createTestLog } from '#testing/test-log.ts'
import { findBinaries } from './binaries.ts'
import { isAlive } from './cluster.ts'
import { type LocalPostgres, openLocalPostgres } from './local-postgres.ts'
import { isOnlyRoots, isRoot } from './run-as.ts'

const WRITER = path.join(import.meta.dirname, '../../../../testing/write-until-killed.ts')
const started: ChildProcess[] = []
afterEach(() => started.splice(0).forEach((child) => child.kill('SIGKILL')))

async function createDataDir(): Promise<string> {
  const dataDir = await newDataDir()
  onTestFinished(() => stopWhatRunsOn(dataDir))
  return dataDir
}

function stopWhatRunsOn(dataDir: string): void {
  const file = path.join(dataDir, 'postgres/postmaster.pid')
  if (existsSync(file)) killNow(Number.parseInt(readFileSync(file, 'utf8'), 10))
}

function killNow(pid: number): void {
  if (isAlive(pid)) process.kill(pid, 'SIGKILL')
}

async function open(dataDir: string, use: 'product' | 'tool' = 'product'): Promise<LocalPostgres> {
  const server = await openLocalPostgres({ dataDir, log: createTestLog().log, use })
  onTestFinished(() => server.close())
  return server
}

async function query<Row extends object>(server: LocalPostgres, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: server.url })
  client.on('error', () => undefined)
  await client.connect()
  return client
    .query<Row>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

const keepRow = (server: LocalPostgres) => query(server, 'create table kept as select 7 as id')
const expectKept = async (server: LocalPostgres) =>
  expect(await query(server, 'select id from kept')).toEqual([{ id: 7 }])
const expectAnswer = async (server: LocalPostgres) =>
  expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])

async function startWriter(dataDir: string) {
  const child = spawn(process.execPath, [WRITER, dataDir], { stdio: ['ignore', 'pipe', 'pipe'] })
  started.push(child)
  let printed = ''
  child.stderr.on('data', (text) => (printed += text))
  const lines = createInterface({ input: child.stdout })
  const failed = once(child, 'exit').then(() =>
    Promise.reject(new Error(`the writer ended: ${printed}`)),
  )
  const [first] = await Promise.race([once(lines, 'line'), failed])
  const acknowledged: number[] = []
  lines.on('line', (line) => acknowledged.push(Number(line)))
  failed.catch(() => undefined)
  async function kill(): Promise<void> {
    child.kill('SIGKILL')
    await once(child, 'close')
  }
  return { child, kill, postgresPid: Number(String(first).split(' ')[1]), acknowledged }
}

/** A cluster that does not run, whose file names this process. */
async function leavePidFile(dataDir: string, pid: number): Promise<void> {
  const server = await open(dataDir)
  await server.close()
  const { folder } = server
  const file = path.join(folder, 'postmaster.pid')
  writeFileSync(file, `${pid}\n${folder}\n1\n5432\n${folder}\n\n`)
}

const untilWritten = (acknowledged: number[], count: number) =>
  expect.poll(() => acknowledged.length, { interval: 10 }).toBeGreaterThan(count)

async function readWritten(server: LocalPostgres): Promise<Set<number>> {
  return new Set(
    (await query<{ id: number }>(server, 'select id from written')).map(({ id }) => id),
  )
}

const lostOf = (acknowledged: number[], written: Set<number>) =>
  acknowledged.filter((id) => !written.has(id))

// Servers are created, killed and started again: seconds each on a busy machine.
describe('the PostgreSQL of a data folder', { timeout: 120_000 }, () => {
  test('is created at the first start, keeps its rows over a restart and ends with its last user', async () => {
    const dataDir = await createDataDir()
    const first = await open(dataDir)
    const pid = first.pid()
    await keepRow(first)
    await first.close()
    expect(isAlive(pid)).toBe(false)
    const second = await open(dataDir)
    await expectKept(second)
    expect(second.url).toBe(first.url)
    expect(await readdir(dataDir)).not.toContain(expect.stringContaining('.new-'))
  })

  test(
    'listens on no network address, and only its own user may enter its folder',
    { tags: ['check-85'] },
    async () => {
      const server = await open(await createDataDir())
      expect(await query(server, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
      expect(await query(server, 'show fsync')).toEqual([{ fsync: 'on' }])
      expect(await query(server, 'show autovacuum')).toEqual([{ autovacuum: 'on' }])
      expect(statSync(server.folder).mode & 0o077).toBe(0)
    },
  )

  test('orders texts by code point and finds words between typographic quotes', async () => {
    const server = await open(await createDataDir())
    const sorted = await query<{ word: string }>(
      server,
      `select word from unnest(array['b', 'Ä', 'a', 'B']) as word order by word`,
    )
    expect(sorted.map(({ word }) => word)).toEqual(['B', 'a', 'b', 'Ä'])
    const [found] = await query(
      server,
      `select lower('ÄPFEL') as lower, to_tsvector('english', 'What “trending” means') @@ to_tsquery('english', 'trending') as matches`,
    )
    expect(found).toEqual({ lower: 'äpfel', matches: true })
  })

  test(
    'it survives kill -9 of its parent, and the next start takes it over with every acknowledged row',
    { tags: ['check-74'] },
    async () => {
      const dataDir = await createDataDir()
      const { kill, postgresPid, acknowledged } = await startWriter(dataDir)
      await untilWritten(acknowledged, 50)
      await kill()
      expect(isAlive(postgresPid)).toBe(true)
      const server = await open(dataDir)
      expect(server.pid()).toBe(postgresPid)
      expect(lostOf(acknowledged, await readWritten(server))).toEqual([])
    },
  )

  test('kill -9 of the server and its parent at once loses no acknowledged row', async () => {
    const dataDir = await createDataDir()
    const { kill, postgresPid, acknowledged } = await startWriter(dataDir)
    await untilWritten(acknowledged, 50)
    killNow(postgresPid)
    await kill()
    const server = await open(dataDir)
    expect(server.pid()).not.toBe(postgresPid)
    expect(lostOf(acknowledged, await readWritten(server))).toEqual([])
  })

  test('a killed server restarts on the same address', async () => {
    const { log, entries } = createTestLog()
    const dataDir = await createDataDir()
    const server = await openLocalPostgres({ dataDir, log, use: 'product' })
    onTestFinished(() => server.close())
    await keepRow(server)
    const pid = server.pid()
    killNow(pid)
    await expect.poll(() => server.pid()).not.toBe(pid)
    await expectKept(server)
    expect(entries.map(({ event }) => event)).toEqual(['postgres.ended', 'postgres.restarted'])
  })

  test('Ctrl-C in the terminal of its parent does not reach it', async () => {
    const { postgresPid } = await startWriter(await createDataDir())
    const groupOf = (pid: number) =>
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[2]
    const group = existsSync('/proc/self/stat') ? groupOf(postgresPid) : String(postgresPid)
    expect(group).toBe(String(postgresPid))
  })

  test(
    'refuses a second product and names the first, while a tool may connect',
    { tags: ['check-74'] },
    async () => {
      const dataDir = await createDataDir()
      const { child, acknowledged } = await startWriter(dataDir)
      await expect(open(dataDir)).rejects.toThrow(`${dataDir} is in use by process ${child.pid}`)
      const tool = await open(dataDir, 'tool')
      expect((await readWritten(tool)).size).toBeGreaterThan(0)
      await untilWritten(acknowledged, acknowledged.length + 20) // the first is not disturbed
    },
  )

  test('runs until the last of its users has closed it', async () => {
    const dataDir = await createDataDir()
    const product = await open(dataDir)
    const tool = await open(dataDir, 'tool')
    await product.close()
    await expectAnswer(tool)
    await tool.close()
    expect(isAlive(tool.pid())).toBe(false)
  })

  test('only one of several simultaneous first starts gets the folder, and creates one cluster', async () => {
    const dataDir = await createDataDir()
    const outcomes = await Promise.allSettled([open(dataDir), open(dataDir), open(dataDir)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await readdir(dataDir)).toSorted()).toEqual(['postgres', 'postgres.log'])
  })

  test('a pid file that names another program does not stop the start', async () => {
    const dataDir = await createDataDir()
    await leavePidFile(dataDir, process.pid)
    const second = await open(dataDir)
    await expectAnswer(second)
  })

  test('a copy of a folder whose server runs is refused, and the original stays as it is', async () => {
    const dataDir = await createDataDir()
    const original = await open(dataDir)
    await keepRow(original)
    const copy = path.join(await createTestFolder(), 'copy')
    cpSync(dataDir, copy, {
      recursive: true,
      filter: (file) => !path.basename(file).startsWith('.s.'),
    })
    await expect(open(copy)).rejects.toThrow(`is a copy of ${original.folder}`)
    await expectKept(original)
  })

  test('a pid file that names the server of another folder does not stop the start, nor does the stop end that server', async () => {
    const other = await open(await createDataDir())
    const dataDir = await createDataDir()
    await leavePidFile(dataDir, other.pid())
    const second = await open(dataDir)
    expect(second.pid()).not.toBe(other.pid())
    await second.close()
    await expectAnswer(other)
  })

  test('a server that was started by hand is stopped without its socket folder being removed', async () => {
    const dataDir = await createDataDir()
    await (await startWriter(dataDir)).kill()
    const [folder, shared] = [path.join(dataDir, 'postgres'), await createTestFolder()]
    symlinkSync(path.join(folder, '.s.PGSQL.5432'), path.join(shared, '.s.PGSQL.5432'))
    const file = path.join(folder, 'postmaster.pid')
    const lines = readFileSync(file, 'utf8').split('\n')
    writeFileSync(file, lines.with(4, shared).join('\n'))
    const server = await open(dataDir)
    expect(server.url).toContain(encodeURIComponent(shared))
    await server.close()
    expect(isAlive(server.pid())).toBe(false)
    expect(existsSync(shared)).toBe(true)
  })

  test.runIf(isRoot())(
    'started by root is kept elsewhere when no other user can enter the data folder',
    async () => {
      const dataDir = await createTestFolder() // of mode 0700
      const server = await openElsewhere(dataDir)
      expect(lstatSync(path.join(dataDir, 'postgres')).isSymbolicLink()).toBe(true)
      expect(server.folder.startsWith(dataDir)).toBe(false)
    },
  )

  test.runIf(isRoot())(
    'kept elsewhere survives that its data folder is moved away, and the start after that names it',
    async () => {
      const parent = await createTestFolder()
      const [dataDir, moved] = [path.join(parent, 'data'), path.join(parent, 'data.old')]
      mkdirSync(dataDir, { mode: 0o700 })
      const server = await openElsewhere(dataDir)
      await keepRow(server)
      await server.close()
      renameSync(dataDir, moved)
      mkdirSync(dataDir, { mode: 0o700 })
      const { log, entries } = createTestLog()
      const successor = await openElsewhere(dataDir, log)
      expect(unlinkedIn(entries)).toContain(server.folder)
      const old = await openElsewhere(moved)
      await expectKept(old)
      expect(readFileSync(path.join(old.folder, 'storedawn-data-dir'), 'utf8')).toBe(moved)
      await old.close()
      await successor.close()
      rmSync(path.join(dataDir, 'postgres'))
      await openElsewhere(dataDir, log)
      expect(unlinkedIn(entries)).toContain(successor.folder)
      expect(unlinkedIn(entries)).not.toContain(old.folder) // its new place links to it
    },
  )
})

test.runIf(isRoot())('root uses no folder that another user owns or may write to', async () => {
  const [own, open, foreign] = [
    await createTestFolder(),
    await createTestFolder(),
    await createTestFolder(),
  ]
  await chmod(open, 0o777)
  await chown(foreign, 65_534, 65_534)
  expect([own, open, foreign, '/nowhere'].map(isOnlyRoots)).toEqual([true, false, false, false])
})

/** Beside the data folder the test leaves nothing either. */
async function openElsewhere(dataDir: string, log = createTestLog().log): Promise<LocalPostgres> {
  const server = await openLocalPostgres({ dataDir, log, use: 'product' })
  onTestFinished(async () => {
    await server.close()
    rmSync(server.folder, { recursive: true, force: true })
  })
  return server
}

/** What the last such line names. */
const unlinkedIn = (entries: ReturnType<typeof createTestLog>['entries']): unknown =>
  entries.findLast(({ event }) => event === 'postgres.unlinked')?.['folders']

describe('a folder that cannot be opened is refused with a clear message', () => {
  test('a cluster of another major version, older or newer', async () => {
    for (const version of ['17', '99']) {
      const dataDir = await createDataDir()
      mkdirSync(path.join(dataDir, 'postgres'))
      writeFileSync(path.join(dataDir, 'postgres/PG_VERSION'), `${version}\n`)
      await expect(open(dataDir)).rejects.toThrow(`was made by PostgreSQL ${version}`)
    }
  })

  test('a link whose folder is gone', async () => {
    const dataDir = await createDataDir()
    symlinkSync('/nowhere/postgres', path.join(dataDir, 'postgres'))
    await expect(open(dataDir)).rejects.toThrow(/points to a folder that is gone/)
  })

  test('a missing PostgreSQL program produces an error that suggests DATABASE_URL', async () => {
    await expect(findBinaries('/nowhere/bin')).rejects.toThrow(/DATABASE_URL/)
  })
})
