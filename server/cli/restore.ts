import { restoreBackup } from '#server/operations/backup/restore-backup.ts'
import { defineCommand, UsageError } from './command.ts'
import {
  describeContent,
  openFiles,
  readKey,
  readSettings,
  secretFileOf,
  withDatabase,
} from './installation.ts'

export const command = defineCommand({
  usage: `--from FILE [--identity-file FILE | --passphrase-file FILE]

Restores a backup into an empty database and an empty DATA_DIR (or bucket), reads everything back and compares it. Until
then nothing is committed: after a failure both are as empty as before.

  --from             a file that storedawn backup wrote
  --identity-file    the keys of a recipient, as age-keygen writes them
  --passphrase-file  a file whose first line is the passphrase
`,
  options: {
    from: { type: 'string' },
    'identity-file': { type: 'string' },
    'passphrase-file': { type: 'string' },
  },
  async run(options, caller) {
    if (options.from === undefined) throw new UsageError('--from is missing')
    const file = caller.resolvePath(options.from)
    const key = await readKey(options, caller)
    const settings = readSettings()
    const target = { files: await openFiles(settings), secretFile: secretFileOf(settings) }
    const { header, manifest } = await withDatabase(settings, 'product', (databaseUrl) =>
      restoreBackup({ file, key, databaseUrl, target, log: settings.log }),
    )
    caller.say(
      `restored and compared: ${describeContent(manifest)}, as they were at ${header.snapshotAt}`,
    )
    if (manifest.secretSha256 === null)
      caller.say('The backup has no secret: set APP_SECRET to the old one.')
    if (settings.config.SEARCH_URL)
      caller.say(
        'SEARCH_URL is set: drop its database in ClickHouse before the start, which fills it again.',
      )
    return 0
  },
})
