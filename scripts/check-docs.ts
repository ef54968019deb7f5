/**
 * Checks that every path of this repository in a document exists, and that every decision says when
 * it was taken and whether it stands.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { findCitedPaths } from '#scripts/docs/find-cited-paths.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
// Includes uncommitted files, so that new documents are checked too.
const listFiles = (...args: string[]) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...args], {
    cwd: ROOT,
  })
    .toString()
    .split('\n')
    .filter(Boolean)

const topLevel = new Set(listFiles().map((file) => file.split('/')[0] ?? file))
const documents = listFiles('*.md').filter((file) => existsSync(path.join(ROOT, file)))
const dead = documents.flatMap((document) =>
  findCitedPaths(readFileSync(path.join(ROOT, document), 'utf8'), topLevel)
    .filter(({ cited, kind }) => !existsAsCited(document, cited, kind))
    .map(({ cited, line }) => `${document}:${line}: ${cited} does not exist`),
)

/**
 * Links are relative to their document; paths in backticks are relative to the root or to the
 * document.
 */
function existsAsCited(document: string, cited: string, kind: 'link' | 'code'): boolean {
  if (existsSync(path.join(ROOT, path.dirname(document), cited))) return true
  // A document may name a module without its extension: `server/errors`.
  return (
    kind === 'code' &&
    ['', '.ts', '.tsx'].some((ending) => existsSync(path.join(ROOT, `${cited}${ending}`)))
  )
}

const DECISION_HEAD = /^# \d+\. .+\n\n\d{4}-\d\d-\d\d · (accepted|superseded by \d+)( · .+)?\n/
const headless = documents
  .filter((document) => document.startsWith('docs/decisions/'))
  .filter((document) => !DECISION_HEAD.test(readFileSync(path.join(ROOT, document), 'utf8')))
  .map(
    (document) =>
      `${document}:3: a decision begins with its number and title, then its date and "· accepted"`,
  )

const findings = [...dead, ...headless]
if (findings.length > 0) console.error(findings.join('\n'))
else console.log(`${documents.length} documents name only paths that exist`)
process.exitCode = findings.length > 0 ? 1 : 0
