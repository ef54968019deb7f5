/**
 * Maintains `docs/conformance.md` from the tags of the tests: `write` adds a row for every new
 * clause and numbered check and fills in the tests; `check` fails if the page, the lists and the
 * tags disagree. The list of clauses is stored outside the repository; without it only page and
 * tags are compared.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { addMissingRows } from '#scripts/conformance/add-missing-rows.ts'
import { fillIn, findProblems } from '#scripts/conformance/find-problems.ts'
import { parsePage, renderPage } from '#scripts/conformance/page.ts'
import { readTaggedTests, type TaggedTest } from '#scripts/conformance/tagged-tests.ts'
import { parseChecks, parseClauses, type Wanted } from '#scripts/conformance/wanted.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const PAGE = path.join(ROOT, 'docs/conformance.md')
const SHARED = path.resolve(ROOT, '../shared')
const MAY_CARRY_TAGS = /\.(test|spec)\.tsx?$|^(bench|drills|judges)\/.*\.ts$/

const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : null)

function readWanted(): Wanted | null {
  const clauses = read(path.join(SHARED, 'clauses.tsv'))
  const checks = read(path.join(SHARED, 'checks.md'))
  if (clauses === null || checks === null) return null
  return { clauses: parseClauses(clauses), checks: parseChecks(checks) }
}

function readAllTests(): TaggedTest[] {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', list, { cwd: ROOT, encoding: 'utf8' }).split('\n')
  return files
    .filter((file) => MAY_CARRY_TAGS.test(file))
    .toSorted()
    .flatMap((file) => readTaggedTests(file, read(path.join(ROOT, file)) ?? ''))
}

function write(): void {
  const wanted = readWanted()
  const page = parsePage(read(PAGE) ?? '')
  writeFileSync(
    PAGE,
    renderPage(fillIn(wanted ? addMissingRows(page, wanted) : page, readAllTests())),
  )
}

function check(): void {
  const text = read(PAGE) ?? ''
  const page = parsePage(text)
  const wanted = readWanted()
  const tests = readAllTests()
  const problems = findProblems(page, wanted, tests)
  if (text !== renderPage(fillIn(page, tests))) problems.push('out of date: npm run conformance')
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
if (mode === 'write') write()
else if (mode === 'check') check()
else {
  console.error('Usage: node scripts/conformance.ts write|check')
  process.exitCode = 2
}
