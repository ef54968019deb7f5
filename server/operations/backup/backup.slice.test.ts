import { chmod } from 'node:fs/promises'
import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createLocalFiles } from '#server/platform/files/local-files.ts'
import { createEmptyDatabase, readTables } from '#testing/compare-databases.ts'
import { insertStores } from '#testing/factories.ts'
import { fillInstallation, MANY_ROWS } from '#testing/fill-installation.ts'
import { createTestContext } from '#testing/test-context.ts'
import { createTestFolder } from '#testing/test-folder.ts'
import { openArchive } from './archive.ts'
import { execute, openSession, readSequences } from './database-shape.ts'
import { withLoadingRole } from './loading-role.ts'
import { createSigner, FRAME_BYTES } from './signature.ts'
import { restoreBackup } from './restore-backup.ts'
import { verifyBackup } from './verify-backup.ts'
import { writeBackup } from './write-backup.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

let url: string
let photo: string

const ctx = sharedByTests(createTestContext)
beforeAll(async () => {
  url = ctx.config.DATABASE_URL ?? ''
  ;({ photo } = await fillInstallation(ctx))
})

const secretFile = () => path.join(ctx.config.DATA_DIR, 'app-secret')

const signer = createSigner(Buffer.alloc(32, 1))

async function backUp({
  recipients = [],
  by = signer,
}: Partial<{ recipients: string[]; by: typeof signer }> = {}): Promise<string> {
  const file = path.join(await createTestFolder(), 'storedawn.tar.zst')
  await writeBackup({
    databaseUrl: url,
    files: ctx.files,
    secretFile: secretFile(),
    file,
    signer: by,
    recipients,
    now: ctx.now,
  })
  return file
}

async function createTarget() {
  const dataDir = await createTestFolder()
  const database = await createEmptyDatabase(url)
  onTestFinished(() => database[Symbol.asyncDispose]())
  const files = createLocalFiles(dataDir, ctx.now)
  const restore = (file: string, options: Partial<Parameters<typeof restoreBackup>[0]> = {}) =>
    restoreBackup({
      file,
      identities: [],
      signers: [signer.name],
      databaseUrl: database.url,
      target: { files, secretFile: path.join(dataDir, 'app-secret') },
      log: ctx.log,
      ...options,
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
    await using original = await openSession(url)
    await using restored = await openSession(target.url)
    expect(await readSequences(restored)).toEqual(await readSequences(original))
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
      await using client = await openSession(target.url)
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
      const recipients = [await identityToRecipient(identity)]
      const file = await backUp({ recipients })
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
    await using client = await openSession(target.url)
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
      await expect(target.restore(`${whole}.cut`)).rejects.toThrow(/is damaged/)
    }
    expect(await isUntouched(target)).toEqual(NOTHING)
  })

  test('a backup with one flipped bit, plain or encrypted', { tags: ['check-84'] }, async () => {
    const identity = await generateIdentity()
    const target = await createTarget()
    for (const recipients of [[], [await identityToRecipient(identity)]]) {
      const file = await backUp({ recipients })
      const bytes = readFileSync(file)
      bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
      writeFileSync(file, bytes)
      await expect(target.restore(file, { identities: [identity] })).rejects.toThrow(/is damaged/)
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
    await expect(target.restore(file, { target: into })).rejects.toThrow(
      /the database is not empty/,
    )
    expect(readdirSync(other)).toEqual([])
    expect(await readTables(target.url)).toEqual(restored)
  })
})

describe('whose backup it is', () => {
  const other = createSigner(Buffer.alloc(32, 2))

  test('a backup of another installation is restored only for those who accept its signer, or any', async () => {
    const file = await backUp({ by: other })
    const target = await createTarget()
    await expect(target.restore(file)).rejects.toThrow(
      `${file} is not of this installation: ${other.name} has signed it, and not ${signer.name}`,
    )
    await expect(target.restore(file, { signers: [] })).rejects.toThrow(
      /^nothing here says who may have signed .+: name the signer that you kept by --signer/,
    )
    expect(await isUntouched(target)).toEqual(NOTHING)
    await target.restore(file, { signers: [signer.name, other.name] })
    expect(await readTables(target.url)).toEqual(await readTables(url))
    const another = await createTarget()
    await another.restore(file, { signers: 'any' })
    expect(await readTables(another.url)).toEqual(await readTables(url))
  })

  test('a backup without a signature is restored only for those who accept any signer', async () => {
    const file = await backUp()
    truncateSync(file, statSync(file).size - FRAME_BYTES)
    const target = await createTarget()
    await expect(target.restore(file)).rejects.toThrow(/bears no signature$/)
    expect(await isUntouched(target)).toEqual(NOTHING)
    await target.restore(file, { signers: 'any' })
    expect(await readTables(target.url)).toEqual(await readTables(url))
  })

  test('a file that is replaced between two readings is not restored', async () => {
    const file = await backUp()
    const bytes = readFileSync(file)
    await using archive = await openArchive(file, [])
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
    writeFileSync(file, bytes)
    const read = async () => {
      for await (const _ of archive.entries());
    }
    await expect(read()).rejects.toThrow(/changed while it was read|is damaged/)
  })
})

test('the connection that loads a backup runs no program, reads no file of the server, makes no function in C', async () => {
  const target = await createTarget()
  const refused = [
    `copy (select 1) to program 'true'`,
    `copy stores from '/etc/passwd'`,
    `select pg_read_file('/etc/passwd')`,
    `select lo_import('/etc/passwd')`,
    `create function f(int) returns int as 'libc', 'abs' language c`,
    `create role other superuser`,
    'reset session authorization; reset role; create role other superuser',
  ]
  await withLoadingRole({ url: target.url, log: ctx.log }, async (client) => {
    await client.query('create table stores (name text)')
    for (const statement of refused)
      await expect(client.query(statement)).rejects.toThrow(/permission denied/)
    await expect(execute(client, 'select 1; select 2')).rejects.toThrow(/multiple commands/)
  })
  await using owner = await openSession(target.url)
  const { rows } = await owner.query(
    `select tableowner = current_user as "isOwn" from pg_tables where tablename = 'stores'`,
  )
  expect(rows).toEqual([{ isOwn: true }])
})

test(
  'a verification compares everything on a scratch server, and leaves nothing of it behind',
  { tags: ['check-84'] },
  async () => {
    const folder = await createTestFolder()
    await chmod(folder, 0o755) // so that the user that runs PostgreSQL for root may enter
    vi.stubEnv('TMPDIR', folder)
    const file = await backUp()
    const verify = () =>
      verifyBackup({ file, identities: [], signers: [signer.name], log: ctx.log })
    const { manifest } = await verify()
    expect(manifest.tables.find(({ name }) => name === 'public.mail_hosts')?.rows).toBe(MANY_ROWS)
    truncateSync(file, 10_000)
    await expect(verify()).rejects.toThrow(/is damaged/)
    expect(readdirSync(folder)).toEqual([])
  },
)

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
