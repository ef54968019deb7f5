import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createLocalFiles } from '#server/platform/files/local-files.ts'
import { createEmptyDatabase, readTables } from '#testing/compare-databases.ts'
import { insertStores } from '#testing/factories.ts'
import { fillInstallation, MANY_ROWS } from '#testing/fill-installation.ts'
import { startPostgresServer } from '#testing/postgres-server.ts'
import { createTestContext, type TestContext } from '#testing/test-context.ts'
import { isFullRun } from '#testing/full-run.ts'
import { createTestFolder } from '#testing/test-folder.ts'
import { openSession } from './database-shape.ts'
import type { Key, Lock } from './encryption.ts'
import { restoreBackup } from './restore-backup.ts'
import { verifyBackup } from './verify-backup.ts'
import { writeBackup } from './write-backup.ts'

let ctx: TestContext
let url: string
let photo: string

beforeAll(async () => {
  ctx = await createTestContext()
  url = ctx.config.DATABASE_URL ?? ''
  ;({ photo } = await fillInstallation(ctx))
})
afterAll(() => ctx[Symbol.asyncDispose]())

const secretFile = () => path.join(ctx.config.DATA_DIR, 'app-secret')

async function backUp(lock: Lock = null): Promise<string> {
  const file = path.join(await createTestFolder(), 'storedawn.tar.zst')
  await writeBackup({
    databaseUrl: url,
    files: ctx.files,
    secretFile: secretFile(),
    file,
    lock,
    now: ctx.now,
  })
  return file
}

/** An empty database and an empty data folder. */
async function createTarget() {
  const dataDir = await createTestFolder()
  const database = await createEmptyDatabase(url)
  onTestFinished(() => database[Symbol.asyncDispose]())
  const files = createLocalFiles(dataDir, ctx.now)
  const restore = (file: string, key: Key | null = null) =>
    restoreBackup({
      file,
      key,
      databaseUrl: database.url,
      target: { files, secretFile: path.join(dataDir, 'app-secret') },
      log: ctx.log,
    })
  return { dataDir, url: database.url, files, restore }
}

const isUntouched = async ({ url, dataDir }: { url: string; dataDir: string }) => {
  const left = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  )
  return { tables: await readTables(url), files: left.map(({ name }) => name) }
}
const NOTHING = { tables: {}, files: [] }

describe('a backup is restored into an empty installation', () => {
  test('with every row, sequence, file and the secret', { tags: ['check-84'] }, async () => {
    const target = await createTarget()
    await target.restore(await backUp())
    expect(await readTables(target.url)).toEqual(await readTables(url))
    for (const name of [photo, 'pictures/cd/ef.webp', 'screenshots/12/34.webp'])
      expect(await target.files.read(name)).toEqual(await ctx.files.read(name))
    expect(readFileSync(path.join(target.dataDir, 'app-secret'))).toEqual(
      readFileSync(secretFile()),
    )
  })

  test(
    'where new rows get new numbers, and the triggers and foreign keys work again',
    { tags: ['check-84'] },
    async () => {
      const target = await createTarget()
      await target.restore(await backUp())
      const client = new pg.Client({ connectionString: target.url })
      await client.connect()
      onTestFinished(() => client.end())
      const { rows } = await client.query<{ last: string; next: string }>(
        `select (select max(id) from stores)::text as last, nextval('stores_id_seq')::text as next`,
      )
      expect(Number(rows[0]?.next)).toBe(Number(rows[0]?.last) + 1)
      const changes = async () =>
        (await client.query('select count(*)::int as n from change_outbox')).rows[0].n
      const before = await changes()
      await client.query(
        `update stores set name = name || '!' where id = (select min(id) from stores)`,
      )
      expect(await changes()).toBeGreaterThan(before)
      await expect(
        client.query(`insert into article_views values (999999, 'x', now())`),
      ).rejects.toThrow(/foreign key/)
    },
  )

  test(
    'encrypted for a recipient, by whose key alone it opens',
    { tags: ['check-84'] },
    async () => {
      const identity = await generateIdentity()
      const file = await backUp({ recipients: [await identityToRecipient(identity)] })
      expect(readFileSync(file).toString('latin1', 0, 21)).toBe('age-encryption.org/v1')
      const target = await createTarget()
      await expect(target.restore(file)).rejects.toThrow(/is encrypted/)
      const wrong = { identities: [await generateIdentity()] }
      await expect(target.restore(file, wrong)).rejects.toThrow(/the key does not open/)
      expect(await isUntouched(target)).toEqual(NOTHING)
      await target.restore(file, { identities: [identity] })
      expect(await readTables(target.url)).toEqual(await readTables(url))
    },
  )

  // Each derivation of the key takes four seconds.
  test.runIf(isFullRun)('encrypted by a passphrase', { tags: ['check-84'] }, async () => {
    const file = await backUp({ passphrase: 'correct horse battery staple' })
    const target = await createTarget()
    await expect(target.restore(file, { passphrase: 'wrong' })).rejects.toThrow(
      /the key does not open/,
    )
    await target.restore(file, { passphrase: 'correct horse battery staple' })
    expect(await readTables(target.url)).toEqual(await readTables(url))
  })

  test('as one moment, while others write', { tags: ['check-84'] }, async () => {
    const stop = new AbortController()
    const writing = (async () => {
      for (let round = 0; !stop.signal.aborted; round += 1)
        await ctx.db.transaction().execute(async (tx) => {
          const ids = await insertStores(tx, [{}, {}])
          await tx
            .insertInto('store_keys')
            .values(ids.map((id) => ({ key: `pair:${id}`, store_id: id })))
            .execute()
          await sql`delete from mail_hosts where domain in (select domain from mail_hosts limit 10)`.execute(
            tx,
          )
          await sql`insert into mail_hosts (domain, state, due_at)
            select md5(${`${round}-`} || i::text), 'unknown', now() from generate_series(1, 10) as i`.execute(
            tx,
          )
        })
    })()
    const file = await backUp()
    stop.abort()
    await writing
    const target = await createTarget()
    const { manifest } = await target.restore(file)
    const rowsOf = (name: string) => manifest.tables.find((table) => table.name === name)?.rows
    const restored = await readTables(target.url)
    expect(restored['public.mail_hosts']?.rows).toBe(MANY_ROWS)
    const client = new pg.Client({ connectionString: target.url })
    await client.connect()
    onTestFinished(() => client.end())
    const { rows } = await client.query(
      `select count(*)::int as odd from store_keys where key like 'pair:%' and store_id not in (select id from stores)`,
    )
    expect(rows).toEqual([{ odd: 0 }])
    expect(restored['public.stores']?.rows).toBe(rowsOf('public.stores'))
  })
})

