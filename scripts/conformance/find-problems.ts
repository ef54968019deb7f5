import type { Page, Row } from '#scripts/conformance/page.ts'
import type { Wanted } from '#scripts/conformance/wanted.ts'

/** The text of a file in the repository, or null if the file does not exist. */
export type ReadFile = (file: string) => string | null

const BETWEEN_FILE_AND_TEST = ' › '
const TEST_FILE = /\.(test|spec)\.tsx?$/
/** Checks that take minutes are scripts, which print their results; they have no test names. */
const SCRIPT = /^(bench|testing|scripts)\//

/** Every contradiction between the page and the lists (`null`: not available) or the repository; empty = no contradictions. */
export function findProblems(page: Page, wanted: Wanted | null, readFile: ReadFile): string[] {
  return [
    ...doubled(page.clauses),
    ...doubled(page.checks),
    ...(wanted === null
      ? []
      : [...compare(page.clauses, wanted.clauses), ...compare(page.checks, wanted.checks)]),
    ...[...page.clauses, ...page.checks].flatMap((row) => rowProblems(row, readFile)),
  ]
}

function doubled(rows: Row[]): string[] {
  const seen = new Set<string>()
  return rows.flatMap(({ id }) => {
    if (seen.has(id)) return [`${id} stands there twice`]
    seen.add(id)
    return []
  })
}

function compare(rows: Row[], wanted: { id: string }[]): string[] {
  const present = new Set(rows.map(({ id }) => id))
  const known = new Set(wanted.map(({ id }) => id))
  return [
    ...wanted.filter(({ id }) => !present.has(id)).map(({ id }) => `${id} is missing`),
    ...rows.filter(({ id }) => !known.has(id)).map(({ id }) => `${id} is in no list`),
  ]
}

function rowProblems(row: Row, readFile: ReadFile): string[] {
  return [
    ...stateProblems(row),
    ...row.builtIn.filter((file) => readFile(file) === null).map((file) => `${file} does not exist`),
    ...row.shownBy.flatMap((reference) => referenceProblems(reference, readFile)),
  ].map((problem) => `${row.id}: ${problem}`)
}

function stateProblems({ state, builtIn, shownBy }: Row): string[] {
  if (state === 'open') return []
  if (state !== 'built') return [`the state is open or built, not ${JSON.stringify(state)}`]
  if (builtIn.length === 0) return ['built, but not said where']
  if (shownBy.length === 0) return ['built, but shown by nothing']
  return []
}

function referenceProblems(reference: string, readFile: ReadFile): string[] {
  const [file = '', ...rest] = reference.split(BETWEEN_FILE_AND_TEST)
  const text = readFile(file)
  if (text === null) return [`${file} does not exist`]
  if (rest.length === 0) return SCRIPT.test(file) && !TEST_FILE.test(file) ? [] : [`${file}: which test?`]
  if (!TEST_FILE.test(file)) return [`${file} is not a test file`]
  const name = rest.join(BETWEEN_FILE_AND_TEST)
  return namesTest(text, name) ? [] : [`${file} has no test named "${name}"`]
}

/** The name as a complete string in the file, in any quotes, so that a part of a longer name does not match. */
function namesTest(text: string, name: string): boolean {
  return ["'", '"', '`'].some((quote) => text.includes(quote + escapeQuote(name, quote) + quote))
}

const escapeQuote = (name: string, quote: string) =>
  name.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`)
