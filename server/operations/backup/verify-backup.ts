import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Logger } from 'pino'
import { isAlive } from '#server/platform/db/local-postgres/cluster.ts'
import { openLocalPostgres } from '#server/platform/db/local-postgres/local-postgres.ts'
import { messageOf } from './backup-error.ts'
import type { BackupContent } from './read-backup.ts'
import { type ReadInput, restoreBackup } from './restore-backup.ts'

/**
 * Restores into a PostgreSQL that lives only for this, and compares every row and file with the
 * manifest; the product's own server reads no file of unknown origin.
 * @throws BackupError when it could not be restored
 */
export async function verifyBackup(input: ReadInput): Promise<BackupContent> {
  await removeAbandoned(input.log)
  await using scratch = await startScratchServer(input.log)
  return await restoreBackup({ ...input, databaseUrl: scratch.url, target: null })
}

/** In the folder for temporary files (`TMPDIR`), followed by the process that made it. */
const SCRATCH_FOLDER = /^storedawn-scratch-(\d+)-/

async function startScratchServer(log: Logger): Promise<AsyncDisposable & { url: string }> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), `storedawn-scratch-${process.pid}-`))
  // PostgreSQL refuses to run as root, and its own user must reach the folder
  await chmod(dataDir, 0o755)
  const server = await openScratch(dataDir, log)
  return {
    url: server.url,
    async [Symbol.asyncDispose]() {
      await server.close()
      await removeScratch(dataDir, server.folder)
    },
  }
}

const openScratch = (dataDir: string, log: Logger) =>
  openLocalPostgres({ dataDir, log, use: 'product', settings: { fsync: 'off' } })

async function removeScratch(dataDir: string, folder: string): Promise<void> {
  await rm(dataDir, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
}

/**
 * A killed process leaves its folder, and in it a server that runs on. In a container its successor
 * has the same number.
 */
async function removeAbandoned(log: Logger): Promise<void> {
  for (const name of await readdir(os.tmpdir())) {
    const pid = SCRATCH_FOLDER.exec(name)?.[1]
    if (pid === undefined || (Number(pid) !== process.pid && isAlive(Number(pid)))) continue
    const dataDir = path.join(os.tmpdir(), name)
    try {
      if ((await stat(dataDir)).uid !== process.getuid?.()) continue // somebody's trap
      const server = await openScratch(dataDir, log)
      await server.close()
      await removeScratch(dataDir, server.folder)
    } catch (error) {
      log.warn({ event: 'backup.scratch_left', dataDir }, messageOf(error))
    }
  }
}
