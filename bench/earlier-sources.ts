import { execFileSync } from 'node:child_process'
import { mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const git = (...words: string[]): Buffer => execFileSync('git', words, { stdio: 'pipe' })

/** The sources of a commit in a folder of their own, with the packages of today. */
export function checkOut(commit: string): Disposable & { folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'earlier-sources-'))
  git('worktree', 'add', '--detach', folder, commit)
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  return { folder, [Symbol.dispose]: () => void git('worktree', 'remove', '--force', folder) }
}
