import path from 'node:path'
import type { Judge } from './judge.ts'
import { linesOf, run, versionOf } from './tools.ts'

const ROOT = path.join(import.meta.dirname, '..')
const SHELL = '^#!.*sh$'

/** ShellCheck on every shell script of the project. */
export const shellScripts: Judge = {
  name: 'shell-scripts',
  tool: 'shellcheck',
  version: () => versionOf('shellcheck'),
  skip: 'ShellCheck comes with Debian: apt-get install -y shellcheck',
  async judge() {
    const listed = await run('git', ['grep', '--files-with-matches', '-E', SHELL], { cwd: ROOT })
    const scripts = linesOf(listed.stdout)
    const { code, stdout, stderr } = await run('shellcheck', ['--format=gcc', ...scripts], {
      cwd: ROOT,
    })
    const told = linesOf(stdout)
    if (code !== 0 && told.length === 0) throw new Error(stderr)
    return { checked: `${scripts.length} scripts`, findings: told }
  },
}
