import path from 'node:path'
import * as z from 'zod'
import type { Judge, Reason } from './judge.ts'
import { fromNpm, run, versionOf, withFolder } from './tools.ts'

const CONTAINERFILE = path.join(import.meta.dirname, '../deploy/Containerfile')
const VERSION = '2.0.0'

const fetched = () => fromNpm('dockerlinter', VERSION)
const shellCheck = () => versionOf('shellcheck')

const Report = z.array(
  z.object({ lineNumber: z.int(), code: z.string(), message: z.string(), level: z.string() }),
)

const REASONS: readonly Reason[] = [
  {
    finding: /^ER0003 /,
    reason:
      'one instruction prunes, so that no layer keeps what it removes; the folder changes within it',
  },
]

/** hadolint itself comes neither with Debian nor with npm; this has its rules, and ShellCheck's. */
export const image: Judge = {
  name: 'image',
  tool: 'dockerlinter, shellcheck',
  async version() {
    const shell = await shellCheck()
    return shell === undefined || (await fetched()) === undefined
      ? undefined
      : `${VERSION}, ${shell}`
  },
  skip: `npm fetches dockerlinter@${VERSION}, and ShellCheck comes with Debian: apt-get install -y shellcheck`,
  async judge() {
    const program = path.join((await fetched()) ?? '', 'bin/dockerfilelinter.js')
    // It writes each script into the current folder.
    const { stdout, stderr } = await withFolder((folder) =>
      run(process.execPath, [program, '--json', '--file', CONTAINERFILE], { cwd: folder }),
    )
    if (stderr.trim() !== '') throw new Error(stderr)
    const messages = Report.parse(JSON.parse(stdout))
    return {
      checked: '1 Containerfile',
      findings: messages.map(
        ({ code, lineNumber, level, message }) =>
          `${code} line ${lineNumber}, ${level}: ${message}`,
      ),
      reasons: REASONS,
    }
  },
}