describe('a restore leaves the target as it was when it is given', () => {
  test('a truncated backup, at any length', { tags: ['check-84'] }, async () => {
    const whole = await backUp()
    const bytes = readFileSync(whole)
    const target = await createTarget()
    for (const share of [0.1, 0.5, 0.9, 0.999]) {
      writeFileSync(`${whole}.cut`, bytes)
      truncateSync(`${whole}.cut`, Math.floor(bytes.length * share))
      await expect(target.restore(`${whole}.cut`)).rejects.toThrow(/is damaged or incomplete/)
    }
    expect(await isUntouched(target)).toEqual(NOTHING)
  })

  test('a backup with one flipped bit, plain or encrypted', { tags: ['check-84'] }, async () => {
    const identity = await generateIdentity()
    const locks: Lock[] = [null, { recipients: [await identityToRecipient(identity)] }]
    const target = await createTarget()
    for (const lock of locks) {
      const file = await backUp(lock)
      const bytes = readFileSync(file)
      bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
      writeFileSync(file, bytes)
      await expect(target.restore(file, { identities: [identity] })).rejects.toThrow(
        /is damaged or incomplete/,
      )
    }
    expect(await isUntouched(target)).toEqual(NOTHING)
  })

  test('a database or a folder that is in use', { tags: ['check-84'] }, async () => {
    const file = await backUp()
    const target = await createTarget()
    await target.restore(file)
    const restored = await readTables(target.url)
    await expect(target.restore(file)).rejects.toThrow(
      /already exists: restore into an empty DATA_DIR/,
    )
    const other = await createTestFolder()
    const into = {
      files: createLocalFiles(other, ctx.now),
      secretFile: path.join(other, 'app-secret'),
    }
    await expect(
      restoreBackup({ file, key: null, databaseUrl: target.url, target: into, log: ctx.log }),
    ).rejects.toThrow(/the database is not empty/)
    expect(readdirSync(other)).toEqual([])
    expect(await readTables(target.url)).toEqual(restored)
  })
})

test(
  'a verification compares everything in a scratch database, and drops it',
  { tags: ['check-84'] },
  async () => {
    // other tests have scratch databases on the shared one
    await using server = await startPostgresServer()
    const databases = async () => {
      await using client = await openSession(server.url)
      return (await client.query('select datname from pg_database order by datname')).rows
    }
    const before = await databases()
    const file = await backUp()
    const verify = () => verifyBackup({ file, key: null, serverUrl: server.url, log: ctx.log })
    const { manifest } = await verify()
    expect(manifest.tables.find(({ name }) => name === 'public.mail_hosts')?.rows).toBe(MANY_ROWS)
    expect(await databases()).toEqual(before)
    truncateSync(file, 10_000)
    await expect(verify()).rejects.toThrow(/is damaged/)
    expect(await databases()).toEqual(before)
  },
)

test('a verification starts its own PostgreSQL if the server does not let it create a database', async () => {
  const { manifest } = await verifyBackup({
    file: await backUp(),
    key: null,
    serverUrl: null,
    log: ctx.log,
  })
  expect(manifest.tables.length).toBeGreaterThan(50)
})

test('a backup leaves the time of the last use of a picture alone', async () => {
  const usedAt = async () => {
    for await (const file of ctx.files.list('pictures')) return file.usedAt
    return null
  }
  const before = await usedAt()
  await backUp()
  expect(await usedAt()).toEqual(before)
})

test('a photo deleted during a backup is named in the manifest; all else is saved', async () => {
  await ctx.files.remove([photo])
  const target = await createTarget()
  const { manifest } = await target.restore(await backUp())
  expect(manifest.missingPhotos).toEqual(['ab12cd34'])
  expect(manifest.files.map(({ name }) => name)).toEqual([
    'screenshots/12/34.webp',
    'pictures/cd/ef.webp',
  ])
})
