import {
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readFile, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import * as z from 'zod'
import { type Config, ConfigError } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db/schema.ts'

const KEY_BYTES = 32
const FINGERPRINT_BYTES = 16
const STATE_KEY = 'app_secret'

/** Each purpose has a separate key. */
export type KeyPurpose =
  | 'session'
  | 'picture'
  | 'identity'
  | 'unsubscribe'
  | 'newsletter'
  | 'blog_view'
  | 'bot_signing'
  | 'second_factor'
  | 'webhook'
  | 'backup'

export type Keyring = {
  /** The key that signs. */
  current: (purpose: KeyPurpose) => Uint8Array
  /** The current one first. */
  accepted: (purpose: KeyPurpose) => readonly Uint8Array[]
}

type KeyringDeps = { config: Config; db: Db; log: Logger; now: () => Date }

/** @throws ConfigError when other processes on this database have another secret */
export async function openKeyring(ctx: KeyringDeps): Promise<Keyring> {
  const secrets = await readAppSecrets(ctx)
  await requireSameSecret(ctx, secrets)
  const keys = new Map<KeyPurpose, readonly Uint8Array[]>()
  const keysOf = (purpose: KeyPurpose): readonly Uint8Array[] => {
    const known = keys.get(purpose) ?? keysFor(purpose, secrets)
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

const keysFor = (purpose: KeyPurpose, { current, previous }: AppSecrets): Uint8Array[] =>
  [current, ...previous].map((secret) => deriveKey(secret, `key ${purpose}`))

/**
 * The accepted keys by the settings and `app-secret` alone, for commands that have no database yet.
 * None where there is no secret.
 */
export async function readKeys(deps: SecretDeps, purpose: KeyPurpose): Promise<Uint8Array[]> {
  const { APP_SECRET, DATA_DIR } = deps.config
  if (APP_SECRET === undefined && !existsSync(secretFileIn(DATA_DIR))) return []
  return keysFor(purpose, await readAppSecrets(deps))
}

const fingerprintOf = (secret: string): string =>
  Buffer.from(deriveKey(secret, 'fingerprint', FINGERPRINT_BYTES)).toString('hex')

/**
 * A process with another secret would sign people out at every second request, so it does not
 * start.
 */
async function requireSameSecret(
  { db, now }: KeyringDeps,
  { current, previous }: AppSecrets,
): Promise<void> {
  const fingerprint = fingerprintOf(current)
  const known = await readFingerprint(db, now(), fingerprint)
  if (known === fingerprint) return
  if (!previous.some((secret) => fingerprintOf(secret) === known))
    throw new ConfigError([OTHER_SECRET])
  await db
    .updateTable('system_state')
    .set({ value: JSON.stringify({ fingerprint }), updated_at: now() })
    .where('key', '=', STATE_KEY)
    .execute()
}

const OTHER_SECRET = `APP_SECRET: this database was used with another secret. All processes need the same one: set APP_SECRET to it (without \
APP_SECRET it is in the file app-secret in DATA_DIR), or name the old one in APP_SECRET_PREVIOUS. If it is lost: \
bin/storedawn reset-secret; everyone then has to sign in again`

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

/** @returns whether the database expected one */
export async function forgetSecret(db: Db): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('system_state')
    .where('key', '=', STATE_KEY)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const secretFileIn = (dataDir: string): string => join(dataDir, 'app-secret')

const SECRET_BYTES = 32
const MIN_LENGTH = 32
const OTHERS_MAY_ACCESS = 0o077

type SecretDeps = { config: Config; log: Logger }

/**
 * The secret that signs, and previous secrets whose signatures are still accepted. The database
 * holds neither.
 */
type AppSecrets = { current: string; previous: readonly string[] }

/**
 * From `APP_SECRET`, else from a file in `DATA_DIR`, which the first process creates: the first
 * line is the current secret, further lines are previous ones.
 * @throws ConfigError
 */
export async function readAppSecrets({ config, log }: SecretDeps): Promise<AppSecrets> {
  const { APP_SECRET, APP_SECRET_PREVIOUS, DATA_DIR } = config
  if (APP_SECRET !== undefined) return { current: APP_SECRET, previous: APP_SECRET_PREVIOUS }
  const path = secretFileIn(DATA_DIR)
  await mkdir(DATA_DIR, { recursive: true })
  await createSecretFile(path)
  await warnWhenReadable(path, log)
  const lines = (await readFile(path, 'utf8')).split('\n').map((line) => line.trim())
  const [current, ...previous] = lines.filter(Boolean)
  if (current === undefined || [current, ...previous].some((secret) => secret.length < MIN_LENGTH))
    throw new ConfigError([
      `${path} is damaged: each line must be a secret of at least ${MIN_LENGTH} characters`,
    ])
  return { current, previous: [...previous, ...APP_SECRET_PREVIOUS] }
}

/**
 * Atomic, even when two processes start at once: the file gets its name only when it is complete,
 * and only one process can claim that name.
 */
async function createSecretFile(path: string): Promise<void> {
  if (existsSync(path)) return
  const draft = `${path}.${process.pid}-${randomBytes(6).toString('hex')}`
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  await writeFile(draft, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    await link(draft, path)
  } catch (error) {
    if (Object(error).code !== 'EEXIST') throw error
  } finally {
    await unlink(draft)
  }
}

async function warnWhenReadable(path: string, log: Logger): Promise<void> {
  const { mode } = await stat(path)
  if (process.platform === 'win32' || (mode & OTHERS_MAY_ACCESS) === 0) return
  log.warn(
    { event: 'secret.readable', path },
    'other accounts of this machine can read the secret: chmod 600',
  )
}

/** This prefix turns an Ed25519 seed into a key file (RFC 8410, 7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

export const privateKeyOf = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' })

/** `x`: the 32 bytes of the public key, in base64url. */
const PublicJwk = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() })
export type PublicJwk = z.infer<typeof PublicJwk>

export const publicJwkOf = (privateKey: KeyObject): PublicJwk =>
  PublicJwk.parse(createPublicKey(privateKey).export({ format: 'jwk' }))
