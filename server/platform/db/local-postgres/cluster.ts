import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { chmod, lchown, mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import { LocalPostgresError } from '#server/platform/db/errors.ts'
import { type PostgresBinaries, sharedFolders } from './binaries.ts'
import { chooseRunAs, isOnlyRoots, isReachable, isRoot, type RunAs } from './run-as.ts'

export type Cluster = {
  /** The real path; `DATA_DIR/postgres` may be a link to it. */
  folder: string
  runAs: RunAs
  isNew: boolean
}

export const SUPERUSER = 'storedawn'
export const passwordFileIn = (dataDir: string): string => path.join(dataDir, 'postgres-password')

const linkIn = (dataDir: string): string => path.join(dataDir, 'postgres')

/**
 * `DATA_DIR/postgres`; where root's unprivileged user cannot reach that, a link to a folder that it
 * can reach.
 * @throws LocalPostgresError when a folder is there that this release or this user cannot open
 */
export async function prepareCluster(
  dataDir: string,
  binaries: PostgresBinaries,
  log: Logger,
): Promise<Cluster> {
  await mkdir(dataDir, { recursive: true })
  const existing = findCluster(dataDir, binaries)
  if (existing) await renewOwner(dataDir, existing.folder)
  return existing ?? createCluster(dataDir, binaries, log)
}

/** @throws LocalPostgresError */
function findCluster(dataDir: string, { major, version }: PostgresBinaries): Cluster | null {
  const link = linkIn(dataDir)
  if (!lstatSync(link, { throwIfNoEntry: false })) return null
  if (!existsSync(link))
    throw new LocalPostgresError(
      `${link} points to a folder that is gone. Restore that folder, or remove the link to start with an empty database.`,
    )
  const folder = realpathSync(link)
  const found = readFileSync(path.join(folder, 'PG_VERSION'), 'utf8').trim()
  if (found !== String(major))
    throw new LocalPostgresError(
      `${folder} was made by PostgreSQL ${found}, and this release brings ${version}. ` +
        `Convert it with pg_upgrade, or run a PostgreSQL ${found} on it and set DATABASE_URL.`,
    )
  const { uid, gid } = statSync(folder)
  if (isRoot()) return { folder, runAs: uid === 0 ? chooseRunAs() : { uid, gid }, isNew: false }
  if (process.getuid && uid !== process.getuid())
    throw new LocalPostgresError(
      `${folder} belongs to another user (id ${uid}). Start Storedawn as that user or as root, or choose another folder: DATA_DIR=.data-2`,
    )
  return { folder, runAs: {}, isNew: false }
}

/**
 * Made beside its place and moved there, so that a kill leaves either no cluster or a whole one.
 */
async function createCluster(
  dataDir: string,
  binaries: PostgresBinaries,
  log: Logger,
): Promise<Cluster> {
  const runAs = chooseRunAs()
  const folder = await chooseClusterFolder(dataDir)
  await removeDrafts(folder)
  if (folder !== linkIn(dataDir)) await reportUnlinked(path.dirname(folder), log)
  const draft = `${folder}.new-${process.pid}`
  await mkdir(draft, { mode: 0o700 })
  try {
    if (runAs.uid !== undefined && runAs.gid !== undefined)
      await lchown(draft, runAs.uid, runAs.gid)
    await initialise(dataDir, draft, binaries, runAs)
    await writeFile(path.join(draft, OWNER_FILE), dataDir)
    await rename(draft, folder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    const winner = findCluster(dataDir, binaries) // another process may have created it meanwhile
    if (winner) return winner
    throw error
  }
  if (folder !== linkIn(dataDir)) await symlink(folder, linkIn(dataDir))
  return { folder: realpathSync(folder), runAs, isNew: true }
}

async function chooseClusterFolder(dataDir: string): Promise<string> {
  if (!isRoot() || isReachable(dataDir)) return linkIn(dataDir)
  for (const parent of sharedFolders()) {
    await mkdir(parent, { recursive: true, mode: 0o755 }).catch(() => undefined)
    if (isReachable(parent) && isOnlyRoots(parent))
      return path.join(parent, `postgres-${randomBytes(6).toString('hex')}`)
  }
  throw new LocalPostgresError(
    `PostgreSQL refuses to run as root, and no other user can reach ${dataDir} or ${sharedFolders().join(' or ')}. ` +
      'Choose a DATA_DIR that every user may enter, or set DATABASE_URL to a PostgreSQL server.',
  )
}

/** A start that was killed half-way leaves its draft. */
async function removeDrafts(folder: string): Promise<void> {
  const parent = path.dirname(folder)
  for (const name of await readdir(parent)) {
    const pid = /^postgres(?:-[0-9a-f]+)?\.new-(\d+)$/.exec(name)?.[1]
    if (pid && !isAlive(Number(pid)))
      await rm(path.join(parent, name), { recursive: true, force: true })
  }
}

/** In a cluster outside its DATA_DIR: names the DATA_DIR that it belongs to. */
const OWNER_FILE = 'storedawn-data-dir'

/**
 * A DATA_DIR may be renamed, and another one made in its place: the cluster belongs to the one that
 * links to it.
 */
async function renewOwner(dataDir: string, folder: string): Promise<void> {
  const file = path.join(folder, OWNER_FILE)
  if (!lstatSync(linkIn(dataDir)).isSymbolicLink()) return
  if (existsSync(file) && readFileSync(file, 'utf8') === dataDir) return
  await rm(file, { force: true })
  // PostgreSQL's user could have put a link there, which root must not follow
  await writeFile(file, dataDir, { flag: 'wx' })
}

/**
 * Never deletes such a cluster: its DATA_DIR may have been moved away, as before a restore, or be
 * on a disk that is not mounted.
 */
async function reportUnlinked(parent: string, log: Logger): Promise<void> {
  const names = (await readdir(parent)).filter((name) => /^postgres-[0-9a-f]+$/.test(name))
  const folders = names.map((name) => path.join(parent, name)).filter(isUnlinked)
  if (folders.length === 0) return
  log.warn(
    { event: 'postgres.unlinked', folders },
    'no DATA_DIR links to these databases any more; those of installations that are gone may be deleted',
  )
}

function isUnlinked(folder: string): boolean {
  const ownerFile = path.join(folder, OWNER_FILE)
  if (!existsSync(ownerFile) || hasLivePidFile(folder)) return false
  const link = linkIn(readFileSync(ownerFile, 'utf8'))
  return !existsSync(link) || realpathSync(link) !== realpathSync(folder)
}

function hasLivePidFile(folder: string): boolean {
  const file = path.join(folder, 'postmaster.pid')
  return existsSync(file) && isAlive(Number.parseInt(readFileSync(file, 'utf8'), 10))
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const BUILTIN_LOCALE_SINCE = 17

/**
 * Order by code point, words by Unicode. In the locale `C`, article search would treat “trending”
 * with its quotes as one word, and `lower` would leave umlauts unchanged.
 */
async function initialise(
  dataDir: string,
  folder: string,
  { initdb, major }: PostgresBinaries,
  runAs: RunAs,
): Promise<void> {
  const access = process.platform === 'win32' ? await passwordAccess(dataDir) : ['-A', 'trust']
  // Without --no-sync creation takes 2 to 3 s longer on a busy disk; `syncCluster` does that part
  // while the product is already running.
  const options = ['-U', SUPERUSER, '-E', 'UTF8', '--no-sync', '--no-instructions']
  const create = (locale: string[]) =>
    runToEnd(initdb, ['-D', folder, ...access, ...options, ...locale], runAs)
  const provider = major >= BUILTIN_LOCALE_SINCE ? ['--locale-provider=builtin'] : []
  const bytewise = provider.length > 0 ? ['--builtin-locale=C.UTF-8', '--lc-collate=C'] : []
  await create([...provider, ...bytewise, '--locale=C.UTF-8']).catch((error: Error) => {
    if (!/invalid locale/.test(error.message)) throw error
    return create([...provider, ...bytewise, '--locale=en_US.UTF-8']) // such as macOS before 15
  })
  await chmod(folder, 0o700)
}

/**
 * Windows has no Unix sockets that Node can use: PostgreSQL listens on a loopback port behind a
 * password there.
 */
async function passwordAccess(dataDir: string): Promise<string[]> {
  const file = passwordFileIn(dataDir)
  await writeFile(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return ['-A', 'scram-sha-256', '--pwfile', file]
}

/**
 * Flushes the files of a new cluster to the disk, so that they survive a power cut minutes later.
 */
export const syncCluster = (
  { initdb }: PostgresBinaries,
  { folder, runAs }: Cluster,
): Promise<void> => runToEnd(initdb, ['-D', folder, '--sync-only'], runAs)

/** @throws LocalPostgresError with the program's output */
function runToEnd(command: string, args: string[], runAs: RunAs): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...runAs, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
    let printed = ''
    child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) return resolve()
      const problem = printed.trim() || `it ended with ${signal ?? code}`
      reject(
        new LocalPostgresError(
          `${path.basename(command)} could not create the database: ${problem}`,
        ),
      )
    })
  })
}
