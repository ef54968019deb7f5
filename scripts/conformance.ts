/**
 * Maintains `docs/conformance.md`: `add` writes a row for every clause and numbered check without one; `check` fails if the page and the
 * repository disagree. The list of clauses is stored outside the repository; without it `check` examines only the page itself.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { addMissingRows } from '#scripts/conformance/add-missing-rows.ts'
import { findProblems } from '#scripts/conformance/find-problems.ts'
import { parsePage, renderPage } from '#scripts/conformance/page.ts'
import { parseChecks, parseClauses, type Wanted } from '#scripts/conformance/wanted.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const PAGE = path.join(ROOT, 'docs/conformance.md')
const SHARED = path.resolve(ROOT, '../shared')

const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : null)

function readWanted(): Wanted | null {
  const clauses = read(path.join(SHARED, 'clauses.tsv'))
  const checks = read(path.join(SHARED, 'checks.md'))
  if (clauses === null || checks === null) return null
  return { clauses: parseClauses(clauses), checks: parseChecks(checks) }
}

function add(): void {
  const wanted = readWanted()
  if (wanted === null) throw new Error(`no list of clauses in ${SHARED}`)
  writeFileSync(PAGE, renderPage(addMissingRows(parsePage(read(PAGE) ?? ''), wanted)))
}

function check(): void {
  const page = parsePage(read(PAGE) ?? '')
  const wanted = readWanted()
  const problems = findProblems(page, wanted, (file) => read(path.join(ROOT, file)))
  if (problems.length > 0) {
    console.error(problems.map((problem) => `docs/conformance.md: ${problem}`).join('\n'))
    process.exitCode = 1
    return
  }
  const rows = [...page.clauses, ...page.checks]
  const closed = rows.filter((row) => row.state === 'built').length
  const notice = wanted === null ? ' (list of clauses not found: ids not compared)' : ''
  console.log(`${closed} of ${rows.length} rows are built and shown by tests${notice}`)
}

const mode = process.argv[2]
if (mode === 'add') add()
else if (mode === 'check') check()
else {
  console.error('Usage: node scripts/conformance.ts add|check')
  process.exitCode = 2
}
