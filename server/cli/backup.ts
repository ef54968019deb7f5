import { mkdirSync, statSync } from 'node:fs'
import { isRecipient, type Lock, readPassphraseFile } from '#server/operations/backup/encryption.ts'
import { backupFileIn, writeBackup } from '#server/operations/backup/write-backup.ts'
import { verifyBackup } from '#server/operations/backup/verify-backup.ts'
import { type Caller, defineCommand, UsageError } from './command.ts'
import {
  describeContent,
  describeSize,
  openFiles,
  readKey,
  readSettings,
  secretFileOf,
  withDatabase,
} from './installation.ts'

export const command = defineCommand({
  usage: `--to FOLDER|FILE [--recipient AGE-RECIPIENT]… [--passphrase-file FILE]
       storedawn backup --verify FILE [--identity-file FILE | --passphrase-file FILE]

Writes database, pictures, photos and app-secret into one file, while the product runs. Without a recipient or a
passphrase it is not encrypted, although it holds personal data and the secret that signs sessions.

  --to               a folder, in which the file is named by its time (with a / at its end it is made), or a file that does not
                     exist yet
  --recipient        age1…, as age-keygen prints it; may be given several times
  --passphrase-file  a file whose first line is the passphrase
  --verify           restores a backup into a scratch database, compares all of it, and drops that database again
  --identity-file    the keys of a recipient, as age-keygen writes them
`,
  options: {
    to: { type: 'string' },
    recipient: { type: 'string', multiple: true },
    'passphrase-file': { type: 'string' },
    verify: { type: 'string' },
    'identity-file': { type: 'string' },
  },
  async run(options, caller) {
    const { to, verify } = options
    if ((to === undefined) === (verify === undefined))
      throw new UsageError('give either --to or --verify')
    if (verify !== undefined) await verifyFile(caller.resolvePath(verify), options, caller)
    else if (to !== undefined) {
      const lock = await readLock(options, caller)
      if (to.endsWith('/')) mkdirSync(caller.resolvePath(to), { recursive: true, mode: 0o700 })
      await backUp(caller.resolvePath(to), lock, caller)
    }
    return 0
  },
})

type LockOptions = { recipient?: string[] | undefined; 'passphrase-file'?: string | undefined }

/** @throws UsageError */
async function readLock(
  { recipient, 'passphrase-file': file }: LockOptions,
  caller: Caller,
): Promise<Lock> {
  if (recipient && file) throw new UsageError('give either --recipient or --passphrase-file')
  const wrong = recipient?.find((each) => !isRecipient(each))
  if (wrong !== undefined) throw new UsageError(`${wrong} is not an age recipient`)
  if (recipient) return { recipients: recipient }
  return file ? readPassphraseFile(caller.resolvePath(file)) : null
}

async function backUp(to: string, lock: Lock, { say }: Caller): Promise<void> {
  const settings = readSettings()
  const existing = statSync(to, { throwIfNoEntry: false })
  if (existing?.isFile()) throw new UsageError(`${to} already exists`)
  const now = () => new Date()
  const file = existing?.isDirectory() ? backupFileIn(to, now(), lock !== null) : to
  const { bytes, manifest } = await withDatabase(settings, 'tool', async (databaseUrl) =>
    writeBackup({
      databaseUrl,
      files: await openFiles(settings),
      secretFile: secretFileOf(settings),
      file,
      lock,
      now,
    }),
  )
  say(`${file}: ${describeSize(bytes)}, ${describeContent(manifest)}`)
  if (manifest.missingPhotos.length > 0)
    say(`warning: ${manifest.missingPhotos.length} photos that the database names have no file`)
  if (manifest.secretSha256 === null) say('APP_SECRET is not in the backup: keep it elsewhere')
  if (lock === null) say('warning: the backup is not encrypted')
}

async function verifyFile(
  file: string,
  options: Parameters<typeof readKey>[0],
  caller: Caller,
): Promise<void> {
  const key = await readKey(options, caller)
  const settings = readSettings()
  const serverUrl = settings.config.DATABASE_URL ?? null
  const { header, manifest } = await verifyBackup({ file, key, serverUrl, log: settings.log })
  caller.say(
    `${file} is complete: ${describeContent(manifest)}, as they were at ${header.snapshotAt}`,
  )
}
