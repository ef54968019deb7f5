/**
 * How long one call takes that changes 10,000 stores, beside one plain `insert … select` of the
 * same rows in the same run. `node bench/bulk-change.ts`
 */
import { sql } from 'kysely'
import { MAX_BULK_ROWS } from '#contracts/workspace/bulk.ts'
import { DURABLE, startPostgresServer } from '#testing/postgres-server.ts'
import { startTestApp } from '#testing/test-app.ts'
import { fillStores } from './fill-stores.ts'

const ROUNDS = 3
const MAX_SECONDS = 2
const say = (line: string) => process.stdout.write(`${line}\n`)

await using server = await startPostgresServer(DURABLE)
process.env['TEST_DATABASE_URL'] = server.url
const app = await startTestApp()
await fillStores(app.ctx.config.DATABASE_URL ?? '', MAX_BULK_ROWS)
const { send, userId } = await app.newAccount('PLUS_USER')
const { id: list } = (
  await send({ method: 'POST', url: '/api/lists', payload: { name: 'Leads' } })
).json()
const { rows } = await sql<{ id: number }>`select id from stores`.execute(app.ctx.db)
// All stores: as many as one call takes.
const target = { query: 'launchStatus=all' }
// The engine loads its table with the first question.
await send('/api/stores?launchStatus=all')

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1000
}

async function insertPlainly(): Promise<number> {
  const ids = rows.map(({ id }) => id)
  const seconds = await timed(() =>
    sql`insert into saved_stores (user_id, store_id, created_at, updated_at)
      select ${userId}, id, now(), now() from unnest(${ids}::bigint[]) as id`.execute(app.ctx.db),
  )
  await sql`delete from saved_stores`.execute(app.ctx.db)
  return seconds
}

const ACTIONS = {
  save: { kind: 'save' },
  star: { kind: 'favorite', on: true },
  tag: { kind: 'tag', add: ['lead', 'mailed'], remove: ['old'] },
  list: { kind: 'list', list, on: true },
  unsave: { kind: 'unsave' },
}

let slowest = 0
for (let round = 1; round <= ROUNDS; round++) {
  const plain = await insertPlainly()
  say(`round ${round}: plain insert ${(1000 * plain).toFixed(0)} ms`)
  for (const [name, action] of Object.entries(ACTIONS)) {
    let answer: { changed: number; undo: { id: string } | null } = { changed: 0, undo: null }
    const seconds = await timed(async () => {
      const payload = { target, action }
      answer = (await send({ method: 'POST', url: '/api/stores/bulk', payload })).json()
    })
    if (answer.changed !== MAX_BULK_ROWS) throw new Error(`${name}: ${JSON.stringify(answer)}`)
    const url = `/api/stores/bulk/${answer.undo?.id}/undo`
    const undone = name === 'list' ? await timed(() => send({ method: 'POST', url })) : 0
    slowest = Math.max(slowest, seconds, undone)
    say(
      `${name.padEnd(8)} ${answer.changed} rows ${(1000 * seconds).toFixed(0).padStart(5)} ms, ${(seconds / plain).toFixed(1)} times the plain insert${undone ? `; undone in ${(1000 * undone).toFixed(0)} ms` : ''}`,
    )
  }
}
say(`slowest ${slowest.toFixed(2)} s of ${MAX_SECONDS}`)
process.exitCode = slowest > MAX_SECONDS ? 1 : 0
await app[Symbol.asyncDispose]()
