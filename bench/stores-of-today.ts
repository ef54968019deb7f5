/**
 * The calls of the soak with few and with many stores of today: processor time of the API, and time
 * with that of the database, while stores change before each call.
 * `node bench/stores-of-today.ts [--few 1000] [--many 50000] [--rounds 25]
 * [--changes 100]`
 */
import { loadavg } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { addDays, dayOf } from '#contracts/dates.ts'
import { keysOf } from '#contracts/keys.ts'
import { startPostgresServer } from '#testing/postgres-server.ts'
import { startTestApp } from '#testing/test-app.ts'
import { fillStores } from './fill-stores.ts'
import { valueOf } from './workspace/asked-size.ts'

const [few, many] = [valueOf('--few', 1_000), valueOf('--many', 50_000)]
const rounds = valueOf('--rounds', 25)
const changes = valueOf('--changes', 100)
const WARM_UP_ROUNDS = 40
const MAX_RATIO = 2
const say = (line: string) => process.stdout.write(`${line}\n`)

await using server = await startPostgresServer()
process.env['TEST_DATABASE_URL'] = server.url

type Cost = { cpuMs: number; wallMs: number }

async function openSide(stores: number) {
  const app = await startTestApp()
  const { db, now } = app.ctx
  await fillStores(app.ctx.config.DATABASE_URL ?? '', stores)
  const today = dayOf(now())
  await sql`update stores set found_day = ${today}, launch_status = 'new',
    found_at = ${now()}::timestamptz - id * interval '1 second', visible_at = ${now()}::timestamptz - id * interval '1 second'`.execute(
    db,
  )
  await sql`vacuum analyze stores`.execute(db)
  const { send } = await app.newAccount('PLUS_USER')
  const week = `dateRangeFrom=${addDays(today, -7)}&dateRangeTo=${today}`
  const calls = {
    list: `/api/stores?size=20&${week}`,
    'list, filtered': `/api/stores?country=DE,US&email=yes&${week}`,
    'list by score': `/api/stores?sortBy=score&${week}`,
    counts: `/api/stores/facets?groups=country,category,apps&${week}`,
    'counts, filtered': `/api/stores/facets?groups=country,apps&country=DE&${week}`,
    days: `/api/stores/calendar?${week}`,
    today: '/api/today',
    counters: `/api/public/stats?date=${today}`,
    highlights: '/api/public/highlights',
    pulse: `/api/pulse?by=country&from=${addDays(today, -7)}&to=${today}`,
  }
  // On a busy machine the stores are loaded for longer than a request may wait.
  while ((await send(calls.list)).statusCode === 503) await setTimeout(1_000)
  let changed = 0
  return {
    calls,
    async costOf(url: string): Promise<Cost> {
      // Counters are counted at most once a second.
      app.ctx.clock.advance(1_001)
      const first = changed % stores
      changed += changes
      await sql`update stores set product_count = 1 + coalesce(product_count, 0)
        where id > ${first} and id <= ${first + changes}`.execute(db)
      const [startedMs, before] = [performance.now(), process.cpuUsage()]
      const { statusCode, body } = await send(url)
      if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${body}`)
      const { user, system } = process.cpuUsage(before)
      return { cpuMs: (user + system) / 1000, wallMs: performance.now() - startedMs }
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  }
}

const sumOf = (costs: readonly Cost[], part: keyof Cost): number =>
  costs.reduce((sum, cost) => sum + cost[part], 0)

/** @returns the ratio of processor time */
function sayRow(name: string, costs: { few: Cost[]; many: Cost[] }): number {
  const cells = (['cpuMs', 'wallMs'] as const).flatMap((part) => {
    const [withFew, withMany] = [sumOf(costs.few, part), sumOf(costs.many, part)]
    return [withFew / rounds, withMany / rounds, withMany / withFew]
  })
  say(`| ${name} | ${cells.map((cell) => cell.toFixed(2)).join(' | ')} |`)
  return cells[2] ?? Number.NaN
}

const load = loadavg()[0]?.toFixed(2)
await using withFew = await openSide(few)
await using withMany = await openSide(many)
say(
  `${few} and ${many} stores of today, ${rounds} rounds with ${changes} changes before each call, load before: ${load}\n`,
)
say('| request | processor, ms | with many | ratio | time, ms | with many | ratio |')
say('| --- | --- | --- | --- | --- | --- | --- |')
type Costs = { few: Cost[]; many: Cost[] }

/** By turns: the machine and the compiler are the same for both. */
async function ask(name: keyof typeof withFew.calls, times: number): Promise<Costs> {
  const costs: Costs = { few: [], many: [] }
  for (let round = 0; round < times; round++) {
    costs.few.push(await withFew.costOf(withFew.calls[name]))
    costs.many.push(await withMany.costOf(withMany.calls[name]))
  }
  return costs
}

const names = keysOf(withFew.calls)
for (const name of names) await ask(name, WARM_UP_ROUNDS)
const all: Costs = { few: [], many: [] }
// Without a pause: some work is due every few thousand changes, at whichever call is next.
for (const name of names) {
  const costs = await ask(name, rounds)
  all.few.push(...costs.few)
  all.many.push(...costs.many)
  if (sayRow(name, costs) > MAX_RATIO) process.exitCode = 1
}
sayRow('all', all)
