/**
 * `node bench/visit-cost.ts COMMIT`: what a visit costs from the pages to its rows, with these
 * sources and with those of an earlier commit, in alternating rounds of processes on one PostgreSQL.
 * Prints the processor time of the worker and of the database, for first visits, for visits that find
 * nothing new and for those that do, and their ratios.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { keysOf } from '#contracts/keys.ts'
import { startPostgresServer } from '#testing/postgres-server.ts'
import { checkOut } from './earlier-sources.ts'
import { usageOfTree } from './process-usage.ts'
import type { VisitCost, VisitCosts } from './visit-cost/store-visits.ts'

const ROUNDS = 4
const MAX_RATIO = 1.05

type Settings = Record<string, string>

const say = (line: string) => process.stdout.write(`${line}\n`)

async function costsAt(folder: string, settings: Settings): Promise<VisitCosts> {
  const child = fork(join(import.meta.dirname, 'visit-cost/store-visits.ts'), [folder], {
    env: { ...process.env, NODE_ENV: 'production', ...settings },
    stdio: 'inherit',
  })
  // Safe: the process sends only this message.
  const [costs] = (await once(child, 'message')) as [VisitCosts]
  await once(child, 'exit')
  return costs
}

type Round = { now: VisitCosts; before: VisitCosts }
/** Each side begins every other round: the second process finds a warmer machine. */
async function measure(folder: string, settings: Settings, isFirst: boolean): Promise<Round> {
  const early = isFirst ? await costsAt(folder, settings) : null
  const now = await costsAt(resolve('.'), settings)
  return { now, before: early ?? (await costsAt(folder, settings)) }
}

type Measure = (costs: VisitCosts) => number

const medianOf = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
const totalOf = ({ reading, storing, database }: VisitCost) => reading + storing + database
const ofAll: Measure = (costs) =>
  Object.values(costs).reduce((sum, { cost }) => sum + totalOf(cost), 0)

/** @returns the median of the ratios of the rounds */
function sayRow(name: string, rounds: readonly Round[], visits: number, measure: Measure): number {
  const milliseconds = (side: keyof Round) =>
    (medianOf(rounds.map((round) => measure(round[side]))) / visits / 1000).toFixed(2)
  const ratio = medianOf(rounds.map(({ now, before }) => measure(now) / measure(before)))
  say(
    `| ${name} | ${milliseconds('now')} ms | ${milliseconds('before')} ms | ${ratio.toFixed(2)} |`,
  )
  return ratio
}

function report(rounds: readonly Round[]): void {
  const [first] = rounds
  if (!first) return
  say('| processor time of a visit | now | before | ratio |\n| --- | --- | --- | --- |')
  for (const kind of keysOf(first.now)) {
    const { visits, cost } = first.now[kind]
    for (const part of keysOf(cost))
      sayRow(`${kind}, ${part}`, rounds, visits, (costs) => costs[kind].cost[part])
    sayRow(`${kind}, all`, rounds, visits, (costs) => totalOf(costs[kind].cost))
  }
  const all = Object.values(first.now).reduce((sum, { visits }) => sum + visits, 0)
  const ratio = sayRow('all', rounds, all, ofAll)
  say(`target ${MAX_RATIO}; load of the machine ${loadavg()[0]?.toFixed(1)}`)
  process.exitCode = ratio > MAX_RATIO ? 1 : 0
}

const [commit = 'HEAD'] = process.argv.slice(2)
using before = checkOut(commit)
await using server = await startPostgresServer()
const postgres = usageOfTree(process.pid).find(({ name }) => name.startsWith('postgres'))
const settings = { TEST_DATABASE_URL: server.url, DATABASE_PID: String(postgres?.pid) }
const rounds: Round[] = []
for (let round = 0; round < ROUNDS; round++)
  rounds.push(await measure(before.folder, settings, round % 2 === 1))
report(rounds)
