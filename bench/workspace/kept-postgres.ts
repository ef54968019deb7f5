/** A PostgreSQL whose folder persists between runs, because filling it takes minutes. */
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createLog } from '#server/platform/log.ts'
import { findBinaries } from '#server/platform/db/local-postgres/binaries.ts'
import { openLocalPostgres } from '#server/platform/db/local-postgres/local-postgres.ts'

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
  pgbench: string | null
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
    urlOf(database) {
      const url = new URL(server.url)
      url.pathname = `/${database}`
      return url.href
    },
    version: binaries.version,
    pgbench: findPgbench(),
    [Symbol.asyncDispose]: () => server.close(),
  }
}

/**
 * The packaged PostgreSQL has no pgbench; distributions install theirs next to each major version.
 */
function findPgbench(): string | null {
  const versions = existsSync('/usr/lib/postgresql')
    ? readdirSync('/usr/lib/postgresql').toSorted().toReversed()
    : []
  const folders = [
    ...versions.map((version) => `/usr/lib/postgresql/${version}/bin`),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ]
  return folders.map((folder) => join(folder, 'pgbench')).find((file) => existsSync(file)) ?? null
}
