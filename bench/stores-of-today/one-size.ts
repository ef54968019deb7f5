/**
 * The API in this process, with as many stores of today as the argument says. Asks itself what the
 * parent sends, and answers with the cost.
 */
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { addDays, dayOf } from '#contracts/dates.ts'
import { startTestApp } from '#testing/test-app.ts'
import { fillStores } from '../fill-stores.ts'
import type { Cost, Question } from '../stores-of-today.ts'

const stores = Number(process.argv[2])
/** What the last change has started ends meanwhile, and counts. */
const SETTLES_WITHIN_MS = 500

await using app = await startTestApp()
const { db, now, config } = app.ctx
await fillStores(config.DATABASE_URL ?? '', stores)
const today = dayOf(now())
await sql`update stores set found_day = ${today}, launch_status = 'new',
  found_at = ${now()}::timestamptz - id * interval '1 second', visible_at = ${now()}::timestamptz - id * interval '1 second'`.execute(
  db,
)
await sql`vacuum analyze stores`.execute(db)
const { send } = await app.newAccount('PLUS_USER')
const week = `dateRangeFrom=${addDays(today, -7)}&dateRangeTo=${today}`
const addresses: Record<Question['call'], string> = {
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
while ((await send(addresses.list)).statusCode === 503) await setTimeout(1_000)

let changed = 0

async function change(count: number): Promise<void> {
  const first = changed % stores
  changed += count
  await sql`update stores set product_count = 1 + coalesce(product_count, 0)
    where id > ${first} and id <= ${first + count}`.execute(db)
}

async function ask({ call, rounds, changes }: Question): Promise<Cost> {
  const before = process.cpuUsage()
  let waitedMs = 0
  for (let round = 0; round < rounds; round++) {
    // Counters are counted at most once a second.
    app.ctx.clock.advance(1_001)
    await change(changes)
    const startedMs = performance.now()
    const { statusCode, body } = await send(addresses[call])
    if (statusCode !== 200) throw new Error(`${call} answered ${statusCode}: ${body}`)
    waitedMs += performance.now() - startedMs
  }
  await setTimeout(SETTLES_WITHIN_MS)
  const { user, system } = process.cpuUsage(before)
  return { cpuMs: (user + system) / 1000 / rounds, waitedMs: waitedMs / rounds }
}

const ended = new Promise<void>((resolve) => process.once('disconnect', resolve))
process.on('message', (question: Question) => {
  void ask(question).then(
    (cost) => process.send?.(cost),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      process.exit(1)
    },
  )
})
process.send?.('ready')
await ended
