/**
 * How long a backup, its verification and a restore take, beside PostgreSQL's own `COPY` of
 * the same rows out of one database and into another, in the same run on one machine. `node
 * bench/backup.ts [STORES]`, 100,000 unless given.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { sql } from 'kysely'
import copyStreams from 'pg-copy-streams'
import { HOUR_MS } from '#contracts/dates.ts'
import { openSession, quoteName, readTables } from '#server/operations/backup/database-shape.ts'
import { restoreBackup } from '#server/operations/backup/restore-backup.ts'
import { createSigner } from '#server/operations/backup/signature.ts'
import { verifyBackup } from '#server/operations/backup/verify-backup.ts'
import { writeBackup } from '#server/operations/backup/write-backup.ts'
import { createLocalFiles } from '#server/platform/files/local-files.ts'
import { createLog } from '#server/platform/log.ts'
import { createEmptyDatabase } from '#testing/compare-databases.ts'
import { DURABLE, startPostgresServer } from '#testing/postgres-server.ts'
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { fillStores } from './fill-stores.ts'

const STORES = Number(process.argv[2] ?? 100_000)
const FACTS_PER_STORE = 8
const PICTURES = 400
const PICTURE_BYTES = 100_000
const MIB = 1024 * 1024
const log = createLog({ LOG_LEVEL: 'error' })
const now = () => new Date()
const say = (line: string) => process.stdout.write(`${line}\n`)

async function fill({ db, config }: TestDatabase): Promise<void> {
  await fillStores(config.DATABASE_URL ?? '', STORES)
  await sql`
    insert into store_facts (store_id, key, value, label, source_url, path, observed_at)
    select id, 'fact' || n, to_jsonb(md5(id::text || n) || ' ' || md5(n::text || id)), 'observed', 'https://' || domain || '/', 'head > meta', found_at
    from stores, generate_series(1, ${FACTS_PER_STORE}::int) as n`.execute(db)
  const files = createLocalFiles(config.DATA_DIR, now)
  for (let n = 0; n < PICTURES; n += 1)
    await files.write(
      `pictures/${n % 10}/${n}.webp`,
      crypto.getRandomValues(new Uint8Array(PICTURE_BYTES / 2)),
    )
}

/** PostgreSQL's part alone: every row of every table as text, to a reader that throws it away. */
async function copyOut(url: string): Promise<number> {
  await using client = await openSession(url)
  let bytes = 0
  for (const { name } of await readTables(client))
    for await (const chunk of client.query(
      copyStreams.to(`copy (select * from ${quoteName(name)}) to stdout`),
    ))
      bytes += chunk.length
  return bytes
}

async function timed<Result>(
  name: string,
  mib: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const begun = performance.now()
  const result = await work()
  const seconds = (performance.now() - begun) / 1000
  say(
    `${name.padEnd(34)} ${seconds.toFixed(1).padStart(7)} s ${(mib / seconds).toFixed(1).padStart(7)} MiB/s`,
  )
  return result
}

async function measure(source: TestDatabase, folder: string): Promise<void> {
  const databaseUrl = source.config.DATABASE_URL ?? ''
  const files = createLocalFiles(source.config.DATA_DIR, now)
  const secretFile = path.join(source.config.DATA_DIR, 'app-secret')
  const identity = await generateIdentity()
  const recipients = [await identityToRecipient(identity)]
  const signer = createSigner(randomBytes(32))
  const reading = { identities: [identity], signers: [signer.name], log }
  const bytes = await copyOut(databaseUrl) // warms the caches for all that follow
  const rowsMib = bytes / MIB
  const allMib = rowsMib + (PICTURES * PICTURE_BYTES) / 2 / MIB
  const plain = path.join(folder, 'plain.tar.zst')
  const encrypted = path.join(folder, 'encrypted.tar.zst.age')
  const write = (file: string, to: string[]) =>
    writeBackup({ databaseUrl, files, secretFile, file, signer, recipients: to, now })

  say(
    `${STORES} stores: ${rowsMib.toFixed(0)} MiB of rows, ${(allMib - rowsMib).toFixed(0)} MiB of files`,
  )
  await timed('COPY of the rows to nowhere', rowsMib, () => copyOut(databaseUrl))
  const { bytes: plainBytes } = await timed('backup, plain', allMib, () => write(plain, []))
  await timed('backup, encrypted', allMib, () => write(encrypted, recipients))
  say(`size of the backup ${(plainBytes / MIB).toFixed(0)} MiB`)
  await timed('verify, encrypted', allMib, () => verifyBackup({ ...reading, file: encrypted }))
  await using target = await createEmptyDatabase(databaseUrl)
  const dataDir = path.join(folder, 'restored')
  await mkdir(dataDir)
  const into = {
    files: createLocalFiles(dataDir, now),
    secretFile: path.join(dataDir, 'app-secret'),
  }
  await timed('restore, encrypted', allMib, () =>
    restoreBackup({ ...reading, file: encrypted, databaseUrl: target.url, target: into }),
  )
  say(
    `memory of this process at its largest ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MiB`,
  )
}

await using server = await startPostgresServer(DURABLE)
const source = await createTestDatabase({
  serverUrl: server.url,
  queryTimeoutMs: HOUR_MS, // a million stores are filled in by one statement
})
const folder = await mkdtemp(path.join(os.tmpdir(), 'storedawn-bench-backup-'))
await fill(source)
await measure(source, folder)
await rm(folder, { recursive: true })
await rm(source.config.DATA_DIR, { recursive: true })
