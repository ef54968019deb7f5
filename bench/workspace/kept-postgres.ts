/** A PostgreSQL whose folder persists between runs, because filling it takes minutes. */
import { createLog } from '#server/platform/log.ts'
import { findBinaries } from '#server/platform/db/local-postgres/binaries.ts'
import { openLocalPostgres } from '#server/platform/db/local-postgres/local-postgres.ts'
import { databaseUrl } from '#testing/database-client.ts'

// Settings of a small dedicated server. Not safe against power cuts: none of this data is worth
// keeping.
const SETTINGS = {
  max_connections: '100',
  shared_buffers: '2GB',
  effective_cache_size: '6GB',
  maintenance_work_mem: '512MB',
  max_wal_size: '8GB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
}

export type KeptPostgres = AsyncDisposable & {
  /** Connects as a superuser; the path is the name of the database. */
  urlOf: (database: string) => string
  version: string
}

export async function openKeptPostgres(folder: string): Promise<KeptPostgres> {
  const binaries = await findBinaries(process.env['PG_BIN_DIR'])
  const server = await openLocalPostgres({
    dataDir: folder,
    log: createLog({ LOG_LEVEL: 'warn' }),
    use: 'product',
    binaries,
    settings: SETTINGS,
  })
  return {
    urlOf: (database) => databaseUrl(server.url, database),
    version: binaries.version,
    [Symbol.asyncDispose]: () => server.close(),
  }
}
