import { compareVersions, validate } from 'compare-versions'
import type { Advisory } from './read-advisories.ts'

export type Installed = { name: string; version: string }
export type Finding = Installed & { id: string; summary: string }

/** Installed packages named by an advisory that was not withdrawn. */
export function findAffected(
  installed: readonly Installed[],
  advisories: readonly Advisory[],
): Finding[] {
  const byName = Map.groupBy(installed, ({ name }) => name)
  return advisories.flatMap(({ id, summary, withdrawn, affected }) => {
    if (withdrawn !== undefined) return []
    const hits = affected.flatMap((one) =>
      one.package?.ecosystem === 'npm'
        ? (byName.get(one.package.name) ?? []).filter(({ version }) => isAffected(version, one))
        : [],
    )
    return [...new Set(hits)].map((hit) => ({ ...hit, id, summary }))
  })
}

type Affected = Advisory['affected'][number]
type Step = { version: string; isBegin: boolean; isIncluded: boolean }

/**
 * Follows the schema: a version is affected if it is listed, or if it lies between an `introduced`
 * event and the event that ends it.
 */
function isAffected(version: string, { versions, ranges }: Affected): boolean {
  if (versions.includes(version)) return true
  return ranges.some(
    ({ type, events }) => type !== 'GIT' && lastStepUpTo(version, events)?.isBegin === true,
  )
}

function lastStepUpTo(
  version: string,
  events: Affected['ranges'][number]['events'],
): Step | undefined {
  const steps = events
    .flatMap(({ introduced, fixed, last_affected: last }): Step[] => [
      ...(introduced === undefined
        ? []
        : [{ version: from(introduced), isBegin: true, isIncluded: true }]),
      ...(fixed === undefined ? [] : [{ version: fixed, isBegin: false, isIncluded: true }]),
      ...(last === undefined ? [] : [{ version: last, isBegin: false, isIncluded: false }]),
    ])
    .filter((step) => validate(step.version))
    .toSorted((a, b) => compareVersions(a.version, b.version))
  return steps.findLast(
    (step) => compareVersions(step.version, version) <= (step.isIncluded ? 0 : -1),
  )
}

/** `0` means before every version, including pre-releases of 0.0.0. */
const from = (introduced: string): string => (introduced === '0' ? '0.0.0-0' : introduced)
