import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenDatabase, openDatabase } from '#server/db/client.ts'
import { createTempFolder } from '#testing/temp-folder.ts'
import { fillDataDir } from '#testing/test-database.ts'
import { createTestLog } from '#testing/test-log.ts'

describe('the embedded engine behind its socket', () => {
  let dataDir: string
  let database: OpenDatabase
  let pool: pg.Pool

  beforeAll(async () => {
    dataDir = await fillDataDir(await createTempFolder('storedawn-test-'))
    const config = { DATA_DIR: dataDir, DATABASE_URL: undefined, DATABASE_POOL: 10 }
    database = await openDatabase(config, createTestLog().log)
    pool = database.pool
  })
  afterAll(async () => {
    await database.close()
    await rm(dataDir, { recursive: true })
  })

  async function runTransaction(value: number, pauseMs: number): Promise<unknown> {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const { rows } = await client.query('select $1::int as value', [value])
      await sleep(pauseMs)
      await client.query('commit')
      return rows[0]
    } finally {
      client.release()
    }
  }

  test('gives every connection its own answers while others hold transactions', async () => {
    const answers = await Promise.all(
      Array.from({ length: 300 }, async (_, value) => {
        if (value % 5 === 0) return runTransaction(value, 2)
        if (value % 2 === 0) return (await pool.query('select $1::int as value', [value])).rows[0]
        return (await pool.query('select $2::int as value, $1::text as text', [`x${value}`, value])).rows[0]
      }),
    )
    for (const [value, answer] of answers.entries()) expect(answer).toMatchObject({ value })
  })

  test('takes messages of many megabytes from several connections at once', async () => {
    const sizes = [3_000_000, 5_000_000, 200_000, 8_000_000]
    const lengths = await Promise.all(
      sizes.map(
        async (size) => (await pool.query('select length($1) as length', ['y'.repeat(size)])).rows[0]?.length,
      ),
    )
    expect(lengths).toEqual(sizes)
  })

  test('rolls back the transaction of a connection that disappears', async () => {
    await pool.query('create table vanish (id int)')
    const client = await pool.connect()
    await client.query('begin')
    await client.query('insert into vanish values (1)')
    client.release(true)
    expect((await pool.query('select count(*) as count from vanish')).rows).toEqual([{ count: 0 }])
  })

  test('goes on after errors, also in the middle of several messages', async () => {
    await expect(pool.query('select $1::int', ['no number'])).rejects.toThrow(/invalid input syntax/)
    await expect(pool.query('selec 1')).rejects.toThrow(/syntax error/)
    await expect(pool.query('begin; select 1/0; commit')).rejects.toThrow(/division by zero/)
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })

  test('reads int8 as number, date as text, timestamptz as Date and numeric as text', async () => {
    const { rows } = await pool.query(
      `select 9007199254740991::int8 as big, array[1,null]::int8[] as bigs, '2026-02-28'::date as day, 1.50::numeric as price,
        '2026-02-28T23:30:00Z'::timestamptz as at`,
    )
    expect(rows).toEqual([
      {
        big: Number.MAX_SAFE_INTEGER,
        bigs: [1, null],
        day: '2026-02-28',
        price: '1.50',
        at: new Date('2026-02-28T23:30:00Z'),
      },
    ])
    await expect(pool.query('select 9007199254740993::int8')).rejects.toThrow(/too large/)
  })

  test('does not stop the event loop of the server while it works', async () => {
    let ticks = 0
    const ticking = setInterval(() => ticks++, 25)
    await pool.query('select pg_sleep(1)')
    clearInterval(ticking)
    expect(ticks).toBeGreaterThan(20)
  })
})
