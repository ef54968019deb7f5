import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import type { Logger } from 'pino'

const MIGRATIONS_FOLDER = join(import.meta.dirname, 'migrations')
const MIGRATION_FILE = /^\d{4}-[a-z0-9-]+\.ts$/

/**
 * Brings the database to the newest schema, one transaction per migration: a failed migration leaves the database as it was before it.
 * Concurrent starts wait for each other (Kysely takes a lock in the same transaction).
 * @throws when a migration fails, and when a file appeared before one that already ran
 */
export async function migrate<Schema>(
  db: Kysely<Schema>,
  log: Logger,
  provider = readMigrations(),
): Promise<void> {
  if (await isUpToDate(db, provider)) return
  const migrator = new Migrator({ db, provider })
  while (true) {
    const { error, results } = await migrator.migrateUp()
    if (error) {
      const failed = results?.find((result) => result.status === 'Error')
      const cause = error instanceof Error ? error : new Error(String(error))
      throw new Error(`migration ${failed?.migrationName ?? 'check'} failed: ${cause.message}`, { cause })
    }
    const [done] = results ?? []
    if (!done) return
    log.info({ event: 'db.migrated', migration: done.migrationName }, 'database migrated')
  }
}

/** The usual start: one small query instead of the Migrator's reading of the whole catalogue. */
async function isUpToDate<Schema>(db: Kysely<Schema>, provider: MigrationProvider): Promise<boolean> {
  const files = Object.keys(await provider.getMigrations())
  const { rows: found } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(db)
  if (!found[0]?.exists) return false
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const done = new Set(rows.map((row) => row.name))
  return files.length === done.size && files.every((file) => done.has(file))
}

function readMigrations(folder = MIGRATIONS_FOLDER): MigrationProvider {
  return {
    async getMigrations() {
      const files = (await readdir(folder)).filter((file) => MIGRATION_FILE.test(file)).toSorted()
      const migrations: Record<string, Migration> = {}
      for (const file of files) {
        migrations[file.slice(0, -'.ts'.length)] = await import(pathToFileURL(join(folder, file)).href)
      }
      return migrations
    },
  }
}
