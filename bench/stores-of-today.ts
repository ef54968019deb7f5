/**
 * The calls of the soak with few and with many stores of today, each size in a process of its own:
 * all processor time of that process for a call and the changes before it, with compactions and
 * collected garbage, and the time until the answer.
 * `node bench/stores-of-today.ts [--few 1000] [--many 50000] [--rounds 100] [--changes 100]`
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { startPostgresServer } from '#testing/postgres-server.ts'
import { valueOf } from './workspace/asked-size.ts'

const CALLS = [
  'list',
  'list, filtered',
  'list by score',
  'counts',
  'counts, filtered',
  'days',
  'today',
  'counters',
  'highlights',
  'pulse',
] as const
export type Question = { call: (typeof CALLS)[number]; rounds: number; changes: number }
/** For each round. */
export type Cost = { cpuMs: number; waitedMs: number }

const WARM_UP_ROUNDS = 60
const MAX_RATIO = 1.5
const say = (line: string) => process.stdout.write(`${line}\n`)

type Side = { ask: (question: Question) => Promise<Cost>; stop: () => Promise<void> }

async function openSide(stores: number, databaseUrl: string): Promise<Side> {
  const child = fork(join(import.meta.dirname, 'stores-of-today/one-size.ts'), [String(stores)], {
    env: { ...process.env, TEST_DATABASE_URL: databaseUrl },
  })
  await messageOf(child)
  return {
    async ask(question) {
      child.send(question)
      return (await messageOf(child)) as Cost
    },
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

async function messageOf(child: ChildProcess): Promise<unknown> {
  const ended = new AbortController()
  const fail = () => ended.abort()
  child.once('exit', fail)
  try {
    const [message] = await once(child, 'message', { signal: ended.signal })
    return message
  } finally {
    child.off('exit', fail)
  }
}

const ratioOf = (costs: { few: number; many: number }) => costs.many / costs.few

function sayRow(name: string, few: Cost, many: Cost): void {
  const cells = (['cpuMs', 'waitedMs'] as const).flatMap((part) => [
    few[part],
    many[part],
    ratioOf({ few: few[part], many: many[part] }),
  ])
  say(`| ${name} | ${cells.map((cell) => cell.toFixed(2)).join(' | ')} |`)
}

if (import.meta.main) {
  const sizes = { few: valueOf('--few', 1_000), many: valueOf('--many', 50_000) }
  const rounds = valueOf('--rounds', 100)
  const changes = valueOf('--changes', 100)
  await using server = await startPostgresServer()
  const load = loadavg()[0]?.toFixed(2)
  const few = await openSide(sizes.few, server.url)
  const many = await openSide(sizes.many, server.url)
  say(
    `${sizes.few} and ${sizes.many} stores of today, ${rounds} rounds with ${changes} changes before each call, load before: ${load}\n`,
  )
  say('| request | processor, ms | with many | ratio | time, ms | with many | ratio |')
  say('| --- | --- | --- | --- | --- | --- | --- |')
  for (const call of CALLS)
    for (const side of [few, many]) await side.ask({ call, rounds: WARM_UP_ROUNDS, changes })
  const sum = { few: 0, many: 0 }
  for (const call of CALLS) {
    // One waits while the other works.
    const withFew = await few.ask({ call, rounds, changes })
    const withMany = await many.ask({ call, rounds, changes })
    sayRow(call, withFew, withMany)
    sum.few += withFew.cpuMs
    sum.many += withMany.cpuMs
  }
  const ratio = ratioOf(sum)
  say(`\nprocessor time of all calls with many, in relation to few: ${ratio.toFixed(2)}`)
  if (ratio > MAX_RATIO) process.exitCode = 1
  await few.stop()
  await many.stop()
}
