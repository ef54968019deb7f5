import { compareVersions } from 'compare-versions'
import type { Dependency } from './registry.ts'

export type Concern = 'beta' | 'one author' | 'no release for 18 months'

export type Concerned = Dependency & { concerns: readonly Concern[] }

const QUIET_MONTHS = 18
/** Authors of packages that are a company or a team. */
const TEAMS =
  /^(Apostrophe Technologies|AWS SDK|Boshen and oxc|Google Inc|Microsoft Corp|OpenTelemetry Authors|Remix Software|Standard Webhooks)|Cure53/

/** Those that may leave us, each with why. */
export const readConcerned = (used: readonly Dependency[], now: Date): Concerned[] =>
  used.flatMap((dependency) => {
    const concerns = concernsOf(dependency, now)
    return concerns.length === 0 ? [] : [{ ...dependency, concerns }]
  })

function concernsOf({ version, people, releasedAt }: Dependency, now: Date): Concern[] {
  const quietSince = new Date(now)
  quietSince.setUTCMonth(quietSince.getUTCMonth() - QUIET_MONTHS)
  const concerns: Concern[] = []
  if (isBeta(version)) concerns.push('beta')
  if (people.length === 1 && !TEAMS.test(people[0] ?? '')) concerns.push('one author')
  if (releasedAt < quietSince) concerns.push('no release for 18 months')
  return concerns
}

/** By semantic versioning: a pre-release, or a version that promises nothing yet (0.x). */
const isBeta = (version: string): boolean =>
  version.includes('-') || compareVersions(version, '1.0.0') < 0
