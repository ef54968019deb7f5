/**
 * What the demo costs: a default `npm start` in an empty data folder, minute by minute the processor
 * time of each role and what is left to catch up with; the processor time of catching up, which
 * does not depend on the load of the machine; the share of a core in two minutes from the eighth
 * on; and when the demo's own account has its leads, follows and brief. `node bench/live-usage.ts
 * [CHECKOUT] [--as-user NAME] [--after-minutes 8] [--minutes 2] [--stores 2000] [--statements N]`:
 * the N statements that took longest. With `--after-minutes 0` it ends when it has caught up.
 */
import { loadavg, userInfo } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import {
  openCountingDatabase,
  type StatementTime,
  type WorkLeft,
} from './first-minutes/counting-database.ts'
import { timeOwnThings } from './first-minutes/own-things.ts'
import { startProduct } from './first-minutes/start-product.ts'
import { asUser } from './first-minutes/stranger.ts'
import type { Usage } from './process-usage.ts'
import { type CpuByRole, cpuBetween, cpuByRole, memoryByRole } from './usage-by-role.ts'

const GOALS = { ofCore: 0.15, catchUpSeconds: 150 }
const MINUTE_SECONDS = 60
const MOST_MINUTES = 60
/** New shops arrive all the time, and each of them brings some. */
const FEW: WorkLeft = { visits: 10, walks: 10, matches: 500, trends: 500, assessments: 500 }
const TEXT_SHOWN = 150

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'as-user': { type: 'string', default: userInfo().username },
    'after-minutes': { type: 'string', default: '8' },
    minutes: { type: 'string', default: '2' },
    stores: { type: 'string', default: '2000' },
    statements: { type: 'string', default: '0' },
  },
})
const afterMinutes = Number(values['after-minutes'])
const say = (line: string) => process.stdout.write(`${line}\n`)
const stop = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort())

const answer = await asUser(
  values['as-user'],
  path.resolve(positionals[0] ?? path.join(import.meta.dirname, '..')),
)
if (answer.kind === 'impossible') throw new Error(answer.reason)
await using stranger = answer.stranger
stranger.env['DEMO_STORES'] = values.stores
const dataDir = await stranger.createDataDir()
await using database = await openCountingDatabase(dataDir)
const product = await startProduct(stranger, dataDir, stop.signal)
try {
  const ownThings = timeOwnThings(product, stop.signal)
  await followMinutes(cpuByRole(readProcesses(), product.port))
  for (const [name, seconds] of Object.entries(await ownThings))
    say(`usable page → ${name}: ${seconds.toFixed(0)} s`)
} finally {
  await product.stop()
}

function readProcesses(): Usage[] {
  return [...product.processes(), ...database.processes()]
}

async function followMinutes(atUsable: CpuByRole): Promise<void> {
  let [before, isCaughtUp, atWindow] = [atUsable, false, atUsable]
  const lastMinute = afterMinutes + Number(values.minutes)
  say('| minute | processor seconds by role | together | left | load |')
  say('| --- | --- | --- | --- | --- |')
  for (let minute = 1; minute <= MOST_MINUTES; minute += 1) {
    const endsAtMs = product.usableAtMs + minute * MINUTE_SECONDS * 1000
    await sleep(Math.max(0, endsAtMs - performance.now()), undefined, { signal: stop.signal })
    const now = cpuByRole(readProcesses(), product.port)
    const left = await database.readWorkLeft()
    sayMinute(minute, cpuBetween(before, now), left)
    before = now
    if (!isCaughtUp && hasFewLeft(left)) {
      isCaughtUp = true
      await reportCatchUp(minute, cpuBetween(atUsable, now))
    }
    if (minute === afterMinutes) {
      atWindow = now
      sayStatements('until then', await database.takeStatements(Number(values.statements)))
    }
    if (afterMinutes > 0 && minute === lastMinute) {
      reportWindow(cpuBetween(atWindow, now))
      sayStatements('in that time', await database.takeStatements(Number(values.statements)))
    }
    if (afterMinutes > 0 ? minute >= lastMinute : isCaughtUp) return
  }
}

function hasFewLeft(left: WorkLeft): boolean {
  const few = new Map(Object.entries(FEW))
  return Object.entries(left).every(([name, count]) => count <= (few.get(name) ?? 0))
}

function totalOf(spent: CpuByRole): number {
  return Object.values(spent).reduce((sum, each) => sum + each, 0)
}

function textOf(numbers: Record<string, number>, digits: number): string {
  return Object.entries(numbers)
    .map(([name, value]) => `${name} ${value.toFixed(digits)}`)
    .join(', ')
}

function sayMinute(minute: number, spent: CpuByRole, left: WorkLeft): void {
  const load = loadavg()[0]?.toFixed(1)
  const figures = [textOf(spent, 1), totalOf(spent).toFixed(1), textOf(left, 0), load]
  say(`| ${[minute, ...figures].join(' | ')} |`)
}

async function reportCatchUp(minutes: number, spent: CpuByRole): Promise<void> {
  const seconds = totalOf(spent)
  const ofGoal = (seconds / GOALS.catchUpSeconds).toFixed(2)
  say(
    `caught up after ${minutes} minutes: ${seconds.toFixed(0)} s of processor time (${textOf(spent, 0)}), goal ≤ ${GOALS.catchUpSeconds}: ${ofGoal} of it`,
  )
  if (afterMinutes === 0)
    sayStatements('until then', await database.takeStatements(Number(values.statements)))
}

function reportWindow(spent: CpuByRole): void {
  const seconds = Number(values.minutes) * MINUTE_SECONDS
  const { megabytes, totalMegabytes } = memoryByRole(readProcesses(), product.port)
  const shareOf = (spentSeconds: number) => `${((spentSeconds / seconds) * 100).toFixed(1)} %`
  const total = totalOf(spent)
  say('\n| role | share of a core | memory |\n| --- | --- | --- |')
  for (const [role, each] of Object.entries(spent))
    say(`| ${role} | ${shareOf(each)} | ${megabytes[role]?.toFixed(0) ?? '–'} MB |`)
  say(`| together | ${shareOf(total)} | ${totalMegabytes.toFixed(0)} MB |`)
  say(`goal ≤ ${GOALS.ofCore * 100} %: ${(total / seconds / GOALS.ofCore).toFixed(2)} of it`)
}

function sayStatements(when: string, statements: readonly StatementTime[]): void {
  if (statements.length > 0) say(`\nstatements ${when}: share, ms, calls, rows, text`)
  for (const { share, ms, calls, rows, text } of statements)
    say(
      `${(share * 100).toFixed(1)} % ${ms.toFixed(0)} ${calls} ${rows} ${text.slice(0, TEXT_SHOWN)}`,
    )
}
