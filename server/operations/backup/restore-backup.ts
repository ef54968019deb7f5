import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { MigrationProvider } from 'kysely/migration'
import pg from 'pg'
import type { Logger } from 'pino'
import { openArchive, type Seal } from './archive.ts'
import { BackupError } from './backup-error.ts'
import { fillDatabase } from './fill-database.ts'
import { type BackupContent, type ContentSink, inspectBackup, readBackup } from './read-backup.ts'
import { loadTable } from './rows.ts'
import { FILE_FOLDERS, type Installation } from './write-backup.ts'

/** Where files and secret go; null: nowhere, as in a verification. */
type FileTarget = Pick<Installation, 'files' | 'secretFile'> | null

/** Whose backups are accepted; `any`: whoever wrote it may decide what this installation holds. */
export type AcceptedSigners = readonly string[] | 'any'

export type ReadInput = {
  file: string
  identities: readonly string[]
  signers: AcceptedSigners
  log: Logger
}

type RestoreInput = ReadInput & {
  databaseUrl: string
  target: FileTarget
  migrations?: MigrationProvider
}

/**
 * Into an empty database and empty folders. First signature and content are checked; success is
 * reported after everything was read back and compared; after a failure both are empty.
 * @throws BackupError
 */
export async function restoreBackup({
  file,
  identities,
  signers,
  databaseUrl,
  target,
  log,
  migrations,
}: RestoreInput): Promise<BackupContent> {
  await using archive = await openArchive(file, identities)
  requireSigner(file, archive.seal, signers)
  await requireNoFiles(target)
  const content = await inspectBackup(archive)
  const { header: shape, manifest } = content
  const { tables, sequences } = manifest
  const written: string[] = []
  try {
    await fillDatabase(
      { url: databaseUrl, log, migrations },
      { shape, tables, sequences },
      async (...into) => {
        await readBackup(archive.entries(), createSink(...into, { target, written }))
      },
    )
    return content
  } catch (error) {
    await removeWritten(target, written)
    throw describe(error)
  }
}

/** @throws BackupError */
function requireSigner(file: string, seal: Seal, accepted: AcceptedSigners): void {
  if (seal.kind === 'broken')
    throw new BackupError(`${file} is damaged or forged: its content is not what was signed`)
  if (accepted === 'any') return
  if (seal.kind === 'unsigned')
    throw new BackupError(`${file} is damaged, incomplete or forged: it bears no signature`)
  if (accepted.includes(seal.signerName)) return
  throw new BackupError(
    accepted.length > 0
      ? `${file} is not of this installation: ${seal.signerName} has signed it, and not ${accepted[0]}`
      : `nothing here says who may have signed ${file}: name the signer that you kept by --signer, or set APP_SECRET`,
  )
}

type Files = { target: FileTarget; written: string[] }

function createSink(
  ...[client, tables, { target, written }]: [
    ...Parameters<Parameters<typeof fillDatabase>[2]>,
    Files,
  ]
): ContentSink {
  return {
    async rows({ name }, parts) {
      const own = tables.find((table) => table.name === name)
      if (own) await loadTable(client, own, parts)
    },
    async file(name, bytes) {
      if (!target) return
      written.push(name)
      await target.files.write(name, bytes)
    },
    async secret(bytes) {
      if (target) await writeSecret(target.secretFile, bytes)
    },
  }
}

function describe(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error
  const where = error.where ? ` (${error.where})` : ''
  return new BackupError(`the database refuses the backup: ${error.message}${where}`, {
    cause: error,
  })
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
