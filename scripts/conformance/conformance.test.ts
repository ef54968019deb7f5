import { expect, test } from 'vitest'
import { addMissingRows } from '#scripts/conformance/add-missing-rows.ts'
import { findProblems } from '#scripts/conformance/find-problems.ts'
import { type Page, parsePage, renderPage } from '#scripts/conformance/page.ts'
import { parseChecks, parseClauses } from '#scripts/conformance/wanted.ts'

const wanted = {
  clauses: parseClauses(
    'id\tsection\tclause\tpart\nlogin.button\t2 Login\tA button.\taccounts\nlist.rows\t2 List\tRows.\tdiscovery\n',
  ),
  checks: parseChecks(
    '## The hundred checks (x)\n**A**\n1. Login twice -> same (A 1)\n2. Logout -> 401\n\n## Sources\n3. no\n',
  ),
}
const files: Record<string, string> = {
  'server/login.ts': '',
  'server/login.test.ts': `test('a login works', () => {})\ntest("it isn't | open", () => {})`,
  'bench/slow.ts': '',
}
const readFile = (file: string) => files[file] ?? null

const built = {
  state: 'built',
  builtIn: ['server/login.ts'],
  shownBy: ['server/login.test.ts › a login works'],
}
const pageWith = (row: Partial<Page['clauses'][number]>): Page => {
  const page = addMissingRows({ clauses: [], checks: [] }, wanted)
  return {
    ...page,
    clauses: page.clauses.map((one) => (one.id === 'login.button' ? { ...one, ...row } : one)),
  }
}
const problemsOf = (row: Partial<Page['clauses'][number]>) => findProblems(pageWith(row), wanted, readFile)

test('a new page has one open row for every clause and check', () => {
  const page = pageWith({})
  expect(page.clauses.map((row) => [row.id, row.part, row.state])).toEqual([
    ['login.button', 'accounts', 'open'],
    ['list.rows', 'discovery', 'open'],
  ])
  expect(page.checks.map((row) => [row.id, row.what])).toEqual([
    ['1', 'Login twice'],
    ['2', 'Logout'],
  ])
  expect(findProblems(page, wanted, readFile)).toEqual([])
})

test('a page survives writing and reading unchanged, even with pipes and several tests', () => {
  const page = pageWith({
    ...built,
    shownBy: ['server/login.test.ts › a login works', `server/login.test.ts › it isn't | open`],
  })
  expect(parsePage(renderPage(page))).toEqual(page)
  expect(findProblems(parsePage(renderPage(page)), wanted, readFile)).toEqual([])
})

test('closed rows survive the addition of new rows', () => {
  const before = parsePage(renderPage(pageWith(built)))
  const after = addMissingRows(before, {
    ...wanted,
    clauses: [...wanted.clauses, { id: 'new.clause', part: 'blog' }],
  })
  expect(after.clauses.find((row) => row.id === 'login.button')).toMatchObject(built)
  expect(after.clauses.find((row) => row.id === 'new.clause')?.state).toBe('open')
})

test.each([
  ['a file that does not exist', { ...built, builtIn: ['server/gone.ts'] }, 'server/gone.ts does not exist'],
  [
    'a test file that does not exist',
    { ...built, shownBy: ['server/gone.test.ts › a login works'] },
    'server/gone.test.ts does not exist',
  ],
  [
    'a test that was renamed',
    { ...built, shownBy: ['server/login.test.ts › a login'] },
    'server/login.test.ts has no test named "a login"',
  ],
  [
    'a test file without a test',
    { ...built, shownBy: ['server/login.test.ts'] },
    'server/login.test.ts: which test?',
  ],
  [
    'a source file as proof',
    { ...built, shownBy: ['server/login.ts › a login works'] },
    'server/login.ts is not a test file',
  ],
  ['a built row without a place', { ...built, builtIn: [] }, 'built, but not said where'],
  ['a built row without proof', { ...built, shownBy: [] }, 'built, but shown by nothing'],
  ['another state', { ...built, state: 'done' }, 'the state is open or built, not "done"'],
])('%s is a problem', (_what, row, problem) => {
  expect(problemsOf(row)).toEqual([`login.button: ${problem}`])
})

test('a script under bench/ counts as proof without a test name', () => {
  expect(problemsOf({ ...built, shownBy: ['bench/slow.ts'] })).toEqual([])
})

test('missing, unknown and duplicate ids are problems', () => {
  const page = pageWith({})
  const [first] = page.clauses
  const wrong = { ...page, clauses: first ? [first, first, { ...first, id: 'who.knows' }] : [] }
  expect(findProblems(wrong, wanted, readFile)).toEqual([
    'login.button stands there twice',
    'list.rows is missing',
    'who.knows is in no list',
  ])
})

test('without the lists the check covers only the page itself', () => {
  expect(findProblems({ clauses: [], checks: [] }, null, readFile)).toEqual([])
})
