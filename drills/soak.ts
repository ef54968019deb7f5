/**
 * The whole demo for hours under mixed load and faults, with four times as many new stores as
 * usual; samples memory, handles, disk and times each minute, and writes a report. Linux only,
 * because the figures come from `/proc`. Options: `--hours 8 --rate 8 --report FILE --folder NEW`.
 * The folder keeps the data and the figures: a further run with it continues there, and reports on
 * all pieces. Exits with 1 when something grows, requests failed or an error was not caught. What
 * was seen: docs/soak.md.
 *
 * Conformance: check-86
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { HOUR_MS } from '#contracts/dates.ts'
import { usageOfTree } from '../bench/process-usage.ts'
import { rolesOf } from '../bench/usage-by-role.ts'
import { countStores, signIn } from '#testing/demo-client.ts'
import { runDemo } from '#testing/run-demo.ts'
import { type Answer, applyLoad } from './soak/load.ts'
import { type Piece, problemsOf, reportOf, WARM_UP_HOURS } from './soak/report.ts'
import { type Sample, takeSample } from './soak/samples.ts'

const SAMPLE_EVERY_MS = 60_000
/**
 * Killed processes start again empty, so they are killed in the first half of the warm-up; the
 * database, whose end they survive, later too.
 */
const EARLY_FAULTS = ['worker', 'API'] as const
const DATABASE_FAULTS = 3
const UNSETTLED_MS = 15_000
const FAILING_LOG = 'lantern.ct-sim.test'
const LOG_FAILS_SECONDS = 300
/** A share of the soak. */
const LOG_FAILS_AT = 0.5
const LAUNCH_EVERY_MS = 1_250

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '8' },
    rate: { type: 'string', default: '8' },
    report: { type: 'string', default: path.join(tmpdir(), 'storedawn-soak.md') },
    folder: { type: 'string' },
  },
})
const [hours, perSecond] = [Number(values.hours), Number(values.rate)]
const say = (line: string) => process.stdout.write(`${line}\n`)

const folder = values.folder ?? (await mkdtemp(path.join(tmpdir(), 'storedawn-soak-')))
const dataDir = path.join(folder, 'data')
const piecesFile = path.join(folder, 'pieces.json')
await mkdir(dataDir, { recursive: true })
const earlier = await readPieces()
const startedAtMs = Date.now()
const demo = await runDemo({
  DATA_DIR: dataDir,
  LAUNCH_EVERY_MS: String(LAUNCH_EVERY_MS),
  DEMO_CHANGES_PER_DAY: '1.5',
  DEMO_EAGER_SHARE: '0.4',
  TRUST_PROXY: 'loopback', // the load comes from many networks
})
const port = Number(new URL(demo.origin).port)
const pid = demo.process.pid ?? 0
const hoursSoFar = () => (Date.now() - startedAtMs) / HOUR_MS

/** Those of earlier runs with this folder. */
async function readPieces(): Promise<Piece[]> {
  const text = await readFile(piecesFile, 'utf8').catch(() => '[]')
  return JSON.parse(text)
}

const samples: Sample[] = []
const answers: Answer[] = []
const faults: { what: string; at: number }[] = []

async function sample(): Promise<void> {
  const stores = await countAll().catch(() => samples.at(-1)?.stores ?? 0)
  const taken = await takeSample({ pid, port, dataDir }, { hours: hoursSoFar(), stores })
  samples.push(taken)
  const { API = 0, worker = 0, database = 0 } = taken.megabytes
  say(
    `${(taken.hours * 60).toFixed(0).padStart(4)} min  ${stores} stores  API ${API.toFixed(0)} MB  worker ${worker.toFixed(0)} MB  database ${database.toFixed(0)} MB  ${answers.length} answers`,
  )
}

async function countAll(): Promise<number> {
  const client = await signIn(demo.origin, 'plus@demo.storedawn.test')
  return (await countStores(client, 'new')) + (await countStores(client, 'established'))
}

/** kill -9, as the kernel does when memory is short. */
function killRole(role: 'worker' | 'API' | 'database'): void {
  const usages = usageOfTree(pid)
  const roleOf = rolesOf(usages, port)
  const own = usages.filter((usage) => roleOf(usage) === role)
  // PostgreSQL's first process is the parent of the others.
  const target = own.find(({ parent }) => !own.some((other) => other.pid === parent))
  if (!target) return
  process.kill(target.pid, 'SIGKILL')
  faults.push({
    what: `${role} killed after ${(hoursSoFar() * 60).toFixed(0)} min`,
    at: Date.now(),
  })
}

/** A log that answers nothing but errors for five minutes, as real ones do now and then. */
async function failLog(): Promise<void> {
  const body = JSON.stringify({ host: FAILING_LOG, mode: '500', seconds: LOG_FAILS_SECONDS })
  await fetch(new URL('/control/fail', demo.control), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  faults.push({
    what: `a log failing from ${(hoursSoFar() * 60).toFixed(0)} min on for five`,
    at: Date.now(),
  })
}

async function makeFaults(signal: AbortSignal): Promise<void> {
  const at = [
    ...EARLY_FAULTS.map((role, index) => ({
      role,
      hours: ((WARM_UP_HOURS / 2) * (index + 1)) / (EARLY_FAULTS.length + 1),
    })),
    ...Array.from({ length: DATABASE_FAULTS }, (_, index) => ({
      role: 'database' as const,
      hours: WARM_UP_HOURS + ((hours - WARM_UP_HOURS) * (index + 1)) / (DATABASE_FAULTS + 1),
    })),
    { role: 'log' as const, hours: hours * LOG_FAILS_AT },
  ].toSorted((a, b) => a.hours - b.hours)
  for (const fault of at) {
    await sleep(Math.max(0, (fault.hours - hoursSoFar()) * HOUR_MS), undefined, { signal }).catch(
      () => undefined,
    )
    if (signal.aborted) return
    if (fault.role === 'log') await failLog().catch(() => undefined)
    else killRole(fault.role)
  }
}

const isUnsettled = ({ at, ms }: Answer) =>
  faults.some((fault) => at + ms >= fault.at && at <= fault.at + UNSETTLED_MS)

const end = new AbortController()
process.once('SIGINT', () => end.abort())
try {
  const load = applyLoad(demo.origin, { perSecond, signal: end.signal }, (answer) =>
    answers.push(answer),
  )
  const faulting = makeFaults(end.signal)
  while (hoursSoFar() < hours && !end.signal.aborted) {
    await sample()
    await sleep(SAMPLE_EVERY_MS, undefined, { signal: end.signal }).catch(() => undefined)
  }
  end.abort()
  await Promise.all([load, faulting])
} finally {
  await demo.stop()
  if (values.folder === undefined) await rm(folder, { recursive: true, force: true })
}

const failed = answers.filter(
  (answer) => (answer.status === 0 || answer.status >= 500) && !isUnsettled(answer),
)
const piece = {
  startedAtMs,
  hours: hoursSoFar(),
  perSecond,
  samples,
  answers,
  faults: faults.map(({ what }) => what),
  failed: failed.length,
  fatal: demo.output.filter((line) => /^fatal: |unhandledRejection|uncaughtException/.test(line)),
}
const pieces = [...earlier, piece]
if (values.folder !== undefined) await writeFile(piecesFile, JSON.stringify(pieces))
await writeFile(values.report, reportOf(pieces))
say(`\n${reportOf(pieces)}`)
for (const { name, status, at } of failed.slice(0, 10))
  say(`failed: ${name} ${status} ${new Date(at).toISOString()}`)
process.exitCode = problemsOf(pieces).length === 0 ? 0 : 1
