import path from 'node:path'
import type { Logger } from 'pino'
import { type Config, readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { openLocalPostgres } from '#server/platform/db/local-postgres/local-postgres.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { createLog } from '#server/platform/log.ts'
import {
  type Key,
  readIdentityFile,
  readPassphraseFile,
} from '#server/operations/backup/encryption.ts'
import { type Caller, UsageError } from './command.ts'

/** The installation that the settings describe. */
export type Settings = { config: Config; log: Logger }

export function readSettings(): Settings {
  const config = readConfig({ defaults: { LOG_LEVEL: 'error' } })
  return { config, log: createLog(config) }
}

/** @param use `product`: refuses while the product runs on the local PostgreSQL */
export async function withLocalDatabase<Result>(
  { config, log }: Settings,
  use: 'product' | 'tool',
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const local = await openLocalPostgres({ dataDir: config.DATA_DIR, log, use })
  return work(local.url).finally(() => local.close())
}

export const withDatabase = <Result>(
  settings: Settings,
  use: 'product' | 'tool',
  work: (url: string) => Promise<Result>,
): Promise<Result> => {
  const admitted = async (DATABASE_URL: string) => {
    const database = await openDatabase({ ...settings.config, DATABASE_URL }, settings.log)
    await database.close()
    return work(DATABASE_URL)
  }
  const { DATABASE_URL } = settings.config
  return DATABASE_URL ? admitted(DATABASE_URL) : withLocalDatabase(settings, use, admitted)
}

export const openFiles = (settings: Settings): Promise<FileStore> =>
  openFileStore({ ...settings, now: () => new Date() })

export const secretFileOf = ({ config }: Settings): string =>
  path.join(config.DATA_DIR, 'app-secret')

type KeyOptions = { 'identity-file'?: string | undefined; 'passphrase-file'?: string | undefined }

/** @throws UsageError for two keys */
export async function readKey(options: KeyOptions, { resolvePath }: Caller): Promise<Key | null> {
  const { 'identity-file': identityFile, 'passphrase-file': passphraseFile } = options
  if (identityFile && passphraseFile)
    throw new UsageError('give either --identity-file or --passphrase-file')
  if (identityFile) return readIdentityFile(resolvePath(identityFile))
  return passphraseFile ? readPassphraseFile(resolvePath(passphraseFile)) : null
}

const MIB = 1024 * 1024

type Rows = { rows: number }[]

export const describeRows = (tables: Rows): string => {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${rows} rows of ${tables.length} tables`
}

export const describeContent = ({ tables, files }: { tables: Rows; files: unknown[] }): string =>
  `${describeRows(tables)}, ${files.length} files`

export const describeSize = (bytes: number): string => `${(bytes / MIB).toFixed(1)} MiB`
