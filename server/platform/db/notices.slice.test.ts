import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { createTestContext } from '#testing/test-context.ts'

const ctx = sharedByTests(createTestContext)
const WAIT = { interval: 20 }

const send = (channel: string, payload: string) =>
  sql`select pg_notify(${channel}, ${payload})`.execute(ctx.db)
const listeningSessions = async () => {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and query ilike 'listen%'`.execute(
    ctx.db,
  )
  return rows.map(({ pid }) => pid)
}

test('a process hears the channels it listens to, over one session, until it closes them', async () => {
  const heard: string[] = []
  const one = await ctx.database.listen('one', (text) => heard.push(`one ${text}`))
  const two = await ctx.database.listen('two', (text) => heard.push(`two ${text}`))
  expect(await listeningSessions()).toHaveLength(1)
  await send('one', 'a')
  await send('other', 'b')
  await send('two', 'c')
  await expect.poll(() => heard, WAIT).toEqual(['one a', 'two c'])
  await one.close()
  await send('one', 'd')
  await send('two', 'e')
  await expect.poll(() => heard, WAIT).toEqual(['one a', 'two c', 'two e'])
  await two.close()
  await expect.poll(listeningSessions, WAIT).toEqual([])
})

test('a lost session is replaced, and its listeners hear that notices may be missing', async () => {
  const heard: string[] = []
  let returns = 0
  const notices = await ctx.database.listen(
    'lost',
    (text) => heard.push(text),
    () => (returns += 1),
  )
  const [pid] = await listeningSessions()
  await sql`select pg_terminate_backend(${pid})`.execute(ctx.db)
  await expect.poll(() => returns, WAIT).toBe(1)
  await send('lost', 'again')
  await expect.poll(() => heard, WAIT).toEqual(['again'])
  await notices.close()
})

test('a database closes while a listener is still connected', async () => {
  const another = await createTestContext()
  await another.database.listen('open', () => undefined)
  await expect(another[Symbol.asyncDispose]()).resolves.toBeUndefined()
})
