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

/** The release that operators run now, 0.9.0: set it with each release. */
const PREVIOUS_RELEASE = 'befc963615233d8ed6c77db218cb9137c7dd108c'

type PreviousRelease = { commit: string } | { missing: string }

/** Missing where there is nothing that this schema could break, with a sentence that says why. */
export function findPreviousRelease(): PreviousRelease {
  let commit: string
  try {
    commit = git('rev-parse', '--verify', '--quiet', `${PREVIOUS_RELEASE}^{commit}`)
  } catch {
    return { missing: 'the history of the repository does not reach the previous release' }
  }
  const hasNewest = git('ls-tree', '--name-only', commit, `${MIGRATIONS}/${newestMigration()}.ts`)
  return hasNewest ? { missing: 'the previous release has the same schema' } : { commit }
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
