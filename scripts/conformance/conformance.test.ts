import { expect, test } from 'vitest'
import { addMissingRows } from '#scripts/conformance/add-missing-rows.ts'
import { fillIn, findProblems } from '#scripts/conformance/find-problems.ts'
import { type Page, parsePage, renderPage } from '#scripts/conformance/page.ts'
import { readTaggedTests } from '#scripts/conformance/tagged-tests.ts'
import { parseChecks, parseClauses } from '#scripts/conformance/wanted.ts'

const wanted = {
  clauses: parseClauses(
    'id\tsection\tclause\tpart\nlogin.button\t2 Login\tA button.\taccounts\nlist.rows\t2 List\tRows.\tdiscovery\n',
  ),
  checks: parseChecks(
    '## The hundred checks (x)\n**A**\n1. Login twice -> same (A 1)\n2. Logout -> 401\n\n## Sources\n3. no\n',
  ),
}
const emptyPage = (): Page => addMissingRows({ clauses: [], checks: [] }, wanted)
const withState = (state: string): Page => {
  const page = emptyPage()
  return {
    ...page,
    clauses: page.clauses.map((row) => (row.id === 'login.button' ? { ...row, state } : row)),
  }
}
const loginTest = { reference: 'server/login.test.ts › a login works', ids: ['login.button'] }

test('a new page has one open row for every clause and check', () => {
  const page = emptyPage()
  expect(page.clauses.map((row) => [row.id, row.part, row.state])).toEqual([
    ['login.button', 'accounts', 'open'],
    ['list.rows', 'discovery', 'open'],
  ])
  expect(page.checks.map((row) => [row.id, row.what])).toEqual([
    ['1', 'Login twice'],
    ['2', 'Logout'],
  ])
  expect(findProblems(page, wanted, [])).toEqual([])
})

test('a page survives writing and reading unchanged, even with pipes and several tests', () => {
  const page = fillIn(withState('built'), [
    loginTest,
    { reference: `server/login.test.ts › it isn't | open`, ids: ['login.button', 'check-2'] },
  ])
  expect(parsePage(renderPage(page))).toEqual(page)
  expect(page.checks.find(({ id }) => id === '2')?.shownBy).toHaveLength(1)
})

test('the addition of new rows keeps the state of existing rows', () => {
  const after = addMissingRows(withState('built'), {
    ...wanted,
    clauses: [...wanted.clauses, { id: 'new.clause', part: 'blog' }],
  })
  expect(after.clauses.find((row) => row.id === 'login.button')?.state).toBe('built')
  expect(after.clauses.find((row) => row.id === 'new.clause')?.state).toBe('open')
})

test.each([
  ['a built clause without a test', 'built', [], 'login.button: no test has its tag'],
  ['an open clause with a test', 'open', [loginTest], 'login.button: open, but a test has its tag'],
  ['another state', 'done', [loginTest], 'login.button: the state is open or built, not "done"'],
  [
    'a tag that names no row',
    'built',
    [loginTest, { reference: 'a.test.ts › a', ids: ['check-3'] }],
    'a.test.ts › a: the tag check-3 names no row',
  ],
])('%s is a problem', (_what, state, tests, problem) => {
  expect(findProblems(withState(state), wanted, tests)).toEqual([problem])
})

test('missing, unknown and duplicate ids are problems', () => {
  const page = emptyPage()
  const [first] = page.clauses
  const wrong = { ...page, clauses: first ? [first, first, { ...first, id: 'who.knows' }] : [] }
  expect(findProblems(wrong, wanted, [])).toEqual([
    'login.button has two rows',
    'list.rows is missing',
    'who.knows is in no list',
  ])
})

test('without the lists the check covers only page and tags', () => {
  expect(findProblems({ clauses: [], checks: [] }, null, [])).toEqual([])
})

test('tags of both test runners are read, with the title as it is written', () => {
  const text = `
    test('a login works', { tags: ['login.button', 'check-1'] }, async () => {})
    test.each(rows)(\`of \${kind}\`, { timeout: 5, tags: ['list.rows'] }, (row: Row) => {})
    describe('group', () => { test("it isn't", { tag: ['@list.rows'] }, async ({ page }) => {}) })
    test('without tags', () => {})`
  expect(readTaggedTests('a.test.ts', text)).toEqual([
    { reference: 'a.test.ts › a login works', ids: ['login.button', 'check-1'] },
    { reference: 'a.test.ts › of ${kind}', ids: ['list.rows'] },
    { reference: "a.test.ts › it isn't", ids: ['list.rows'] },
  ])
})

test('a script names its checks in its first comment', () => {
  expect(
    readTaggedTests('bench/slow.ts', '/**\n * Measures.\n * Conformance: check-1 check-2\n */\n'),
  ).toEqual([{ reference: 'bench/slow.ts', ids: ['check-1', 'check-2'] }])
  expect(readTaggedTests('bench/fast.ts', '/** Measures. */')).toEqual([])
})
