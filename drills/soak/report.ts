import type { Answer } from './load.ts'
import { type Sample, slopePerHour } from './samples.ts'

/** Roles whose growth would be ours; the simulated world keeps its own history. */
export const MEASURED = ['API', 'worker', 'supervisor', 'database'] as const

/** Caches fill, code is compiled, and what happened meanwhile is read. */
export const WARM_UP_HOURS = 0.5
/** A store in the memory of a process, with its share of trends. */
const MEGABYTES_PER_STORE = 0.004
const GROWTH_MB_PER_HOUR = 1
const MORE_HANDLES_PER_HOUR = 2

/** One start of the demo; the next piece continues on the same data. */
export type Piece = {
  startedAtMs: number
  hours: number
  perSecond: number
  faults: readonly string[]
  samples: readonly Sample[]
  answers: readonly Answer[]
  /** Answers of 5xx or none, outside the seconds after a fault. */
  failed: number
  /** Lines that report an uncaught error. */
  fatal: readonly string[]
}

const number = (value: number, digits = 0) => value.toFixed(digits)

type Verdict = {
  role: string
  megabytes: number
  allowed: number
  handles: number
  isFlat: boolean
}

const steadyOf = ({ samples }: Pick<Piece, 'samples'>) =>
  samples.filter(({ hours }) => hours >= WARM_UP_HOURS)

/**
 * Memory may grow by a megabyte an hour, and by what new stores need; handles not at all, apart
 * from connections that come and go. Measured within each piece, after its warm-up.
 */
export function evaluateGrowth(pieces: readonly Pick<Piece, 'samples'>[]): Verdict[] {
  const steady = pieces.map(steadyOf)
  const stores = slopePerHour(steady, (sample) => sample.stores)
  return MEASURED.map((role) => {
    const megabytes = slopePerHour(steady, (sample) => sample.megabytes[role] ?? 0)
    const handles = slopePerHour(steady, (sample) => sample.handles[role] ?? 0)
    const allowed = GROWTH_MB_PER_HOUR + stores * MEGABYTES_PER_STORE
    const isFlat = megabytes <= allowed && handles <= MORE_HANDLES_PER_HOUR
    return { role, megabytes, allowed, handles, isFlat }
  })
}

/** As a share of all answers outside faults. */
const FAILED_SHARE = 0.001
/** P95 of the last quarter beside that of the first. */
const SLOWER_BY = 1.5

const failedOf = (pieces: readonly Piece[]) => pieces.reduce((sum, { failed }) => sum + failed, 0)
const answersOf = (pieces: readonly Piece[]) => pieces.flatMap(({ answers }) => answers)

/** Everything that a soak must not show, as sentences; empty when it passed. */
export function problemsOf(pieces: readonly Piece[]): string[] {
  const grown = evaluateGrowth(pieces).filter(({ isFlat }) => !isFlat)
  const [before, after] = [timesOf(pieces, 'first').p95, timesOf(pieces, 'last').p95]
  const failed = failedOf(pieces)
  return [
    ...(pieces.every((piece) => steadyOf(piece).length === 0)
      ? ['no piece was longer than its warm-up']
      : []),
    ...grown.map(({ role }) => `${role} grows`),
    ...(failed > answersOf(pieces).length * FAILED_SHARE ? [`${failed} requests failed`] : []),
    ...(after > before * SLOWER_BY
      ? [`P95 went from ${number(before)} to ${number(after)} ms`]
      : []),
    ...pieces.flatMap(({ fatal }) => fatal.map((line) => `uncaught: ${line}`)),
  ]
}

/** Times of the answers with status 200 in the first or the last quarter of the whole run. */
function timesOf(
  pieces: readonly Piece[],
  part: 'first' | 'last',
): { median: number; p95: number } {
  const answers = answersOf(pieces)
  const length = Math.floor(answers.length / 4)
  const quarter = part === 'first' ? answers.slice(0, length) : answers.slice(-length)
  const ms = quarter.filter(({ status }) => status === 200).map((answer) => answer.ms)
  return { median: percentile(ms, 0.5), p95: percentile(ms, 0.95) }
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? 0

/** Just after a collection there is little garbage. */
const leastInUse = (samples: readonly Sample[]): string =>
  number(Math.min(...samples.flatMap(({ inUseMegabytes }) => inUseMegabytes ?? [])))

export function reportOf(pieces: readonly Piece[]): string {
  const steady = pieces.flatMap(steadyOf)
  const [first, last] = [steady[0], steady.at(-1)]
  const describeTimes = (part: 'first' | 'last') => {
    const { median, p95 } = timesOf(pieces, part)
    return `${number(median)} / ${number(p95)} ms`
  }
  const problems = problemsOf(pieces)
  const rows = evaluateGrowth(pieces).map(
    ({ role, megabytes, allowed, handles, isFlat }) =>
      `| ${role} | ${number(first?.megabytes[role] ?? 0)} MB | ${number(last?.megabytes[role] ?? 0)} MB | ${number(megabytes, 1)} (at most ${number(allowed, 1)}) | ${first?.handles[role] ?? 0} | ${last?.handles[role] ?? 0} | ${number(handles, 1)} | ${isFlat ? 'no growth' : 'grows'} |`,
  )
  const fatal = pieces.flatMap((piece) => piece.fatal)
  return `# Soak

The whole demo under load, while the simulated world opens stores at four times its usual pace. ${problems.length === 0 ? 'It passed.' : `It did not pass: ${problems.join(', ')}.`} Growth is the slope by least squares, from minute ${number(WARM_UP_HOURS * 60)} of each piece. New stores may cost memory: they are in the index. The handles of the database are its processes.

${pieces.map(describePiece).join('\n')}

| process | at first | at last | MB an hour | handles at first | at last | an hour | verdict |
| --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

| | first quarter | last quarter |
| --- | --- | --- |
| answers, median / P95 | ${describeTimes('first')} | ${describeTimes('last')} |

- Least memory in use by the API's JavaScript in ten minutes: ${leastInUse(steady.slice(0, 10))} MB at first, ${leastInUse(steady.slice(-10))} MB at last. What the processes keep beyond that is room.
- Stores: ${first?.stores ?? 0} at first, ${last?.stores ?? 0} at last. Disk: ${number(first?.diskMegabytes ?? 0)} MB at first, ${number(last?.diskMegabytes ?? 0)} MB at last.
- Requests: ${answersOf(pieces).length}; ${failedOf(pieces)} failed outside the fifteen seconds after a fault.
- Uncaught errors: ${fatal.length === 0 ? 'none' : fatal.join('; ')}.
`
}

const describePiece = ({ startedAtMs, hours, perSecond, faults }: Piece, index: number) =>
  `${index + 1}. From ${new Date(startedAtMs).toISOString()}, ${number(hours, 2)} hours, ${perSecond} requests a second. Faults: ${faults.length === 0 ? 'none' : faults.join(', ')}.`
