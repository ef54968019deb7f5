/**
 * A row of the page. `shownBy`: `path/to/file.test.ts › title of the test`, or the path of a script
 * that prints the result.
 */
export type Row = { id: string; state: string; shownBy: string[] }
export type ClauseRow = Row & { part: string }
export type CheckRow = Row & { what: string }
export type Page = { clauses: ClauseRow[]; checks: CheckRow[] }

const CHECKS_HEADING = '## Reliability and security'
const PART_HEADING = /^### (.+)$/
const BETWEEN = '<br>'

const INTRODUCTION = `# Conformance

One row for every clause of the specification (by its stable id) and for every numbered check of reliability and security, with the tests
that show it. A test names its clauses in its tags (\`tags: ['login.title']\` in Vitest, \`tag: ['@login.title']\` in Playwright); the check
with the number 12 has the tag \`check-12\`. A script under \`bench/\` or \`testing/\` names them in a line \`Conformance: check-12\` of its first comment.

\`npm run conformance\` writes the last column from those tags. \`npm run verify\` fails if a clause has no test, a tag names no clause, or
this page is out of date.`

export function parsePage(markdown: string): Page {
  const page: Page = { clauses: [], checks: [] }
  let part: string | null = null
  for (const line of markdown.split('\n')) {
    const heading = PART_HEADING.exec(line)?.[1]
    if (heading !== undefined) part = heading
    else if (line === CHECKS_HEADING) part = null
    else addRow(page, part, splitCells(line))
  }
  return page
}

function addRow(page: Page, part: string | null, cells: string[] | null): void {
  if (cells === null || cells[0] === 'id' || cells[0] === 'check' || /^-+$/.test(cells[0] ?? ''))
    return
  if (part === null) {
    const [id = '', what = '', state = '', shownBy = ''] = cells
    page.checks.push({ id, what, state, shownBy: splitList(shownBy) })
  } else {
    const [id = '', state = '', shownBy = ''] = cells
    page.clauses.push({ id, part, state, shownBy: splitList(shownBy) })
  }
}

function splitCells(line: string): string[] | null {
  if (!line.startsWith('| ')) return null
  const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
  return cells.slice(1, -1)
}

const splitList = (cell: string) =>
  cell
    .split(BETWEEN)
    .map((item) => item.trim())
    .filter(Boolean)

export function renderPage({ clauses, checks }: Page): string {
  const parts = [...new Set(clauses.map((row) => row.part))].toSorted()
  return [
    INTRODUCTION,
    '## Clauses of the specification',
    ...parts.flatMap((part) => [
      `### ${part}`,
      renderClauses(clauses.filter((row) => row.part === part)),
    ]),
    CHECKS_HEADING,
    renderChecks(checks),
    '',
  ].join('\n\n')
}

function renderClauses(rows: ClauseRow[]): string {
  const lines = rows.map((row) => renderCells([row.id, row.state, row.shownBy.join(BETWEEN)]))
  return ['| id | state | shown by |', '| --- | --- | --- |', ...lines].join('\n')
}

function renderChecks(rows: CheckRow[]): string {
  const lines = rows.map((row) =>
    renderCells([row.id, row.what, row.state, row.shownBy.join(BETWEEN)]),
  )
  return ['| check | what | state | shown by |', '| --- | --- | --- | --- |', ...lines].join('\n')
}

const renderCells = (cells: string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`.replaceAll(/ {2,}\|/g, ' |')
