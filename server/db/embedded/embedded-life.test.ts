import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/db/client.ts'
import { isRunning } from '#server/db/embedded/process-identity.ts'
import { stretchLimit } from '#testing/machine-pace.ts'
import { fillDataDir } from '#testing/test-database.ts'
import { createTestFolder } from '#testing/test-folder.ts'
import { createTestLog } from '#testing/test-log.ts'

const WRITER = join(import.meta.dirname, '../../../testing/write-until-killed.ts')
const { log } = createTestLog()
const started: ChildProcess[] = []
afterEach(() => started.splice(0).forEach((child) => child.kill('SIGKILL')))

/** A server that writes; `acknowledged` grows while it lives. */
async function startWriter(
  dataDir: string,
): Promise<{ child: ChildProcess; databasePid: number; acknowledged: number[] }> {
  const child = spawn(process.execPath, [WRITER, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  started.push(child)
  const lines = createInterface({ input: child.stdout })
  const [first] = await Promise.race([once(lines, 'line'), failAtExit(child)])
  const acknowledged: number[] = []
  lines.on('line', (line) => acknowledged.push(Number(line)))
  return { child, databasePid: Number(String(first).split(' ')[1]), acknowledged }
}

async function failAtExit(child: ChildProcess): Promise<never> {
  const [code, signal] = await once(child, 'exit')
  throw new Error(`the writer ended before it wrote: ${signal ?? code}`)
}

async function waitForWrites(acknowledged: number[], count: number): Promise<void> {
  await expect.poll(() => acknowledged.length, { timeout: 10_000, interval: 10 }).toBeGreaterThan(count)
}

async function readWritten(dataDir: string): Promise<number[]> {
  const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined, DATABASE_POOL: 2 }, log)
  const { rows } = await sql<{ id: number }>`select id from written order by id`.execute(database.db)
  await database.close()
  return rows.map((row) => row.id)
}

// Processes are started, killed and started again: seconds each on a busy machine.
describe('the life of the embedded database', { timeout: 240_000 }, () => {
  test('kill -9 of the server: its database process goes, the next start has every acknowledged row', async () => {
    const dataDir = await fillDataDir(await createTestFolder())
    for (const writes of [20, 50, 90]) {
      const { child, databasePid, acknowledged } = await startWriter(dataDir)
      await waitForWrites(acknowledged, writes)
      child.kill('SIGKILL')
      await once(child, 'close')
      const written = new Set(await readWritten(dataDir))
      expect(acknowledged.filter((id) => !written.has(id))).toEqual([])
      expect(isRunning({ pid: databasePid, startedAt: null })).toBe(false)
    }
  })

  test('kill -9 of server and database process at once loses nothing that was acknowledged', async () => {
    const dataDir = await fillDataDir(await createTestFolder())
    const { child, databasePid, acknowledged } = await startWriter(dataDir)
    await waitForWrites(acknowledged, 100)
    process.kill(databasePid, 'SIGKILL')
    child.kill('SIGKILL')
    await once(child, 'close')
    const written = new Set(await readWritten(dataDir))
    expect(acknowledged.filter((id) => !written.has(id))).toEqual([])
  })

  test('a signal that reaches the whole process group leaves the database to its server', async () => {
    const { databasePid, acknowledged } = await startWriter(await fillDataDir(await createTestFolder()))
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.kill(databasePid, signal)
    await waitForWrites(acknowledged, acknowledged.length + 100)
    expect(isRunning({ pid: databasePid, startedAt: null })).toBe(true)
  })

  test('a second server on the same folder ends within 2 s and names the process that has it', async () => {
    const dataDir = await fillDataDir(await createTestFolder())
    const first = await startWriter(dataDir)
    const second = spawn(process.execPath, [WRITER, dataDir], { stdio: ['ignore', 'ignore', 'pipe'] })
    started.push(second)
    const startedAt = Date.now()
    let told = ''
    second.stderr.on('data', (text) => (told += text))
    const [code] = await once(second, 'close')
    expect(code).toBe(1)
    const afterMs = Date.now() - startedAt
    expect(afterMs).toBeLessThan(await stretchLimit(2_000))
    expect(told).toContain(`process ${first.child.pid}`)
    const before = first.acknowledged.length
    await waitForWrites(first.acknowledged, before) // the first is not disturbed
  })

  test('a database process that dies is reported as lost', async () => {
    const dataDir = await fillDataDir(await createTestFolder())
    const database = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: undefined, DATABASE_POOL: 2 }, log)
    // A connection that breaks between two queries of a transaction must not end the process by itself.
    const broken = database.db.transaction().execute(async () => {
      process.kill(database.pid ?? 0, 'SIGKILL')
      await database.lost
    })
    await expect(broken).rejects.toThrow(/connection|terminated/i)
    expect((await database.lost).message).toContain('SIGKILL')
    await expect(sql`select 1`.execute(database.db)).rejects.toThrow(/connect|terminated/i)
    await database.close()
  })

  test('a database process that hangs makes queries fail in time and goes on when it wakes', async () => {
    const dataDir = await fillDataDir(await createTestFolder())
    const config = { DATA_DIR: dataDir, DATABASE_URL: undefined, DATABASE_POOL: 2 }
    const database = await openDatabase(config, log, { queryTimeoutMs: 600 })
    await sql`create table kept (id int)`.execute(database.db)
    const pid = database.pid ?? 0
    process.kill(pid, 'SIGSTOP')
    const startedAt = Date.now()
    const inDoubt = database.db.transaction().execute((db) => sql`insert into kept values (1)`.execute(db))
    await expect(inDoubt).rejects.toThrow(/timeout/i)
    const afterMs = Date.now() - startedAt
    expect(afterMs).toBeLessThan(await stretchLimit(3_000))
    process.kill(pid, 'SIGCONT')
    await sql`insert into kept values (2)`.execute(database.db)
    // The transaction that failed left nothing behind, and nobody else got its connection.
    const { rows } = await sql<{ id: number }>`select id from kept`.execute(database.db)
    expect(rows).toEqual([{ id: 2 }])
    await database.close()
  })
})
