import type { Page, Row } from '#scripts/conformance/page.ts'
import type { TaggedTest } from '#scripts/conformance/tagged-tests.ts'
import type { Wanted } from '#scripts/conformance/wanted.ts'

/** The same page with the tests that carry each row's tag. */
export function fillIn(page: Page, tests: TaggedTest[]): Page {
  const byId = new Map<string, string[]>()
  for (const { reference, ids } of tests)
    for (const id of ids) byId.set(id, [...(byId.get(id) ?? []), reference])
  const fill = <Kind extends Row>(row: Kind, tag: string): Kind => ({
    ...row,
    shownBy: byId.get(tag) ?? [],
  })
  return {
    clauses: page.clauses.map((row) => fill(row, row.id)),
    checks: page.checks.map((row) => fill(row, checkTag(row.id))),
  }
}

/**
 * Every contradiction between the page, the lists (`null`: not available) and the tags; empty = no
 * contradictions.
 */
export function findProblems(page: Page, wanted: Wanted | null, tests: TaggedTest[]): string[] {
  const known = new Set([
    ...page.clauses.map(({ id }) => id),
    ...page.checks.map(({ id }) => checkTag(id)),
  ])
  const filled = fillIn(page, tests)
  return [
    ...doubled(page.clauses),
    ...doubled(page.checks),
    ...(wanted === null
      ? []
      : [...compare(page.clauses, wanted.clauses), ...compare(page.checks, wanted.checks)]),
    ...tests.flatMap(({ reference, ids }) =>
      ids.filter((id) => !known.has(id)).map((id) => `${reference}: the tag ${id} names no row`),
    ),
    ...[...filled.clauses, ...filled.checks].flatMap(stateProblems),
  ]
}

const checkTag = (id: string) => `check-${id}`

function doubled(rows: Row[]): string[] {
  const seen = new Set<string>()
  return rows.flatMap(({ id }) => {
    if (seen.has(id)) return [`${id} has two rows`]
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

function stateProblems({ id, state, shownBy }: Row): string[] {
  if (state === 'built') return shownBy.length > 0 ? [] : [`${id}: no test has its tag`]
  if (state === 'open') return shownBy.length > 0 ? [`${id}: open, but a test has its tag`] : []
  return [`${id}: the state is open or built, not ${JSON.stringify(state)}`]
}
