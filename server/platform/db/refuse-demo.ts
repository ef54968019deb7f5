import { existsSync } from 'node:fs'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import { type Config, ConfigError } from '#server/platform/config.ts'
import { DatabaseUnusableError } from './errors.ts'

/**
 * Decides whether this process may use a database, before anything in it is read or changed.
 * @throws DatabaseUnusableError
 */
export type AdmitDatabase = <Schema>(db: Kysely<Schema>) => Promise<void>

/**
 * The mark of the demo (`scripts/claim-for-demo.ts`): a table that no migration makes, and that is
 * there before the first account.
 */
export const DEMO_MARK = 'storedawn_demo'

/** The demo's folder, beside the product's `.data`. */
export const DEMO_FOLDER = '.demo'

/**
 * Whoever starts the product where only a demo ran expects the demo's stores and accounts, or has
 * forgotten to say where the product's database is.
 * @throws ConfigError
 */
export function refuseBesideDemo({ DATA_DIR, DATABASE_URL }: Config): void {
  const demo = path.join(path.dirname(DATA_DIR), DEMO_FOLDER)
  if (DATABASE_URL || existsSync(DATA_DIR) || !existsSync(demo)) return
  throw new ConfigError([
    `The demo ran here (${demo}), and its data never becomes the product's: its passwords are published. Set DATABASE_URL, make the folder ${DATA_DIR} for a local database, or delete the demo's folder.`,
  ])
}

/**
 * What every entry of the product asks of its database: password and authenticator key of the
 * demo's operator are published.
 */
export const refuseDemo: AdmitDatabase = async (db) => {
  const { isMarked, hasUsers } = await readTraces(db)
  if (!isMarked && !(hasUsers && (await hasDemoAccount(db)))) return
  throw new DatabaseUnusableError(
    'This database belongs to the demo, whose passwords are published. Set DATA_DIR or DATABASE_URL to another place, or delete what the demo left here.',
  )
}

type Traces = { isMarked: boolean; hasUsers: boolean }

async function readTraces<Schema>(db: Kysely<Schema>): Promise<Traces> {
  const { rows } = await sql<Traces>`
    select to_regclass(${DEMO_MARK}) is not null as "isMarked",
      to_regclass('users') is not null as "hasUsers"`.execute(db)
  return rows[0] ?? { isMarked: false, hasUsers: false }
}

/** Confirmed ones only: anyone may sign up with such an address, and could stop the next start. */
async function hasDemoAccount<Schema>(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql`
    select from users where email_verified_at is not null
      and email_key ~ '[@.]storedawn\.test$' limit 1`.execute(db)
  return rows.length > 0
}
