import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, existsSync, globSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import copyStreams from 'pg-copy-streams'
import * as z from 'zod'
import { createLocalFiles } from '#server/platform/files/local-files.ts'
import { readTables, type TableContent } from '#testing/compare-databases.ts'
import { withClient } from '#testing/database-client.ts'
import { fillInstallation } from '#testing/fill-installation.ts'
import { startPostgresServer } from '#testing/postgres-server.ts'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import type { Judge } from './judge.ts'
import { run, type Run, versionOf, withFolder } from './tools.ts'

const STOREDAWN = path.join(import.meta.dirname, '../bin/storedawn')

/** Debian's age, zstd and tar open what `storedawn backup` wrote, and it opens what they wrote. */
export const backup: Judge = {
  name: 'backup',
  tool: 'age, zstd',
  async version() {
    const versions = [await versionOf('age'), await versionOf('zstd')]
    return versions.every((each) => each !== undefined) ? versions.join(', ') : undefined
  },
  skip: 'age and zstd come with Debian: apt-get install -y age zstd',
  async judge() {
    await using server = await startPostgresServer()
    await using installation = await createTestDatabase({ serverUrl: server.url })
    await using empty = await createTestDatabase({ serverUrl: server.url })
    return await withFolder((folder) => compare(installation, empty, folder))
  },
}

async function compare(installation: TestDatabase, empty: TestDatabase, folder: string) {
  const { DATABASE_URL: url = '', DATA_DIR: dataDir } = installation.config
  const now = () => new Date()
  await fillInstallation({ db: installation.db, now, files: createLocalFiles(dataDir, now) })
  const settings = {
    ...process.env,
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    APP_SECRET: randomBytes(32).toString('hex'),
  }
  const storedawn = async (...args: string[]) =>
    check(await run(STOREDAWN, args, { env: settings }))

  const own = await makeKey(folder, 'own')
  const file = path.join(folder, 'backup.tar.zst.age')
  const written = await storedawn('backup', '--to', file, '--recipient', own.recipient)
  const opened = path.join(folder, 'opened')
  await mkdir(opened)
  await shell('age -d -i "$1" "$2" | zstd -dq | tar x -C "$3"', own.file, file, opened)
  await load(empty.config.DATABASE_URL ?? '', opened)

  const other = await makeKey(folder, 'other')
  const again = path.join(folder, 'again.tar.zst.age')
  await shell('age -d -i "$1" "$2" | age -r "$3" -o "$4"', own.file, file, other.recipient, again)
  const [signer = ''] = /signer-[\w-]+/.exec(written) ?? []
  await storedawn('backup', '--verify', again, '--identity-file', other.file, '--signer', signer)

  const expected = await readTables(url)
  const tables = differences(expected, await readTables(empty.config.DATABASE_URL ?? ''))
  const files = await differentFiles(dataDir, path.join(opened, 'files'))
  const rows = Object.values(expected).reduce((sum, table) => sum + table.rows, 0)
  const count = globSync('files/**/*.*', { cwd: opened }).length
  return {
    checked: `${rows} rows of ${Object.keys(expected).length} tables, ${count} files; one file of age's own`,
    findings: [...tables, ...files],
  }
}

function check({ code, stdout, stderr }: Run): string {
  if (code !== 0) throw new Error(stderr || stdout)
  return stdout
}

const shell = async (script: string, ...args: string[]): Promise<string> =>
  check(await run('bash', ['-o', 'pipefail', '-c', script, 'bash', ...args]))

async function makeKey(folder: string, name: string): Promise<{ file: string; recipient: string }> {
  const file = path.join(folder, `${name}.txt`)
  check(await run('age-keygen', ['-o', file]))
  return { file, recipient: check(await run('age-keygen', ['-y', file])).trim() }
}

const Header = z.object({
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
})

/** As docs/operating.md says: each table is text for `COPY … FROM STDIN`. */
async function load(url: string, opened: string): Promise<void> {
  const { tables } = Header.parse(
    JSON.parse(await readFile(path.join(opened, 'backup.json'), 'utf8')),
  )
  await withClient(url, async (client) => {
    await client.query('set session_replication_role = replica')
    await client.query(`truncate ${tables.map(({ name }) => name).join(', ')} cascade`)
    for (const { name, columns } of tables) {
      const into = `${name} (${columns.map(pg.escapeIdentifier).join(', ')})`
      for (const part of globSync(`tables/${name}/*.copy`, { cwd: opened }).toSorted())
        await pipeline(
          createReadStream(path.join(opened, part)),
          client.query(copyStreams.from(`copy ${into} from stdin`)),
        )
    }
  })
}

type Tables = Record<string, TableContent>

const differences = (expected: Tables, found: Tables): string[] =>
  Object.entries(expected).flatMap(([name, table]) => {
    const same = found[name]
    if (same?.md5 === table.md5 && same.rows === table.rows) return []
    return [`${name}: ${table.rows} rows ${table.md5}, opened ${same?.rows} rows ${same?.md5}`]
  })

async function differentFiles(expected: string, opened: string): Promise<string[]> {
  const names = globSync('{photos,pictures,screenshots}/**/*', {
    cwd: expected,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(expected, path.join(entry.parentPath, entry.name)))
  const hashes = names.map(async (name) => {
    const file = path.join(opened, name)
    const isSame =
      existsSync(file) && (await hashOf(file)) === (await hashOf(path.join(expected, name)))
    return isSame ? [] : [`the file ${name} is another one`]
  })
  return (await Promise.all(hashes)).flat()
}

const hashOf = async (file: string): Promise<string> =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex')
