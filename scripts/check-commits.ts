/**
 * `node scripts/check-commits.ts`: the subjects of the commits since the last landed main. Exits
 * with 1 if one is not in our form.
 */
import { execFileSync } from 'node:child_process'
import { findSubjectProblem } from './commits/subject-problem.ts'

/** Null where Git does not know the reference, or there is no repository. */
function git(...args: string[]): string | null {
  try {
    return execFileSync('git', args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return null
  }
}

/**
 * In a clone `origin/main` has landed; elsewhere the local `main` has, unless it is checked out.
 */
function findLandedMain(): string | null {
  if (git('rev-parse', '--verify', 'origin/main') !== null) return 'origin/main'
  const isOnMain = git('rev-parse', '--abbrev-ref', 'HEAD') === 'main'
  return !isOnMain && git('rev-parse', '--verify', 'main') !== null ? 'main' : null
}

const landed = findLandedMain()
if (landed === null)
  process.stdout.write(
    'notice: no earlier main to compare with, so no commit subject was checked\n',
  )
else {
  const log = git('log', '--no-merges', '--format=%s', `${landed}..HEAD`) ?? ''
  const subjects = log.split('\n').filter(Boolean)
  const problems = subjects.flatMap((subject) => {
    const problem = findSubjectProblem(subject)
    return problem === null ? [] : [`${problem}: ${subject}`]
  })
  for (const problem of problems) process.stdout.write(`commit subject ${problem}\n`)
  process.stdout.write(
    `${subjects.length} commit subjects since ${landed}: ${problems.length} to reword\n`,
  )
  process.exitCode = problems.length > 0 ? 1 : 0
}
