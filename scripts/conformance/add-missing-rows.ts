import type { Page, Row } from '#scripts/conformance/page.ts'
import type { Wanted } from '#scripts/conformance/wanted.ts'

const OPEN = { state: 'open', shownBy: [] }

/**
 * Rows in the order of the lists. Keeps the contents of existing rows, and rows that are in no
 * list: `check` reports those.
 */
export function addMissingRows(page: Page, wanted: Wanted): Page {
  const clauses = wanted.clauses.map(({ id, part }) => ({
    ...OPEN,
    ...find(page.clauses, id),
    id,
    part,
  }))
  const checks = wanted.checks.map(({ id, what }) => ({
    ...OPEN,
    ...find(page.checks, id),
    id,
    what,
  }))
  return {
    clauses: [...clauses, ...unknown(page.clauses, wanted.clauses)],
    checks: [...checks, ...unknown(page.checks, wanted.checks)],
  }
}

const find = (rows: Row[], id: string) => rows.find((row) => row.id === id)

function unknown<Known extends Row>(rows: Known[], wanted: { id: string }[]): Known[] {
  const ids = new Set(wanted.map(({ id }) => id))
  return rows.filter((row) => !ids.has(row.id))
}
