/**
 * How long one page of the board, the counts of its stages and one move take at 5,000 leads, beside
 * the page of saved stores in the same run, which the same account reads by the same means.
 * `node bench/board.ts`
 */
import { sql } from 'kysely'
import { DURABLE, startPostgresServer } from '#testing/postgres-server.ts'
import { startTestApp } from '#testing/test-app.ts'
import { fillStores } from './fill-stores.ts'

const LEADS = 5_000
const ROUNDS = 40
const MAX_TIMES_REFERENCE = 3
const say = (line: string) => process.stdout.write(`${line}\n`)

await using server = await startPostgresServer(DURABLE)
process.env['TEST_DATABASE_URL'] = server.url
const app = await startTestApp()
await fillStores(app.ctx.config.DATABASE_URL ?? '', LEADS)
// An address belongs to one shop, and to a second one now and then.
await sql`update stores set email = 'hello@' || (id - case when id % 50 = 0 then 1 else 0 end) || '.example'
  where email is not null`.execute(app.ctx.db)
const { send, userId } = await app.newAccount('PLUS_USER')
await sql`
  insert into saved_stores (user_id, store_id, stage, next_day, moved_at, version, created_at, updated_at)
  select ${userId}, id, (array['toContact', 'contacted', 'replied', 'won', 'lost'])[1 + id % 5],
    case when id % 4 > 0 then ${app.ctx.now()}::date + (id % 40)::int - 20 end, now(), 1, now(), now() from stores`.execute(
  app.ctx.db,
)
await sql`analyze`.execute(app.ctx.db)

async function readOk(url: string) {
  const answer = await send(url)
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`)
  return answer.json()
}

let version = 1
const { content } = await readOk('/api/leads?stage=toContact&size=1')
const moved = content[0].store.id
let at = 0
async function move() {
  const stage = at++ % 2 === 0 ? 'contacted' : 'toContact'
  const payload = { version, stage }
  const answer = await send({ method: 'PUT', url: `/api/leads/${moved}`, payload })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  ;({ version } = answer.json())
}

const CALLS: Record<string, () => Promise<unknown>> = {
  'saved stores (reference)': () => readOk('/api/saved-stores?size=50'),
  'a column by day': () => readOk('/api/leads?stage=contacted&size=50'),
  'a column by score': () => readOk('/api/leads?stage=contacted&size=50&sortBy=score'),
  'a column by name': () => readOk('/api/leads?stage=contacted&size=50&sortBy=name'),
  'the table, page 90': () => readOk('/api/leads?size=50&page=90'),
  'counts of the stages': () => readOk('/api/stages'),
  'counts of a search': () => readOk('/api/stages?q=lamp'),
  'a move': move,
}

const times = new Map(Object.keys(CALLS).map((name) => [name, [] as number[]]))
// Taken in turn, so that a busy moment of the machine meets all of them.
for (let round = 0; round < ROUNDS; round++)
  for (const [name, call] of Object.entries(CALLS)) {
    const begun = performance.now()
    await call()
    times.get(name)?.push(performance.now() - begun)
  }

const medianOf = (name: string) => {
  const sorted = (times.get(name) ?? []).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
const reference = medianOf('saved stores (reference)')
let worst = 0
for (const name of Object.keys(CALLS)) {
  const ratio = medianOf(name) / reference
  worst = Math.max(worst, ratio)
  say(
    `${name.padEnd(26)} ${medianOf(name).toFixed(1).padStart(6)} ms, ${ratio.toFixed(2)} times the reference`,
  )
}
say(`worst ${worst.toFixed(2)} of ${MAX_TIMES_REFERENCE} times the reference`)
process.exitCode = worst > MAX_TIMES_REFERENCE ? 1 : 0
await app[Symbol.asyncDispose]()
