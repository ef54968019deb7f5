import { restoreBackup } from '#server/operations/backup/restore-backup.ts'
import { secretFileIn } from '#server/platform/keyring.ts'
import { defineCommand, UsageError } from './command.ts'
import {
  describeContent,
  openFiles,
  READ_OPTIONS,
  READ_USAGE,
  readReadOptions,
  readSettings,
  withDatabase,
} from './installation.ts'

export const command = defineCommand({
  usage: `--from FILE [--identity-file FILE] [--signer SIGNER] [--database-only]

Restores a backup into an empty database and an empty DATA_DIR (or bucket), reads everything back and compares it. Until
then nothing is committed: after a failure both are as empty as before.

  --from           a file that storedawn backup wrote
  --database-only  leaves DATA_DIR, or the bucket, as it is: moves a database to another server
${READ_USAGE}`,
  options: { ...READ_OPTIONS, from: { type: 'string' }, 'database-only': { type: 'boolean' } },
  async run(options, caller) {
    if (options.from === undefined) throw new UsageError('--from is missing')
    const file = caller.resolvePath(options.from)
    const settings = readSettings()
    const reading = await readReadOptions(options, caller, settings)
    const { config, log } = settings
    const target = options['database-only']
      ? null
      : { files: await openFiles(settings), secretFile: secretFileIn(config.DATA_DIR) }
    const { header, manifest } = await withDatabase(settings, 'product', (databaseUrl) =>
      restoreBackup({ ...reading, file, databaseUrl, target, log }),
    )
    caller.say(
      `restored and compared: ${describeContent(manifest)}, as they were at ${header.snapshotAt}`,
    )
    if (target === null) caller.say('Files and secret are as they were.')
    if (manifest.secretSha256 === null)
      caller.say('The backup has no secret: set APP_SECRET to the old one.')
    if (config.SEARCH_URL)
      caller.say(
        'SEARCH_URL is set: drop its database in ClickHouse before the start, which fills it again.',
      )
    return 0
  },
})
