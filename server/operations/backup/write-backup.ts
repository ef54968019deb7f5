import { createHash } from 'node:crypto'
import { mkdir, readFile, stat, readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import * as z from 'zod'
import { HOUR_MS } from '#contracts/dates.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { type ArchiveWriter, createArchive, UNFINISHED_SUFFIX } from './archive.ts'
import { type OrderedTable, openSession, readSequences, readShape } from './database-shape.ts'
import {
  type FileDigest,
  FILES_PREFIX,
  type Header,
  HEADER_ENTRY,
  type Manifest,
  MANIFEST_ENTRY,
  partEntry,
  SECRET_ENTRY,
  type TableDigest,
} from './manifest.ts'
import { digestTable } from './rows.ts'
import type { Signer } from './signature.ts'

export const PHOTOS_FOLDER = 'photos'
/**
 * Those that can be deleted at any moment come after the rows, and photos before: a photo's row
 * must find its file.
 */
export const OTHER_FOLDERS = ['screenshots', 'pictures']
export const FILE_FOLDERS = [PHOTOS_FOLDER, ...OTHER_FOLDERS]

export type Installation = {
  databaseUrl: string
  files: FileStore
  /** `app-secret` of DATA_DIR, which may not exist. */
  secretFile: string
}

type BackupInput = Installation & {
  file: string
  signer: Signer
  recipients: readonly string[]
  now: () => Date
}

/**
 * Writes one consistent state of the database, and the files, while the product runs. The file has
 * its name only when it is complete.
 * @throws BackupError for a database without the product's tables
 */
export async function writeBackup(
  input: BackupInput,
): Promise<{ bytes: number; manifest: Manifest }> {
  await mkdir(path.dirname(input.file), { recursive: true })
  await using client = await openSession(input.databaseUrl)
  await client.query('begin isolation level repeatable read, read only')
  const { shape, tables } = await readShape(client)
  const archive = createArchive(input.file, input)
  try {
    const snapshotAt = input.now().toISOString()
    const header: Header = { format: 2, product: await readProductVersion(), snapshotAt, ...shape }
    await archive.add({ name: HEADER_ENTRY, bytes: toJson(header) })
    const manifest = await writeContent(input, { client, archive, tables })
    await archive.add({ name: MANIFEST_ENTRY, bytes: toJson(manifest) })
    await archive.finish()
    return { bytes: (await stat(input.file)).size, manifest }
  } catch (error) {
    await archive.abandon()
    throw error
  }
}

const PACKAGE_FILE = path.join(import.meta.dirname, '../../../package.json')

const readProductVersion = async (): Promise<string> =>
  z.object({ version: z.string() }).parse(JSON.parse(await readFile(PACKAGE_FILE, 'utf8'))).version

const toJson = (value: Header | Manifest): Buffer => Buffer.from(JSON.stringify(value, null, 2))

type Writing = { client: pg.Client; archive: ArchiveWriter; tables: OrderedTable[] }

async function writeContent(
  { files, secretFile }: Installation,
  writing: Writing,
): Promise<Manifest> {
  const photos = await writeFolder(files, PHOTOS_FOLDER, writing.archive)
  const tables: TableDigest[] = []
  for (const table of writing.tables) tables.push(await writeTable(table, writing))
  const others: FileDigest[] = []
  for (const folder of OTHER_FOLDERS)
    others.push(...(await writeFolder(files, folder, writing.archive)))
  return {
    tables,
    sequences: await readSequences(writing.client),
    files: [...photos, ...others],
    missingPhotos: await findMissingPhotos(writing.client, photos),
    secretSha256: await writeSecret(secretFile, writing.archive),
  }
}

function writeTable(table: OrderedTable, { client, archive }: Writing): Promise<TableDigest> {
  let part = 0
  return digestTable(client, table, (bytes) => {
    part += 1
    return archive.add({ name: partEntry(table, part), bytes })
  })
}

/** Files that are deleted meanwhile are left out. */
async function writeFolder(
  files: FileStore,
  folder: string,
  archive: ArchiveWriter,
): Promise<FileDigest[]> {
  const written: FileDigest[] = []
  for await (const { name, isUnfinished } of files.list(folder)) {
    const bytes = isUnfinished ? null : await files.read(name, { isCopy: true })
    if (!bytes) continue
    await archive.add({ name: `${FILES_PREFIX}${name}`, bytes })
    written.push({ name, bytes: bytes.length, sha256: sha256(bytes) })
  }
  return written
}

export const sha256 = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex')

/** Their owner replaced or deleted them before their turn. */
async function findMissingPhotos(client: pg.Client, photos: FileDigest[]): Promise<string[]> {
  const written = new Set(photos.map(({ name }) => path.posix.basename(name)))
  const { rows } = await client.query<{ name: string }>(
    'select name from user_photos order by name collate "C"',
  )
  return rows.map(({ name }) => name).filter((name) => !written.has(name))
}

async function writeSecret(secretFile: string, archive: ArchiveWriter): Promise<string | null> {
  const bytes = await readFile(secretFile).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!bytes) return null
  await archive.add({ name: SECRET_ENTRY, bytes })
  return sha256(bytes)
}

const BACKUP_FILE = /^storedawn-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z\.tar\.zst(\.age)?$/

/** Names sort by time. */
export function backupFileIn(folder: string, at: Date, isEncrypted: boolean): string {
  const time = at.toISOString().replaceAll(/[:.]/g, '-')
  return path.join(folder, `storedawn-${time}.tar.zst${isEncrypted ? '.age' : ''}`)
}

/** Of a scheduled backup until it is verified, and for good when that fails. */
export const UNVERIFIED_SUFFIX = '.unverified'
/** A file that is being written changes every few seconds. */
const ABANDONED_AFTER_MS = HOUR_MS

type Pruning = { keep: number; now: () => Date }

/**
 * Deletes all but the newest, what killed runs left, and backups that were never verified, apart
 * from one that is newer than all others.
 * @returns the names of those deleted
 */
export async function pruneBackups(folder: string, { keep, now }: Pruning): Promise<string[]> {
  const names = (await readdir(folder)).toSorted()
  const whole = names.filter((name) => BACKUP_FILE.test(name))
  const unverified = names.filter((name) => isBackupWith(UNVERIFIED_SUFFIX, name))
  const newest = [...whole, ...unverified].toSorted().at(-1)
  const abandoned = await findAbandoned(folder, names, now().getTime() - ABANDONED_AFTER_MS)
  const surplus = [
    ...whole.slice(0, Math.max(0, whole.length - keep)),
    ...unverified.filter((name) => name !== newest),
    ...abandoned,
  ]
  for (const name of surplus) await rm(path.join(folder, name), { force: true })
  return surplus
}

const isBackupWith = (suffix: string, name: string): boolean =>
  name.endsWith(suffix) && BACKUP_FILE.test(name.slice(0, -suffix.length))

/** Another backup, such as one by hand, may be writing a younger one. */
async function findAbandoned(folder: string, names: string[], beforeMs: number): Promise<string[]> {
  const unfinished = [UNFINISHED_SUFFIX, `${UNVERIFIED_SUFFIX}${UNFINISHED_SUFFIX}`]
  const found: string[] = []
  for (const name of names.filter((each) =>
    unfinished.some((suffix) => isBackupWith(suffix, each)),
  )) {
    const file = await stat(path.join(folder, name)).catch(() => null) // finished meanwhile
    if (file && file.mtimeMs < beforeMs) found.push(name)
  }
  return found
}
