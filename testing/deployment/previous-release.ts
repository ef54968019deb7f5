import { execFileSync } from 'node:child_process'
import { readdirSync, symlinkSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { ROOT } from './containerfile.ts'

const MIGRATIONS = 'server/platform/db/migrations'

export const newestMigration = (): string =>
  readdirSync(path.join(ROOT, MIGRATIONS))
    .filter((file) => file.endsWith('.ts'))
    .toSorted()
    .at(-1)
    ?.slice(0, -'.ts'.length) ?? ''

const git = (...words: string[]): string =>
  execFileSync('git', ['-C', ROOT, ...words], {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  }).trim()

/** What operators run now: set it to the commit of each release, once that has a newer schema. */
const PREVIOUS_RELEASE = '09f2311a'

/** Null where the history does not reach that far. */
export function findPreviousRelease(): string | null {
  try {
    return git('rev-parse', '--verify', '--quiet', `${PREVIOUS_RELEASE}^{commit}`)
  } catch {
    return null
  }
}

const SOURCES = ['server', 'discovery', 'contracts', 'i18n', 'content', 'package.json']

/**
 * The sources of a commit, with the packages and the web of this checkout: only the server's code
 * is older.
 */
export async function checkOut(commit: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const archive = execFileSync('git', ['-C', ROOT, 'archive', commit, ...SOURCES], {
    maxBuffer: 256 * 1024 * 1024,
  })
  execFileSync('tar', ['x', '-C', folder], { input: archive })
  for (const shared of ['node_modules', 'dist', 'docs'])
    symlinkSync(path.join(ROOT, shared), path.join(folder, shared))
}
