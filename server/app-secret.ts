import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Config, ConfigError } from '#server/config.ts'

const FILE = 'app-secret'
const SECRET_BYTES = 32
const MIN_LENGTH = 32
const OTHERS_MAY_ACCESS = 0o077

type Deps = { config: Config; log: Logger }

/** The secret that signs, and previous secrets whose signatures are still accepted. The database holds neither. */
export type AppSecrets = { current: string; previous: readonly string[] }

/**
 * From `APP_SECRET`, else from a file in `DATA_DIR`, which the first process creates: the first line is the current secret, further lines are
 * previous ones.
 * @throws ConfigError
 */
export async function readAppSecrets({ config, log }: Deps): Promise<AppSecrets> {
  const { APP_SECRET, APP_SECRET_PREVIOUS, DATA_DIR } = config
  if (APP_SECRET !== undefined) return { current: APP_SECRET, previous: APP_SECRET_PREVIOUS }
  const path = join(DATA_DIR, FILE)
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
 * Atomic, even when two processes start at once: the file gets its name only when it is complete, and only one process can claim that name.
 */
async function createSecretFile(path: string): Promise<void> {
  if (await exists(path)) return
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

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

async function warnWhenReadable(path: string, log: Logger): Promise<void> {
  const { mode } = await stat(path)
  if (process.platform === 'win32' || (mode & OTHERS_MAY_ACCESS) === 0) return
  log.warn(
    { event: 'secret.readable', path },
    'other accounts of this machine can read the secret: chmod 600',
  )
}
