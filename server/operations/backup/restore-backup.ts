import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import type { Logger } from 'pino'
import * as z from 'zod'
import { type Entry, readArchive } from './archive.ts'
import { BackupError } from './backup-error.ts'
import type { Key } from './encryption.ts'
import { fillDatabase } from './fill-database.ts'
import {
  type FileDigest,
  FILES_PREFIX,
  Header,
  HEADER_ENTRY,
  Manifest,
  MANIFEST_ENTRY,
  SECRET_ENTRY,
  tablePrefix,
} from './manifest.ts'
import { loadTable } from './rows.ts'
import { FILE_FOLDERS, type Installation, sha256 } from './write-backup.ts'

/** Where files and secret go; verification keeps neither. */
type FileTarget = Pick<Installation, 'files' | 'secretFile'> | null

export type RestoreInput = {
  file: string
  key: Key | null
  databaseUrl: string
  target: FileTarget
  log: Logger
}

export type RestoredBackup = { header: Header; manifest: Manifest }

/**
 * Restores into an empty database and empty folders, and reports success only after everything was
 * read back and compared. After a failure both are as empty as before.
 * @throws BackupError
 */
export async function restoreBackup(input: RestoreInput): Promise<RestoredBackup> {
  const { file, key, target, log } = input
  await requireNoFiles(target)
  await using entries = createEntryReader(readArchive(file, key))
  const header = await readJson(entries, HEADER_ENTRY, Header)
  const written: string[] = []
  let manifest: Manifest | undefined
  try {
    await fillDatabase({ url: input.databaseUrl, log }, header, async (client) => {
      manifest = await loadContent(entries, { client, header, target, written })
      return manifest
    })
  } catch (error) {
    await removeWritten(target, written)
    // Damaged rows may be refused by the database before the archive's own checks come to them.
    throw error instanceof BackupError ? error : ((await entries.findDamage()) ?? error)
  }
  if (!manifest) throw new Error('nothing was restored')
  return { header, manifest }
}

type Loading = { client: pg.Client; header: Header; target: FileTarget; written: string[] }

/** In the order in which `writeBackup` writes. */
async function loadContent(
  entries: EntryReader,
  { client, header, target, written }: Loading,
): Promise<Manifest> {
  const files = await loadFiles(entries, target, written)
  for (const table of header.tables)
    await loadTable(client, table, contentOf(entries.take(tablePrefix(table))))
  files.push(...(await loadFiles(entries, target, written)))
  const secret = await entries.next(SECRET_ENTRY)
  const manifest = await readJson(entries, MANIFEST_ENTRY, Manifest)
  await entries.requireEnd()
  if (!isDeepStrictEqual(files, manifest.files))
    throw new BackupError('the files differ from the manifest')
  if ((secret && sha256(secret.bytes)) !== manifest.secretSha256)
    throw new BackupError('the secret differs from the manifest')
  if (secret && target) await writeSecret(target.secretFile, secret.bytes)
  return manifest
}

async function loadFiles(
  entries: EntryReader,
  target: FileTarget,
  written: string[],
): Promise<FileDigest[]> {
  const digests: FileDigest[] = []
  for await (const { name: entryName, bytes } of entries.take(FILES_PREFIX)) {
    const name = entryName.slice(FILES_PREFIX.length)
    if (target) {
      written.push(name)
      await target.files.write(name, bytes)
    }
    digests.push({ name, bytes: bytes.length, sha256: sha256(bytes) })
  }
  return digests
}

async function* contentOf(entries: AsyncIterable<Entry>): AsyncGenerator<Uint8Array> {
  for await (const { bytes } of entries) yield bytes
}

async function writeSecret(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(`${file}.restored`, bytes, { mode: 0o600, flush: true })
  await rename(`${file}.restored`, file)
}

/** @throws BackupError */
async function requireNoFiles(target: FileTarget): Promise<void> {
  if (!target) return
  const isThere = await stat(target.secretFile).catch(() => null)
  if (isThere)
    throw new BackupError(`${target.secretFile} already exists: restore into an empty DATA_DIR`)
  for (const folder of FILE_FOLDERS)
    for await (const { name } of target.files.list(folder))
      throw new BackupError(
        `there are files already, such as ${name}: restore into an empty DATA_DIR, or an empty bucket`,
      )
}

async function removeWritten(target: FileTarget, written: string[]): Promise<void> {
  if (!target) return
  await target.files.remove(written)
  await rm(target.secretFile, { force: true })
}

type EntryReader = AsyncDisposable & {
  /** The next entry, if it has this name. */
  next: (name: string) => Promise<Entry | null>
  /** The next entries, as long as their names begin so. */
  take: (prefix: string) => AsyncGenerator<Entry, void>
  /** @throws BackupError when entries are left */
  requireEnd: () => Promise<void>
  /** Reads the rest of the archive; null when it is sound. */
  findDamage: () => Promise<BackupError | null>
}

function createEntryReader(entries: AsyncGenerator<Entry, void>): EntryReader {
  let ahead: IteratorResult<Entry, void> | undefined
  const peek = async () => (ahead ??= await entries.next())
  async function takeIf(isWanted: (name: string) => boolean): Promise<Entry | null> {
    const { value } = await peek()
    if (!value || !isWanted(value.name)) return null
    ahead = undefined
    return value
  }
  return {
    next: (name) => takeIf((each) => each === name),
    async *take(prefix) {
      const isWanted = (name: string) => name.startsWith(prefix)
      for (let entry = await takeIf(isWanted); entry; entry = await takeIf(isWanted)) yield entry
    },
    async requireEnd() {
      const { value } = await peek()
      if (value) throw new BackupError(`the backup holds something unknown: ${value.name}`)
    },
    async findDamage() {
      try {
        for await (const _ of entries);
        return null
      } catch (error) {
        return error instanceof BackupError ? error : null
      }
    },
    [Symbol.asyncDispose]: async () => {
      // An entry that was being read may fail too; the first error is already reported.
      await entries.return().catch(() => undefined)
    },
  }
}

async function readJson<Schema extends z.ZodType>(
  entries: EntryReader,
  name: string,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const entry = await entries.next(name)
  if (!entry) throw new BackupError(`the backup is incomplete: it has no ${name} where it belongs`)
  const parsed = schema.safeParse(JSON.parse(Buffer.from(entry.bytes).toString()))
  if (!parsed.success)
    throw new BackupError(
      `${name} of the backup is not of this release: ${z.prettifyError(parsed.error)}`,
    )
  return parsed.data
}
