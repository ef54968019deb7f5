import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { expect, test } from 'vitest'
import { createReplicaPool, ReplicaUnreachableError } from './replica-session.ts'
import { parseWalPosition } from './wal-position.ts'

/**
 * A fake server: answers every query as the test says and counts connections that were not
 * returned.
 */
function fakeServer(answer: (text: string) => unknown): PostgresPool & { open: number } {
  const query = async (text: string) => answer(text)
  const server = {
    options: {},
    open: 0,
    async connect(): Promise<PostgresPoolClient> {
      server.open += 1
      // Safe: the pool passes on whatever a query returns.
      return {
        query: query as unknown as PostgresPoolClient['query'],
        release: () => void (server.open -= 1),
      }
    },
    end: async () => undefined,
  }
  return server
}

const failing = (values: object) => () => {
  throw Object.assign(new Error('failed'), values)
}

function connectTo(replica: PostgresPool) {
  const lost = new AbortController()
  const primary = fakeServer(() => 'primary')
  let repeats = 0
  const pool = createReplicaPool({
    replica,
    primary,
    lost: lost.signal,
    lose: (error) => lost.abort(error),
    onRepeat: () => (repeats += 1),
  })
  return { pool, primary, lost, repeats: () => repeats }
}

test('reads go to the replica, transactions to the primary', async () => {
  const { pool, primary } = connectTo(fakeServer(() => 'replica'))
  const client = await pool.connect()
  expect(await client.query('select 1', [])).toBe('replica')
  expect(primary.open).toBe(0)
  expect(await client.query('begin', [])).toBe('primary')
  expect(await client.query('select 1', [])).toBe('primary')
})

test.each(['40001', '40P01'])(
  'a query that ends with %s is repeated on the primary',
  async (code) => {
    const { pool, lost, repeats } = connectTo(fakeServer(failing({ code })))
    expect(await (await pool.connect()).query('select 1', [])).toBe('primary')
    expect([repeats(), lost.signal.aborted]).toEqual([1, false])
  },
)

test.each(['57P01', '57P02', '57P03', 'ECONNRESET', 'ECONNREFUSED'])(
  'a connection that ends with %s ends the replica, and its query is repeated on the primary',
  async (code) => {
    const { pool, lost, repeats } = connectTo(fakeServer(failing({ code })))
    expect(await (await pool.connect()).query('select 1', [])).toBe('primary')
    expect([repeats(), lost.signal.aborted]).toEqual([1, true])
  },
)

test.each(['25006', '42P01', '57014', '22P02'])(
  'the error %s of a query is not repeated',
  async (code) => {
    const { pool, repeats } = connectTo(fakeServer(failing({ code })))
    await expect((await pool.connect()).query('select 1', [])).rejects.toMatchObject({ code })
    expect(repeats()).toBe(0)
  },
)

test('a query that the replica never answers runs on the primary as soon as the replica is lost', async () => {
  const replica = fakeServer(() => new Promise(() => undefined))
  const { pool, primary, lost } = connectTo(replica)
  const client = await pool.connect()
  const answer = client.query('select 1', [])
  lost.abort(new Error('no answer'))
  expect(await answer).toBe('primary')
  client.release()
  await expect.poll(() => [replica.open, primary.open]).toEqual([0, 0])
})

test('a replica whose connections are all in use leaves the query to the primary', async () => {
  const replica = fakeServer(() => 'replica')
  const busy = {
    ...replica,
    connect: () => Promise.reject(new ReplicaUnreachableError('all in use')),
  }
  const { pool, lost } = connectTo(busy)
  const client = await pool.connect()
  expect(await client.query('select 1', [])).toBe('primary')
  client.release()
  expect(lost.signal.aborted).toBe(false)
})

test('positions of the log compare as numbers', () => {
  const inOrder = ['0/0', '0/FFFFFFFF', '1/0', '16/B374D848', 'A0/1']
  expect(inOrder.map(parseWalPosition).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
    inOrder.map(parseWalPosition),
  )
  expect(() => parseWalPosition('16')).toThrow('16 is not a position in the log')
})
