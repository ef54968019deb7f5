import { HOUR_MS } from '#contracts/dates.ts'
import type { Answer } from './load.ts'
import { type Sample, slopePerHour } from './samples.ts'

/**
 * Roles whose growth would be ours; the simulated world keeps its own history. Handles of the
 * database are its own cache of open files: up to a thousand for each connection
 * (`max_files_per_process`).
 */
export const MEASURED = ['API', 'worker', 'supervisor', 'database'] as const

/** A store in the memory of a process, with its share of trends. */
const MEGABYTES_PER_STORE = 0.004
const GROWTH_MB_PER_HOUR = 1
/** Of the median, because connections to shops and callers come and go. */
const MORE_HANDLES = 2

export type SoakRun = {
  startedAt: Date
  hours: number
  warmUpHours: number
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

export type Verdict = {
  role: string
  megabytes: number
  allowed: number
  handles: [first: number, second: number]
  isFlat: boolean
}

/** Memory may grow by a megabyte an hour, and by what new stores need; handles not at all. */
export function evaluateGrowth({
  samples,
  warmUpHours,
}: Pick<SoakRun, 'samples' | 'warmUpHours'>): Verdict[] {
  const steady = samples.filter(({ hours }) => hours >= warmUpHours)
  const stores = slopePerHour(steady, (sample) => sample.stores)
  return MEASURED.map((role) => {
    const megabytes = slopePerHour(steady, (sample) => sample.megabytes[role] ?? 0)
    const handles = handlesOf(steady, role)
    const allowed = GROWTH_MB_PER_HOUR + stores * MEGABYTES_PER_STORE
    return {
      role,
      megabytes,
      allowed,
      handles,
      isFlat:
        megabytes <= allowed && (role === 'database' || handles[1] <= handles[0] + MORE_HANDLES),
    }
  })
}

/** Medians of both halves. */
function handlesOf(samples: readonly Sample[], role: string): [first: number, second: number] {
  const handles = samples.map((sample) => sample.handles[role] ?? 0)
  const middle = Math.floor(handles.length / 2)
  return [percentile(handles.slice(0, middle), 0.5), percentile(handles.slice(middle), 0.5)]
}

/** As a share of all answers outside faults. */
const FAILED_SHARE = 0.001
/** P95 of the last quarter after the warm-up beside that of the first. */
const SLOWER_BY = 1.5

/** Everything that a soak must not show, as sentences; empty when it passed. */
export function problemsOf(run: SoakRun): string[] {
  const grown = evaluateGrowth(run).filter(({ isFlat }) => !isFlat)
  const [before, after] = [timesOf(run, 'first').p95, timesOf(run, 'last').p95]
  return [
    ...grown.map(({ role }) => `${role} grows`),
    ...(run.failed > run.answers.length * FAILED_SHARE ? [`${run.failed} requests failed`] : []),
    ...(after > before * SLOWER_BY
      ? [`P95 went from ${number(before)} to ${number(after)} ms`]
      : []),
    ...run.fatal.map((line) => `uncaught: ${line}`),
  ]
}

/** Times of the answers with status 200 in the first or the last quarter after the warm-up. */
function timesOf(
  { answers, startedAt, warmUpHours }: SoakRun,
  part: 'first' | 'last',
): { median: number; p95: number } {
  const steady = answers.filter(({ at }) => at >= startedAt.getTime() + warmUpHours * HOUR_MS)
  const length = Math.floor(steady.length / 4)
  const quarter = part === 'first' ? steady.slice(0, length) : steady.slice(-length)
  const ms = quarter.filter(({ status }) => status === 200).map((answer) => answer.ms)
  return { median: percentile(ms, 0.5), p95: percentile(ms, 0.95) }
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? 0

/** Just after a collection there is little garbage. */
const leastInUse = (samples: readonly Sample[]): string =>
  number(Math.min(...samples.flatMap(({ inUseMegabytes }) => inUseMegabytes ?? [])))

export function reportOf(run: SoakRun): string {
  const { samples, warmUpHours, answers } = run
  const steady = samples.filter(({ hours }) => hours >= warmUpHours)
  const [first, last] = [steady[0], steady.at(-1)]
  const describeTimes = (part: 'first' | 'last') => {
    const { median, p95 } = timesOf(run, part)
    return `${number(median)} / ${number(p95)} ms`
  }
  const problems = problemsOf(run)
  const rows = evaluateGrowth(run).map(
    ({ role, megabytes, allowed, handles, isFlat }) =>
      `| ${role} | ${number(first?.megabytes[role] ?? 0)} MB | ${number(last?.megabytes[role] ?? 0)} MB | ${number(megabytes, 1)} (at most ${number(allowed, 1)}) | ${handles.join(' → ')} | ${isFlat ? 'no growth' : 'grows'} |`,
  )
  return `# Soak

\`npm run drill -- soak --hours ${number(run.hours, 2)}\`, begun ${run.startedAt.toISOString()}: the whole demo under ${run.perSecond} requests a second while the simulated world opens stores at
four times its usual pace. ${problems.length === 0 ? 'It passed.' : `It did not pass: ${problems.join(', ')}.`} Everything is measured after the first ${number(warmUpHours * 60)} minutes; growth is the slope by least squares. Handles are the medians of the first and the second half. New stores may cost memory: they are in the index.

| process | at first | at last | MB an hour | handles | verdict |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

| | first quarter | last quarter |
| --- | --- | --- |
| answers, median / P95 | ${describeTimes('first')} | ${describeTimes('last')} |

- Least memory in use by the API's JavaScript in ten minutes: ${leastInUse(steady.slice(0, 10))} MB at first, ${leastInUse(steady.slice(-10))} MB at last. What the processes keep beyond that is room.
- Stores: ${first?.stores ?? 0} at first, ${last?.stores ?? 0} at last. Disk: ${number(first?.diskMegabytes ?? 0)} MB at first, ${number(last?.diskMegabytes ?? 0)} MB at last.
- Requests: ${answers.length}; ${run.failed} failed outside the fifteen seconds after a fault.
- Faults: ${run.faults.length === 0 ? 'none' : run.faults.join(', ')}.
- Uncaught errors: ${run.fatal.length === 0 ? 'none' : run.fatal.join('; ')}.
`
}
