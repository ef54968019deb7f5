import { readdir } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration'
import type { Logger } from 'pino'
import { DatabaseUnusableError } from './errors.ts'

const MIGRATIONS_FOLDER = join(import.meta.dirname, 'migrations')
/** Built or as source. */
const MIGRATION_FILE = /^\d{4}-[a-z0-9-]+\.[jt]s$/

/**
 * One transaction per migration; an empty database gets all in one, in a third of the time.
 * Concurrent starts wait for each other (Kysely locks in the same transaction).
 * @throws when one fails, when a file appeared before one that already ran, and when a newer
 * release has migrated the database
 */
export async function migrate<Schema>(
  db: Kysely<Schema>,
  log: Logger,
  provider = readMigrations(),
): Promise<void> {
  const { applied, missing, unknown } = await readSchemaState(db, provider)
  if (missing.length === 0 && unknown.length === 0) return
  await refuseNewerSchema(unknown, provider)
  const migrator = new Migrator({ db, provider })
  while (true) {
    const { error, results } = await (applied.length === 0
      ? migrator.migrateToLatest()
      : migrator.migrateUp())
    if (error) {
      const failed = results?.find((result) => result.status === 'Error')
      const cause = error instanceof Error ? error : new Error(String(error))
      throw new Error(`migration ${failed?.migrationName ?? 'check'} failed: ${cause.message}`, {
        cause,
      })
    }
    for (const { migrationName } of results ?? [])
      log.info({ event: 'db.migrated', migration: migrationName }, 'database migrated')
    if (!results?.length || applied.length === 0) return
  }
}

type SchemaState = {
  applied: string[]
  /** Not run yet. */
  missing: string[]
  /** Run by another release. */
  unknown: string[]
}

/** One small query, as the usual start needs no more; the Migrator reads the whole catalogue. */
export async function readSchemaState<Schema>(
  db: Kysely<Schema>,
  provider = readMigrations(),
): Promise<SchemaState> {
  const files = Object.keys(await provider.getMigrations()).toSorted()
  const applied = await readApplied(db)
  return {
    applied,
    missing: files.filter((file) => !applied.includes(file)),
    unknown: applied.filter((name) => !files.includes(name)),
  }
}

async function readApplied<Schema>(db: Kysely<Schema>): Promise<string[]> {
  const { rows: found } = await sql<{ exists: boolean }>`
    select to_regclass('kysely_migration') is not null as exists`.execute(db)
  if (!found[0]?.exists) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map((row) => row.name).toSorted()
}

/** @throws DatabaseUnusableError */
async function refuseNewerSchema(unknown: string[], provider: MigrationProvider): Promise<void> {
  const newestKnown =
    Object.keys(await provider.getMigrations())
      .toSorted()
      .at(-1) ?? ''
  const newer = unknown.filter((name) => name > newestKnown)
  if (newer.length === 0) return
  throw new DatabaseUnusableError(
    `The database has a newer schema (${newer.join(', ')}) than this release knows (${newestKnown || 'none'}): start the newer release, or restore a backup that this one made.`,
  )
}

/**
 * The schema as it was after these migrations.
 * @throws DatabaseUnusableError when this release does not have one of them, or one between them
 * is missing
 */
export async function onlyMigrations(
  names: readonly string[],
  provider = readMigrations(),
): Promise<MigrationProvider> {
  const all = await provider.getMigrations()
  const known = Object.entries(all).slice(0, names.length)
  const newer = names.filter((name) => !(name in all))
  if (newer.length > 0)
    throw new DatabaseUnusableError(
      `This release does not know the schema ${newer.join(', ')}: use the release that made it, or a newer one.`,
    )
  const missing = known.find(([name], at) => name !== names[at])
  if (missing)
    throw new DatabaseUnusableError(
      `No release has made a schema without ${missing[0]}, but with ${names.at(-1)}.`,
    )
  return { getMigrations: async () => Object.fromEntries(known) }
}

export function readMigrations(folder = MIGRATIONS_FOLDER): MigrationProvider {
  return {
    async getMigrations() {
      const files = (await readdir(folder)).filter((file) => MIGRATION_FILE.test(file)).toSorted()
      const migrations: Record<string, Migration> = {}
      for (const file of files)
        migrations[parse(file).name] = await import(pathToFileURL(join(folder, file)).href)
      return migrations
    },
  }
}
