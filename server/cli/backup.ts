import { mkdirSync, statSync } from 'node:fs'
import { BackupError } from '#server/operations/backup/backup-error.ts'
import { isRecipient } from '#server/operations/backup/encryption.ts'
import { restoreBackup } from '#server/operations/backup/restore-backup.ts'
import { createSigner } from '#server/operations/backup/signature.ts'
import { verifyBackup } from '#server/operations/backup/verify-backup.ts'
import { backupFileIn, writeBackup } from '#server/operations/backup/write-backup.ts'
import { readKeys, secretFileIn } from '#server/platform/secrets/keyring.ts'
import { type Caller, defineCommand, UsageError } from './command.ts'
import {
  describeContent,
  describeSize,
  openFiles,
  READ_OPTIONS,
  READ_USAGE,
  readReadOptions,
  readSettings,
  withDatabase,
} from './installation.ts'

export const backup = defineCommand({
  usage: `--to FOLDER|FILE [--recipient AGE-RECIPIENT]…
       storedawn backup --verify FILE [--identity-file FILE] [--signer SIGNER]

Writes database, pictures, photos and app-secret into one file, while the product runs, and prints who signed it. Without a
recipient it is not encrypted, although it holds personal data and the secret that signs sessions.

  --to             a folder, in which the file is named by its time (with a / at its end it is made), or a file that does not
                   exist yet
  --recipient      age1…, as age-keygen prints it; may be given several times
  --verify         restores a backup into a PostgreSQL that is made for this alone, and compares all of it
${READ_USAGE}`,
  options: {
    ...READ_OPTIONS,
    to: { type: 'string' },
    recipient: { type: 'string', multiple: true },
    verify: { type: 'string' },
  },
  async run(options, caller) {
    const { to, verify, recipient: recipients = [] } = options
    if ((to === undefined) === (verify === undefined))
      throw new UsageError('give either --to or --verify')
    const wrong = recipients.find((each) => !isRecipient(each))
    if (wrong !== undefined) throw new UsageError(`${wrong} is not an age recipient`)
    if (verify !== undefined) await verifyFile(caller.resolvePath(verify), options, caller)
    else if (to !== undefined) {
      if (to.endsWith('/')) mkdirSync(caller.resolvePath(to), { recursive: true, mode: 0o700 })
      await backUp(caller.resolvePath(to), recipients, caller)
    }
    return 0
  },
})

async function backUp(to: string, recipients: string[], { say }: Caller): Promise<void> {
  const settings = readSettings()
  const existing = statSync(to, { throwIfNoEntry: false })
  if (existing?.isFile()) throw new UsageError(`${to} already exists`)
  const [seed] = await readKeys(settings, 'backup')
  if (!seed)
    throw new BackupError(
      'there is no secret to sign the backup: set APP_SECRET, or DATA_DIR to the folder of the product',
    )
  const signer = createSigner(seed)
  const now = () => new Date()
  const file = existing?.isDirectory() ? backupFileIn(to, now(), recipients.length > 0) : to
  const { bytes, manifest } = await withDatabase(settings, 'tool', async (databaseUrl) =>
    writeBackup({
      databaseUrl,
      files: await openFiles(settings),
      secretFile: secretFileIn(settings.config.DATA_DIR),
      file,
      signer,
      recipients,
      now,
    }),
  )
  say(`${file}: ${describeSize(bytes)}, ${describeContent(manifest)}`)
  say(`signed by ${signer.name}: keep this name with the key of the recipient`)
  if (manifest.missingPhotos.length > 0)
    say(`warning: ${manifest.missingPhotos.length} photos that the database names have no file`)
  if (manifest.secretSha256 === null) say('APP_SECRET is not in the backup: keep it elsewhere')
  if (recipients.length === 0) say('warning: the backup is not encrypted')
}

async function verifyFile(
  file: string,
  options: Parameters<typeof readReadOptions>[0],
  caller: Caller,
): Promise<void> {
  const settings = readSettings()
  const reading = await readReadOptions(options, caller, settings)
  const { header, manifest } = await verifyBackup({ ...reading, file, log: settings.log })
  caller.say(
    `${file} is complete: ${describeContent(manifest)}, as they were at ${header.snapshotAt}`,
  )
}

export const restore = defineCommand({
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
