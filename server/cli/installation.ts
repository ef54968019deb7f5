import type { Logger } from 'pino'
import { type Config, readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/db/client.ts'
import { openLocalPostgres } from '#server/platform/db/local-postgres/local-postgres.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { openFileStore } from '#server/platform/files/open-file-store.ts'
import { createLog } from '#server/platform/log.ts'
import { readIdentityFile } from '#server/operations/backup/encryption.ts'
import type { AcceptedSigners } from '#server/operations/backup/restore-backup.ts'
import { createSigner, isSignerName } from '#server/operations/backup/signature.ts'
import { readKeys } from '#server/platform/secrets/keyring.ts'
import { type Caller, UsageError } from './command.ts'

export type Settings = { config: Config; log: Logger }

export function readSettings(): Settings {
  const config = readConfig({ defaults: { LOG_LEVEL: 'error' } })
  return { config, log: createLog(config) }
}

/** @param use `product`: refuses while the product runs on the local PostgreSQL */
export async function withDatabase<Result>(
  { config, log }: Settings,
  use: 'product' | 'tool',
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const admitted = async (DATABASE_URL: string) => {
    const database = await openDatabase({ ...config, DATABASE_URL }, log)
    await database.close()
    return work(DATABASE_URL)
  }
  if (config.DATABASE_URL) return admitted(config.DATABASE_URL)
  const local = await openLocalPostgres({ dataDir: config.DATA_DIR, log, use })
  return admitted(local.url).finally(() => local.close())
}

export const openFiles = (settings: Settings): Promise<FileStore> =>
  openFileStore({ ...settings, now: () => new Date() })

export const READ_OPTIONS = {
  'identity-file': { type: 'string' },
  signer: { type: 'string' },
  'accept-unknown-signer': { type: 'boolean' },
} as const

export const READ_USAGE = `  --identity-file  the keys of a recipient, as age-keygen writes them
  --signer         the installation that wrote the backup: signer-…, as storedawn backup printed it. Default: that of
                   APP_SECRET, or of app-secret in DATA_DIR
  --accept-unknown-signer
                   reads a backup that nobody has signed, or somebody else. Whoever wrote it decides who is an operator here,
                   and knows every secret
`

type ReadOptions = {
  'identity-file'?: string | undefined
  signer?: string | undefined
  'accept-unknown-signer'?: boolean | undefined
}

/** @throws UsageError */
export async function readReadOptions(
  options: ReadOptions,
  { resolvePath }: Caller,
  settings: Settings,
): Promise<{ identities: string[]; signers: AcceptedSigners }> {
  const { 'identity-file': identityFile, signer, 'accept-unknown-signer': isAnyone } = options
  if (signer !== undefined && isAnyone)
    throw new UsageError('give either --signer or --accept-unknown-signer')
  if (signer !== undefined && !isSignerName(signer))
    throw new UsageError(`${signer} is no signer (signer-…)`)
  const identities = identityFile ? await readIdentityFile(resolvePath(identityFile)) : []
  if (isAnyone) return { identities, signers: 'any' }
  return { identities, signers: signer ? [signer] : await readSigners(settings) }
}

/** The current one first; none where there is no secret yet. */
export const readSigners = async (settings: Settings): Promise<string[]> =>
  (await readKeys(settings, 'backup')).map((seed) => createSigner(seed).name)

const MIB = 1024 * 1024

type Content = { tables: { rows: number }[]; files: unknown[] }

export function describeContent({ tables, files }: Content): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${rows} rows of ${tables.length} tables, ${files.length} files`
}

export const describeSize = (bytes: number): string => `${(bytes / MIB).toFixed(1)} MiB`
