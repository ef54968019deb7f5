import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { changePassword } from '#testing/account-calls.ts'
import { requestDeletion } from '#testing/deletion-calls.ts'
import { changeUser, insertStore } from '#testing/factories.ts'
import { post, startTestApp, type TestAccount } from '#testing/test-app.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const LOCALLY = { port: 0, host: '127.0.0.1' }

let origin: string
const app = sharedByTests(startTestApp)
beforeAll(async () => {
  origin = await app.fastify.listen(LOCALLY)
})

async function* readEvents(
  address: string,
  { token, signal }: { token: string; signal: AbortSignal },
) {
  const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` }, signal })
  if (answer.status !== 200)
    throw Object.assign(new Error(await answer.text()), { status: answer.status })
  expect(answer.headers.get('content-type')).toBe('text/event-stream')
  let rest = ''
  for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const events = `${rest}${piece}`.split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      if (event.startsWith('data: ')) yield JSON.parse(event.slice(6))
      if (event.startsWith('event: refused\ndata: '))
        yield { refused: JSON.parse(event.slice(21)).code }
    }
  }
}

function follow(token: string, query = '', server = origin) {
  const gone = new AbortController()
  const events = readEvents(`${server}/api/stores/live?${query}`, { token, signal: gone.signal })
  return {
    events,
    next: async () => (await events.next()).value,
    leave: () => gone.abort(),
  }
}

const open = async (query: string) => follow((await app.as('PRO_USER')).token, query)

test('the stream sends the total of the list at once, and again when it changes', async () => {
  const { ctx } = app
  await insertStore(ctx.db, { country: 'DE' })
  const german = await open('country=DE')
  expect(await german.next()).toEqual({ total: 1 })
  await insertStore(ctx.db, { country: 'FR' })
  await insertStore(ctx.db, { country: 'DE' })
  expect(await german.next()).toEqual({ total: 2 })
  await ctx.db.deleteFrom('stores').where('country', '=', 'DE').execute()
  expect(await german.next()).toEqual({ total: 0 })
  german.leave()
})

test('the stream refuses the queries that the list refuses', async () => {
  await expect((await open('country=-unknown')).next()).rejects.toMatchObject({ status: 400 })
})

test('an account may open eight streams at a time, and closing one frees a place', async () => {
  const streams = await Promise.all(Array.from({ length: 8 }, () => open('')))
  await Promise.all(streams.map((stream) => stream.next()))
  await expect((await open('')).next()).rejects.toMatchObject({ status: 503 })
  streams[0]?.leave()
  await expect
    .poll(async () => {
      const stream = await open('')
      streams.push(stream)
      return stream.next().catch(() => null)
    })
    .not.toBeNull()
  for (const stream of streams) stream.leave()
})

test('an account that sends 40 requests at once has some refused; other accounts are not affected', async () => {
  const [many, other] = [await app.as('PRO_USER'), await app.as('PLUS_USER')]
  // Its row is in no memory yet, so that each list waits for the lock.
  await insertStore(app.ctx.db)
  const codes: number[] = []
  const { asked, others } = await app.ctx.db.transaction().execute(async (tx) => {
    await sql`lock table stores in access exclusive mode`.execute(tx)
    const asked = Array.from({ length: 40 }, async () =>
      codes.push((await many.send('/api/stores')).statusCode),
    )
    await expect.poll(() => codes).toContain(503)
    return { asked, others: other.send('/api/stores') } // wrapped: they end after the lock
  })
  await Promise.all(asked)
  expect((await others).statusCode).toBe(200)
  expect(new Set(codes)).toEqual(new Set([200, 503]))
  expect(codes.filter((code) => code === 200)).toHaveLength(25)
})

test('an open stream does not extend the stay of its account', async () => {
  const { userId } = await app.as('PLUS_USER')
  const stay = () =>
    app.ctx.db
      .selectFrom('users')
      .select('stayed_until')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
  const { token } = await app.openSession(userId)
  app.ctx.clock.advance(60 * 60_000)
  const before = await stay()
  const { events, leave } = follow(token, 'isNew=yes')
  expect((await events.next()).done).toBe(false)
  leave()
  expect(await stay()).toEqual(before)
})

type Ending = (own: TestAccount) => Promise<unknown>
const endings: [string, string, Ending][] = [
  ['the person signs out', 'session_expired', ({ send }) => post(send, '/api/auth/logout')],
  [
    'the password changes in another session',
    'session_expired',
    async (own) => {
      const other = { ...own, ...(await app.openSession(own.userId)) }
      expect((await changePassword(other)).statusCode).toBe(200)
    },
  ],
  [
    'the account is deleted',
    'session_expired',
    async (own) => expect((await requestDeletion(own)).statusCode).toBe(200),
  ],
  [
    'the paid plan ends',
    'plan_required',
    ({ userId }) => changeUser(app.ctx.db, userId, { plan_until: app.ctx.now() }),
  ],
]

test.each(endings)(
  'a stream sends nothing more after %s: it ends with %s',
  { tags: ['check-17', 'check-18', 'check-19'] },
  async (_what, code, end) => {
    const country = code === 'plan_required' ? 'IT' : 'ES'
    const own = await app.newAccount('PRO_USER')
    const { events, next } = follow(own.token, `country=${country}`)
    expect(await next()).toHaveProperty('total')
    await end(own)
    await sleep(1_000)
    await insertStore(app.ctx.db, { country })
    expect(await next()).toEqual({ refused: code })
    expect((await events.next()).done).toBe(true)
  },
)

test('all streams end when the server closes', async () => {
  const other = await app.startAnother()
  const { token } = await app.as('PLUS_USER')
  const { events } = follow(token, '', await other.listen(LOCALLY))
  expect((await events.next()).done).toBe(false)
  const end = events.next().catch(() => ({ done: true }))
  await other.close()
  expect((await end).done).toBe(true)
})
