import { readdirSync, writeFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { generateIdentity } from 'age-encryption'
import type { TarEntry } from 'modern-tar'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DatabaseUnusableError } from '#server/platform/db/errors.ts'
import { createLocalFiles } from '#server/platform/files/local-files.ts'
import { createEmptyDatabase, readTables } from '#testing/compare-databases.ts'
import { insertStore } from '#testing/factories.ts'
import {
  asTar,
  edited,
  forged,
  forger,
  packed,
  put,
  replaced,
  rowsOf,
  sealed,
  withDigest,
  withRows,
} from '#testing/forge-backup.ts'
import { publicTempFolder } from '#testing/postgres-server.ts'
import { createTestContext, type TestContext } from '#testing/test-context.ts'
import { type Entry, openArchive } from './archive.ts'
import { BackupError } from './backup-error.ts'
import { openSession } from './database-shape.ts'
import { restoreBackup } from './restore-backup.ts'
import { createSigner } from './signature.ts'
import { writeBackup } from './write-backup.ts'

let ctx: TestContext
let folder: string
const original: Entry[] = []
let database: Awaited<ReturnType<typeof createEmptyDatabase>>

beforeAll(async () => {
  ctx = await createTestContext()
  await insertStore(ctx.db)
  await ctx.files.write('photos/ab/ab12cd34', Buffer.from('a photo'))
  await ctx.files.write('pictures/cd/ef.webp', Buffer.from('a picture'))
  folder = await mkdtemp(path.join(publicTempFolder(), 'storedawn-forged-'))
  await chmod(folder, 0o777) // what the database's user would execute could write here
  const file = path.join(folder, 'original')
  const databaseUrl = ctx.config.DATABASE_URL ?? ''
  const secretFile = path.join(ctx.config.DATA_DIR, 'app-secret')
  const { files, now } = ctx
  await writeBackup({ databaseUrl, files, secretFile, file, signer: forger, recipients: [], now })
  await using archive = await openArchive(file, [])
  for await (const entry of archive.entries()) original.push(entry)
  database = await createEmptyDatabase(databaseUrl)
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await ctx[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

async function refusalOf(bytes: Uint8Array): Promise<string> {
  const file = path.join(folder, 'forged')
  writeFileSync(file, bytes)
  const dataDir = path.join(folder, 'restored')
  const restoring = restoreBackup({
    file,
    identities: [await identity],
    signers: [forger.name],
    databaseUrl: database.url,
    target: {
      files: createLocalFiles(dataDir, ctx.now),
      secretFile: path.join(dataDir, 'app-secret'),
    },
    log: ctx.log,
  })
  const error: unknown = await restoring.then(
    () => new Error('it was restored'),
    (reason: unknown) => reason,
  )
  if (error instanceof BackupError || error instanceof DatabaseUnusableError) return error.message
  throw error
}

const identity = generateIdentity()

async function expectNothingDone(): Promise<void> {
  const left = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = left.filter((each) => each.isFile()).map(({ name }) => name)
  expect(files.toSorted()).toEqual(['forged', 'original'])
  expect(await readTables(database.url)).toEqual({})
  await using client = await openSession(database.url)
  const { rows } = await client.query(
    `select usename, has_database_privilege(usesysid, current_database(), 'create') from pg_user
     where usename like 'storedawn_loading_%' and has_database_privilege(usesysid, current_database(), 'create')`,
  )
  expect(rows).toEqual([])
}

const touch = (): string => `touch ${path.join(folder, 'executed')}`

const texts = (): string[] => [
  `'); copy (select 1) to program '${touch()}'; --`,
  `"; copy (select 1) to program '${touch()}'; --`,
  `; copy (select 1) to program '${touch()}'; --`,
  `public.stores (id) from program '${touch()}'; --`,
  `for values from ('2026-01-01') to ('2026-01-02'); do $$ begin execute 'copy (select 1) to program ''${touch()}'''; end $$`,
  `default; create function f() returns int as 'libc', 'abs' language c`,
  `(select pg_read_file('/etc/passwd'))`,
  `id") as select lo_import('/etc/passwd'); --`,
  `$(${touch()})`,
  '../../../etc/cron.d/x',
  'public.stores\0',
  '\u001b]0;title\u0007\u001b[2J',
  'рublic.stores', // its first letter is Cyrillic
  'x'.repeat(100_000),
  '',
]
const VALUES: unknown[] = [
  null,
  -1,
  1.5,
  Number.MAX_VALUE,
  {},
  ['__proto__'],
  { toString: 'x' },
  [[[]]],
]

const PLACES = {
  'backup.json': [
    'format',
    'product',
    'snapshotAt',
    'migrations.0',
    'jobQueue',
    'statisticsDays.0',
    'tables.0.name',
    'tables.0.columns.0',
    'partitions',
  ],
  'manifest.json': [
    'tables.0.name',
    'tables.0.rows',
    'tables.0.sha256',
    'sequences.0.name',
    'sequences.0.value',
    'sequences.0.isCalled',
    'files.0.name',
    'missingPhotos.0',
    'command',
  ],
}

describe('a forged backup is refused with a reason, and changes nothing', () => {
  test('for hostile values at each place of its header and its manifest', async () => {
    let refused = 0
    for (const [entry, places] of Object.entries(PLACES))
      for (const place of places)
        for (const value of [...texts(), ...VALUES]) {
          const entries = edited(original, entry, (json) => put(json, place, value))
          const refusal = await refusalOf(await forged(entries))
          const where = `${entry}: ${place} = ${JSON.stringify(value)?.slice(0, 80)}`
          expect({ where, refusal }).toEqual({
            where,
            refusal: expect.stringContaining(`${entry} of the backup is not of this release: `),
          })
          expect(refusal).not.toMatch(/[^\P{C}\n]/u) // nothing that acts on a terminal
          refused += 1
        }
    expect(refused).toBeGreaterThan(400)
    await expectNothingDone()
  })

  const whole = (): TarEntry[] => original.map(asTar)
  const entry = (name: string, text = '') => asTar({ name, bytes: Buffer.from(text) })
  const header = (text: string | Buffer) => [
    asTar({ name: 'backup.json', bytes: Buffer.from(text) }),
  ]
  const link = (type: 'symlink' | 'link' | 'directory'): TarEntry[] => [
    { header: { name: 'backup.json', size: 0, type, linkname: '/etc/passwd' } },
  ]
  const second = (name: string) => [...whole().slice(0, 1), entry(name, 'x'), ...whole().slice(1)]
  const secret = (text: string) =>
    replaced(original, 'app-secret', () => Buffer.from(text)).map(asTar)
  const MISPLACED = /^the backup has .+ where manifest\.json belongs/

  test.each<[string, RegExp, () => TarEntry[]]>([
    ['no entries', /^the backup has nothing where backup\.json belongs/, () => []],
    ['no header', /where backup\.json belongs/, () => whole().slice(1)],
    ['two headers', MISPLACED, () => second('backup.json')],
    ['no manifest', /has nothing where manifest\.json belongs/, () => whole().slice(0, -1)],
    ['an entry after the manifest', /something unknown: x$/, () => [...whole(), entry('x')]],
    ['text for a header', /is no JSON/, () => header('select 1')],
    ['a header of brackets', /is no JSON/, () => header('['.repeat(1_000_000))],
    ['a header that is no text', /is no JSON/, () => header(Buffer.from([0xff]))],
    ['null for a header', /not of this release/, () => header('null')],
    ['a header of 65 MB', /is too large/, () => header('x'.repeat(65 * 1024 ** 2))],
    ['a symbolic link', /is no file, but a symlink/, () => link('symlink')],
    ['a hard link', /is no file, but a link/, () => link('link')],
    ['a folder', /is no file, but a directory/, () => link('directory')],
    ['a secret that is too long', /is too long/, () => secret('x'.repeat(5_000))],
    ['another secret', /the secret of the backup differ/, () => secret('x'.repeat(43))],
    ['a file outside its folder', MISPLACED, () => second('files/photos/../../x')],
    ['a file at the root', MISPLACED, () => second('/etc/cron.d/x')],
    ['a file in another folder', MISPLACED, () => second('files/scripts/x')],
    ['a hidden file', MISPLACED, () => second('files/photos/.ssh')],
    ['a name that acts on a terminal', /has �\[2J where/, () => second('\u001b[2J')],
    [
      'part 2 of a table without part 1',
      MISPLACED,
      () => second('tables/public.users/000002.copy'),
    ],
    ['a table that is not in its header', MISPLACED, () => second('tables/public.x/000001.copy')],
    [
      'a file that is not in its manifest',
      /the files of the backup differ/,
      () => second('files/photos/x'),
    ],
    [
      'rows that its manifest does not promise',
      /the tables of the backup differ/,
      () =>
        replaced(original, 'tables/public.stores/000001.copy', () => Buffer.from('1\n')).map(asTar),
    ],
  ])('for %s', async (_, reason, forge) => {
    expect(await refusalOf(sealed(await packed(forge())))).toMatch(reason)
    await expectNothingDone()
  })

  const other = createSigner(Buffer.alloc(32, 2))
  const overwritten = (bytes: Buffer, from: number, to = bytes.length) =>
    Buffer.from(bytes).fill(0, bytes.length + from, to)

  test.each<[string, RegExp, (content: Buffer) => Uint8Array]>([
    ['an empty file', /bears no signature/, () => Buffer.alloc(0)],
    ['noise', /bears no signature/, () => Buffer.alloc(10_000, 0xa5)],
    ['no signature', /bears no signature/, (content) => content],
    ['half a signature', /bears no signature/, (content) => sealed(content).subarray(0, -50)],
    ['a signature of nothing', /damaged or incomplete|has nothing/, () => sealed(Buffer.alloc(0))],
    ['zeros for a signature', /damaged or forged/, (content) => overwritten(sealed(content), -64)],
    ['zeros for a key', /damaged or forged/, (content) => overwritten(sealed(content), -96)],
    [
      'the signature of another file',
      /damaged or forged/,
      (content) => Buffer.concat([content, sealed(Buffer.from('x')).subarray(1)]),
    ],
    [
      'a second part with a signature',
      /damaged or forged/,
      (content) => Buffer.concat([content, sealed(content)]).subarray(1),
    ],
    ['another installation', /is not of this installation/, (content) => sealed(content, other)],
    ['what is no zstd', /is damaged or incomplete/, () => sealed(Buffer.from('select 1'))],
    [
      'zstd of no tar',
      /is damaged or incomplete/,
      () => sealed(zstdCompressSync('x'.repeat(2_000))),
    ],
    [
      'encryption that is none',
      /is damaged or incomplete/,
      () => Buffer.from('age-encryption.org/v1\n-> x\n'),
    ],
  ])('for %s', async (_, reason, forge) => {
    expect(await refusalOf(forge(await packed(whole())))).toMatch(reason)
    await expectNothingDone()
  })

  test('for rows that do not fit, or that pg-boss would make statements of', async () => {
    const changed = (table: string, from: string | RegExp, to: string) => {
      const before = rowsOf(original, table)
      expect(before).toMatch(from)
      return withRows(original, table, before.replace(from, to))
    }
    const queue = (from: string | RegExp, to: string) => changed('pgboss.queue', from, to)
    const rows: [RegExp, Entry[]][] = [
      [
        /^the database refuses the backup: missing data/,
        withRows(original, 'public.stores', '1\n'),
      ],
      [/^the database refuses|differ/, withRows(original, 'public.stores', '\\.\nselect 1\n')],
      [
        /^the database refuses the backup: invalid byte/,
        withRows(original, 'public.stores', '\xff\n'),
      ],
      [/^this release cannot make/, changed('public.kysely_migration', '0001-', '0000-')],
      [/^its job queue has version/, changed('pgboss.version', /^\d+/, '1')],
      [/name what is no queue$/, queue('job_common', `job; ${touch()}`)],
      [/name what is no queue$/, queue(/^[\w-]+/, `x'; ${touch()} --`)],
      [
        /^the rows of public\.stores differ/,
        withDigest(original, 'tables', 'public.stores', { rows: 7 }),
      ],
      [
        /^its sequences are not/,
        withDigest(original, 'sequences', 'public.stores_id_seq', { name: 'public.users' }),
      ],
      [
        /^the database refuses the backup: setval/,
        withDigest(original, 'sequences', 'public.stores_id_seq', { value: '-5' }),
      ],
    ]
    for (const [reason, entries] of rows) {
      expect(await refusalOf(await forged(entries))).toMatch(reason)
      await expectNothingDone()
    }
  })

  test('for tables and migrations that this release does not make', async () => {
    const places: [RegExp, string, unknown][] = [
      [/^the backup has .+ where manifest\.json|tables/, 'tables.0.name', 'public.stores2'],
      [/^this release does not make the table /, 'tables.0.columns.0', 'other'],
      [/^This release does not know the schema 0000-x/, 'migrations.0', '0000-x'],
      [/restore it with the release that made it/, 'jobQueue', 1],
    ]
    for (const [reason, place, value] of places) {
      const entries = edited(original, 'backup.json', (json) => put(json, place, value))
      expect(await refusalOf(await forged(entries))).toMatch(reason)
    }
    await expectNothingDone()
  })
})
