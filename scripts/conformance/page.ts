/** A row of the page. `shownBy`: `path/to/file.test.ts › exact test name`, or a script that prints the figure. */
export type Row = { id: string; state: string; builtIn: string[]; shownBy: string[] }
export type ClauseRow = Row & { part: string }
export type CheckRow = Row & { what: string }
export type Page = { clauses: ClauseRow[]; checks: CheckRow[] }

const CHECKS_HEADING = '## Reliability and security'
const PART_HEADING = /^### (.+)$/
const BETWEEN = '<br>'

const INTRODUCTION = `# Conformance

One row for every clause of the specification (by its stable id) and for every numbered check of reliability and
security: open, or built where and shown by which test. \`node scripts/conformance.ts check\` (part of \`npm run verify\`) holds
this page to the repository: every file named here exists, and every test named here is in its file under exactly that name.

To close a row set its state to \`built\`, name the files under *built in*, and the tests under *shown by* as
\`path/to/file.test.ts › exact test name\`; several are separated by \`<br>\`, and a \`|\` in a name is written \`\\|\`. Where a
check needs minutes, a script under \`bench/\` or \`testing/\` is named by its path alone.`

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
  if (cells === null || cells[0] === 'id' || cells[0] === 'check' || /^-+$/.test(cells[0] ?? '')) return
  if (part === null) {
    const [id = '', what = '', state = '', builtIn = '', shownBy = ''] = cells
    page.checks.push({ id, what, state, builtIn: splitList(builtIn), shownBy: splitList(shownBy) })
  } else {
    const [id = '', state = '', builtIn = '', shownBy = ''] = cells
    page.clauses.push({ id, part, state, builtIn: splitList(builtIn), shownBy: splitList(shownBy) })
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
    ...parts.flatMap((part) => [`### ${part}`, renderClauses(clauses.filter((row) => row.part === part))]),
    CHECKS_HEADING,
    renderChecks(checks),
    '',
  ].join('\n\n')
}

function renderClauses(rows: ClauseRow[]): string {
  const lines = rows.map((row) =>
    renderCells([row.id, row.state, joinList(row.builtIn), joinList(row.shownBy)]),
  )
  return ['| id | state | built in | shown by |', '| --- | --- | --- | --- |', ...lines].join('\n')
}

function renderChecks(rows: CheckRow[]): string {
  const lines = rows.map((row) =>
    renderCells([row.id, row.what, row.state, joinList(row.builtIn), joinList(row.shownBy)]),
  )
  return ['| check | what | state | built in | shown by |', '| --- | --- | --- | --- | --- |', ...lines].join(
    '\n',
  )
}

const joinList = (items: string[]) => items.join(BETWEEN)

const renderCells = (cells: string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`.replaceAll(/ {2,}\|/g, ' |')
