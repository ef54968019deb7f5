import type pg from 'pg'
import { expect, test } from 'vitest'
import { createRetryingConnect, guardPool } from './postgres-pool.ts'

type FakeClient = { number: number; breaks?: object | undefined }
type Query = (sql: string) => Promise<{ rows: { sql: string; client: number }[] }>

const lost = (code: string) => Object.assign(new Error('lost'), { code })
const ADMIN_SHUTDOWN = '57P01'

/**
 * Refuses a number of connections, then hands out clients, the first of which break at their first
 * query.
 */
function createFakePool({ refusals = 0, broken = 0, code = 'ECONNREFUSED' }) {
  let [asked, given] = [0, 0]
  const released: [number, boolean][] = []
  const clientOf = ({ number, breaks }: FakeClient) => ({
    query: async (sql: string) => {
      if (breaks) throw breaks
      return { rows: [{ sql, client: number }] }
    },
    release: (isBroken = false) => void released.push([number, isBroken]),
  })
  const connect = async () => {
    asked += 1
    if (asked <= refusals) throw lost(code)
    given += 1
    const breaks = given <= broken ? lost(ADMIN_SHUTDOWN) : undefined
    return clientOf({ number: given, breaks }) as unknown as pg.PoolClient
  }
  // Safe: the parts of a pool that the product uses.
  const pool = { connect, options: {}, end: async () => {} } as unknown as pg.Pool
  return { pool, asked: () => asked, released }
}

async function openGuarded(pool: pg.Pool, connect = createRetryingConnect(pool).connect) {
  const client = await guardPool(pool, connect, { onDiskFull: () => undefined }).connect()
  return { client, query: client.query as unknown as Query }
}

test(
  'a hundred callers wait out a restart while only one polls for its end',
  { tags: ['check-77'] },
  async () => {
    const { pool, asked } = createFakePool({ refusals: 102 })
    const { connect, isUnavailable } = createRetryingConnect(pool)
    expect(isUnavailable()).toBe(false)
    const clients = await Promise.all(Array.from({ length: 100 }, connect))
    expect(clients).toHaveLength(100)
    // Each connects once at the start and once at the end; the one that polls connects three times.
    expect(asked()).toBe(203)
    expect(isUnavailable()).toBe(true)
  },
)

test('an error other than a restart is thrown at once', async () => {
  const { pool, asked } = createFakePool({ refusals: 9, code: '28P01' })
  const { connect, isUnavailable } = createRetryingConnect(pool)
  await expect(connect()).rejects.toThrow('lost')
  expect([asked(), isUnavailable()]).toEqual([1, false])
})

test.each(['select 1', 'begin', '  SELECT 1', 'start transaction isolation level serializable'])(
  '%s is retried when pooled connections were dead, and later queries use the same new connection',
  { tags: ['check-77'] },
  async (sql) => {
    const { pool, released } = createFakePool({ broken: 2 })
    const { client, query } = await openGuarded(pool)
    expect((await query(sql)).rows).toEqual([{ sql, client: 3 }])
    expect((await query('insert into x')).rows).toEqual([{ sql: 'insert into x', client: 3 }])
    client.release()
    expect(released).toEqual([
      [1, true],
      [2, true],
      [3, false],
    ])
  },
)

test.each(['insert into x', 'with a as (delete from x) select', 'update x', 'commit'])(
  '%s may have taken effect and is not retried',
  { tags: ['check-77'] },
  async (sql) => {
    const { pool, asked } = createFakePool({ broken: 1 })
    const { query } = await openGuarded(pool)
    await expect(query(sql)).rejects.toMatchObject({ code: ADMIN_SHUTDOWN })
    expect(asked()).toBe(1)
  },
)

test(
  'nothing is retried inside a transaction, whose earlier statements are lost',
  { tags: ['check-77'] },
  async () => {
    const { pool, asked } = createFakePool({})
    const { connect } = createRetryingConnect(pool)
    const breaking = async () => {
      const client = await connect()
      const query = client.query.bind(client) as unknown as Query
      const breakLater = async (sql: string) =>
        sql === 'begin' ? query(sql) : Promise.reject(lost(ADMIN_SHUTDOWN))
      return Object.assign(client, { query: breakLater })
    }
    const { query } = await openGuarded(pool, breaking as typeof connect)
    await query('begin')
    await expect(query('select 1')).rejects.toMatchObject({ code: ADMIN_SHUTDOWN })
    expect(asked()).toBe(1)
  },
)
