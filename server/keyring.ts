import { hkdfSync } from 'node:crypto'
import { type AppSecrets, readAppSecrets } from '#server/app-secret.ts'
import { ConfigError } from '#server/config.ts'
import type { AppContext, Db } from '#server/context.ts'
import { readEarlierKeys } from '#server/earlier-keys.ts'

const KEY_BYTES = 32
const FINGERPRINT_BYTES = 16
/** Row of `system_state`. */
const STATE_KEY = 'app_secret'

/** Purposes of keys; each purpose has a separate key. */
export type KeyPurpose =
  | 'session'
  | 'picture'
  | 'identity'
  | 'unsubscribe'
  | 'newsletter'
  | 'blog_view'
  | 'bot_signing'

export type Keyring = {
  /** The key that signs. */
  current: (purpose: KeyPurpose) => Uint8Array
  /** Keys whose signatures are accepted, the current one first. */
  accepted: (purpose: KeyPurpose) => readonly Uint8Array[]
}

type Deps = Pick<AppContext, 'config' | 'db' | 'log' | 'now'>

/** @throws ConfigError when other processes on this database have another secret */
export async function openKeyring(ctx: Deps): Promise<Keyring> {
  const secrets = await readAppSecrets(ctx)
  await requireSameSecret(ctx, secrets)
  const all = [secrets.current, ...secrets.previous]
  const earlier = await readEarlierKeys(
    ctx,
    all.map((secret) => deriveKey(secret, 'earlier-keys')),
  )
  const accepted = (purpose: KeyPurpose) => [
    ...all.map((secret) => deriveKey(secret, `key ${purpose}`)),
    ...(earlier[purpose] ? [earlier[purpose]] : []),
  ]
  const keys = new Map<KeyPurpose, readonly Uint8Array[]>()
  const keysOf = (purpose: KeyPurpose): readonly Uint8Array[] => {
    const known = keys.get(purpose) ?? accepted(purpose)
    keys.set(purpose, known)
    return known
  }
  return {
    accepted: keysOf,
    current: (purpose) => keysOf(purpose)[0] ?? deriveKey(secrets.current, `key ${purpose}`),
  }
}

/** HKDF (RFC 5869): a leaked key reveals neither the other keys nor the secret. */
const deriveKey = (secret: string, info: string, bytes = KEY_BYTES): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, 'storedawn', info, bytes))

const fingerprintOf = (secret: string): string =>
  Buffer.from(deriveKey(secret, 'fingerprint', FINGERPRINT_BYTES)).toString('hex')

/** A process with another secret would sign people out at every second request, so it does not start. */
async function requireSameSecret({ db, now }: Deps, { current, previous }: AppSecrets): Promise<void> {
  const fingerprint = fingerprintOf(current)
  const known = await readFingerprint(db, now(), fingerprint)
  if (known === fingerprint) return
  if (!previous.some((secret) => fingerprintOf(secret) === known)) throw new ConfigError([OTHER_SECRET])
  await db
    .updateTable('system_state')
    .set({ value: JSON.stringify({ fingerprint }), updated_at: now() })
    .where('key', '=', STATE_KEY)
    .execute()
}

const OTHER_SECRET = `APP_SECRET: this database was used with another secret. All processes need the same one: set APP_SECRET to it (without \
APP_SECRET it is in the file app-secret in DATA_DIR), or name the old one in APP_SECRET_PREVIOUS. If it is lost: delete from system_state where \
key = '${STATE_KEY}'; everyone then has to sign in again`

/** The fingerprint in the database; the first process stores its own. */
async function readFingerprint(db: Db, at: Date, own: string): Promise<string> {
  await db
    .insertInto('system_state')
    .values({ key: STATE_KEY, value: JSON.stringify({ fingerprint: own }), updated_at: at })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const { value } = await db
    .selectFrom('system_state')
    .select('value')
    .where('key', '=', STATE_KEY)
    .executeTakeFirstOrThrow()
  return String(Object(value).fingerprint)
}
