import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { isFileName } from '#server/platform/files/file-store.ts'
import type { ArchiveReader, Entry } from './archive.ts'
import { BackupError } from './backup-error.ts'
import {
  type FileDigest,
  FILES_PREFIX,
  Header,
  HEADER_ENTRY,
  Manifest,
  MANIFEST_ENTRY,
  partEntry,
  SECRET_ENTRY,
  type Table,
} from './manifest.ts'
import { OTHER_FOLDERS, PHOTOS_FOLDER, sha256 } from './write-backup.ts'

export type BackupContent = { header: Header; manifest: Manifest }

/** Where the content of a backup goes, in the order in which `writeBackup` writes it. */
export type ContentSink = {
  /** `table` is what the file says: a name, never a part of a statement. */
  rows: (table: Table, parts: AsyncIterable<Uint8Array>) => Promise<void>
  file: (name: string, bytes: Uint8Array) => Promise<void>
  secret: (bytes: Uint8Array) => Promise<void>
}

const MOST_SECRET_BYTES = 4_096

/** @throws BackupError for anything that `writeBackup` does not write */
export async function readBackup(
  entries: AsyncGenerator<Entry, void>,
  sink: ContentSink,
): Promise<BackupContent> {
  await using reader = createEntryReader(entries)
  const header = await readJson(reader, HEADER_ENTRY, Header)
  await readFiles(reader, [PHOTOS_FOLDER], sink)
  for (const table of header.tables) await sink.rows(table, partsOf(reader, table))
  await readFiles(reader, OTHER_FOLDERS, sink)
  const secret = await reader.next(SECRET_ENTRY)
  if (secret && secret.bytes.length > MOST_SECRET_BYTES)
    throw new BackupError(`${SECRET_ENTRY} of the backup is too long`)
  if (secret) await sink.secret(secret.bytes)
  const manifest = await readJson(reader, MANIFEST_ENTRY, Manifest)
  await reader.requireEnd()
  return { header, manifest }
}

/**
 * Reads all of it before anything is done with any of it.
 * @throws BackupError when a part is not as the manifest describes it
 */
export async function inspectBackup(archive: ArchiveReader): Promise<BackupContent> {
  const tables: { name: string; bytes: number; sha256: string }[] = []
  const files: FileDigest[] = []
  let secretSha256: string | null = null
  const content = await readBackup(archive.entries(), {
    rows: async ({ name }, parts) => void tables.push({ name, ...(await digest(parts)) }),
    file: async (name, bytes) =>
      void files.push({ name, bytes: bytes.length, sha256: sha256(bytes) }),
    secret: async (bytes) => void (secretSha256 = sha256(bytes)),
  })
  const { manifest } = content
  const promised = manifest.tables.map(({ name, bytes, sha256: hash }) => ({
    name,
    bytes,
    sha256: hash,
  }))
  for (const [what, found, wanted] of [
    ['tables', tables, promised],
    ['files', files, manifest.files],
    ['secret', secretSha256, manifest.secretSha256],
  ])
    if (!isDeepStrictEqual(found, wanted))
      throw new BackupError(`the ${what} of the backup differ from its manifest`)
  return content
}

async function digest(parts: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const part of parts) {
    hash.update(part)
    bytes += part.length
  }
  return { bytes, sha256: hash.digest('hex') }
}

async function* partsOf(reader: EntryReader, table: Table): AsyncGenerator<Uint8Array> {
  for (let part = 1; ; part += 1) {
    const entry = await reader.next(partEntry(table, part))
    if (!entry) return
    yield entry.bytes
  }
}

async function readFiles(
  reader: EntryReader,
  folders: readonly string[],
  sink: ContentSink,
): Promise<void> {
  const isWanted = (entryName: string) => {
    const name = entryName.slice(FILES_PREFIX.length)
    const [folder = ''] = name.split('/')
    return entryName.startsWith(FILES_PREFIX) && isFileName(name) && folders.includes(folder)
  }
  for (let entry = await reader.nextIf(isWanted); entry; entry = await reader.nextIf(isWanted))
    await sink.file(entry.name.slice(FILES_PREFIX.length), entry.bytes)
}

type EntryReader = AsyncDisposable & {
  nextIf: (isWanted: (name: string) => boolean) => Promise<Entry | null>
  next: (name: string) => Promise<Entry | null>
  /** @throws BackupError when entries are left */
  requireEnd: () => Promise<void>
  describeNext: () => Promise<string>
}

function createEntryReader(entries: AsyncGenerator<Entry, void>): EntryReader {
  let ahead: IteratorResult<Entry, void> | undefined
  const peek = async () => (ahead ??= await entries.next())
  async function nextIf(isWanted: (name: string) => boolean): Promise<Entry | null> {
    const { value } = await peek()
    if (!value || !isWanted(value.name)) return null
    ahead = undefined
    return value
  }
  return {
    nextIf,
    next: (name) => nextIf((each) => each === name),
    async requireEnd() {
      const { value } = await peek()
      if (value) throw new BackupError(`the backup holds something unknown: ${value.name}`)
    },
    describeNext: async () => (await peek()).value?.name ?? 'nothing',
    [Symbol.asyncDispose]: async () => {
      // An entry that was being read may fail too; the first error is already reported.
      await entries.return().catch(() => undefined)
    },
  }
}

async function readJson<Schema extends z.ZodType>(
  reader: EntryReader,
  name: string,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const entry = await reader.next(name)
  if (!entry)
    throw new BackupError(
      `the backup has ${await reader.describeNext()} where ${name} belongs: it is incomplete, or not of this release`,
    )
  const parsed = schema.safeParse(parseJson(entry))
  if (parsed.success) return parsed.data
  throw new BackupError(
    `${name} of the backup is not of this release: ${z.prettifyError(parsed.error)}`,
  )
}

function parseJson({ name, bytes }: Entry): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    throw new BackupError(`${name} of the backup is no JSON`, { cause: error })
  }
}
