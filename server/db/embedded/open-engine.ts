import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import type { Engine } from '#server/db/embedded/engine-queue.ts'

/**
 * `shared_buffers` at the default of 128 MB costs 130 MB of memory more and gains nothing measurable here. The sizes of the log of changes
 * say only how much of it a checkpoint keeps for use again: the engine begins none by itself (server/jobs/vacuum.ts). A commit is in the kernel's hands when it is acknowledged, so it survives
 * kill -9 of this process; loss of power is not covered (the engine runs with fsync off).
 */
const SETTINGS = ['shared_buffers=32MB', 'min_wal_size=32MB', 'max_wal_size=64MB', 'timezone=UTC', 'jit=off']

/** Segments of the log of changes in MB: at the usual 16 an empty database takes 40 MB of disk, at 4 it takes 30. */
const CREATE_WITH = ['--wal-segsize=4']

export const ENGINE_OPTIONS: PGliteOptions = { postgresqlconf: SETTINGS, initDbStartParams: CREATE_WITH }

export type OpenEngine = Engine & { close: () => Promise<void> }

export async function openEngine(folder: string): Promise<OpenEngine> {
  const pglite = await PGlite.create(folder, ENGINE_OPTIONS)
  return {
    run: (bytes, onAnswer) => pglite.execProtocolRawStream(bytes, { syncToFs: false, onRawData: onAnswer }),
    isInTransaction: () => pglite.isInTransaction(),
    close: () => pglite.close(),
  }
}
