import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import { readConfig } from '#server/platform/config.ts'
import { type OpenDatabase, openDatabase } from '#server/platform/db/client.ts'
import { migrate as migrateDatabase, readSchemaState } from '#server/platform/db/migrate.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { forgetSecret } from '#server/platform/secrets/keyring.ts'
import { createLog } from '#server/platform/log.ts'
import { defineCommand, UsageError } from './command.ts'
import type { Settings } from './installation.ts'

export const migrate = defineCommand({
  usage: `

Runs the migrations that the database lacks, each in one transaction. storedawn start does the same.
`,
  options: {},
  run: (_values, { say }) =>
    withDatabase(async ({ db, withoutDeadline }, { log }) => {
      const { missing } = await readSchemaState(db)
      await withoutDeadline((db) => migrateDatabase(db, log))
      for (const name of missing) say(`done: ${name}`)
      const { applied } = await readSchemaState(db)
      say(`the schema is up to date: ${applied.at(-1)}`)
      return 0
    }),
})

export const resetSecret = defineCommand({
  usage: `--yes

Makes the database accept another APP_SECRET at the next start, after the old one was lost or leaked. Stop the product
first, and set the new secret (or delete the file app-secret in DATA_DIR) before it starts again. Everyone has to log in
again, links in mails and in feeds stop working, and each operator needs a new key: storedawn operator --add EMAIL.
`,
  options: { yes: { type: 'boolean' } },
  async run({ yes }, { say }) {
    if (!yes) throw new UsageError('this signs everyone out; confirm with --yes')
    return withDatabase(async ({ db }) => {
      const wasKnown = await inTransaction({ db, now: () => new Date() }, async (ctx) => {
        const wasKnown = await forgetSecret(ctx.db)
        if (wasKnown)
          await recordAuditEvent(ctx, { kind: 'secret.reset', userId: null, network: null })
        return wasKnown
      })
      say(
        wasKnown
          ? 'the database no longer expects the old secret; the next start takes the new one'
          : 'the database expects no secret: the next start takes the one that is set',
      )
      return 0
    })
  },
})

/** @returns the exit code */
export async function withDatabase(
  work: (database: OpenDatabase, settings: Settings) => Promise<number>,
): Promise<number> {
  const config = readConfig({ defaults: { LOG_LEVEL: 'warn' } })
  const log = createLog(config)
  const database = await openDatabase(config, log)
  try {
    return await work(database, { config, log })
  } finally {
    await database.close()
  }
}
