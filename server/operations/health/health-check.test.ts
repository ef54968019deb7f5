import { Kysely, PostgresDialect } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import type { Database, Db } from '#server/platform/db/schema.ts'
import { type DatabaseMonitor, monitorDatabase } from './health-check.ts'

let watch: DatabaseMonitor | undefined
afterEach(() => watch?.stop())

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

function fakeDatabase(answer: () => Promise<unknown>): Db {
  const client = {
    query: async () => ({ command: 'SELECT', rowCount: 1, rows: [await answer()] }),
    release: () => undefined,
  }
  return new Kysely<Database>({
    dialect: new PostgresDialect({
      pool: { connect: async () => client, end: async () => undefined } as never,
    }),
  })
}

const hangs = () => new Promise<never>(() => undefined)
const fast = {
  pollEveryMs: 10,
  firstAnswerTimeoutMs: 500,
  hungAfterMs: 3_000,
  queryTimeoutMs: 6_000,
}

describe('the database watch', () => {
  test('a database that never answered is soon reported unavailable', async () => {
    watch = monitorDatabase(fakeDatabase(hangs))
    expect(await watch.isAnswering()).toBe(false)
  })

  test('a database that answers is available', async () => {
    watch = monitorDatabase(
      fakeDatabase(async () => ({})),
      fast,
    )
    expect(await watch.isAnswering()).toBe(true)
  })

  test('a slow check neither delays nor changes the answer, a hung one makes it unavailable', async () => {
    let answer: () => Promise<unknown> = async () => ({})
    watch = monitorDatabase(
      fakeDatabase(() => answer()),
      fast,
    )
    expect(await watch.isAnswering()).toBe(true)
    answer = hangs
    await sleep(100)
    expect(await watch.isAnswering()).toBe(true) // though the question is never answered
    await expect.poll(() => watch?.isAnswering()).toBe(false)
  })

  test('it checks again after a failure and after a hung check', async () => {
    let answer: () => Promise<unknown> = async () => {
      throw new Error('connection refused')
    }
    watch = monitorDatabase(
      fakeDatabase(() => answer()),
      fast,
    )
    expect(await watch.isAnswering()).toBe(false)
    answer = hangs
    await sleep(200)
    answer = async () => ({})
    await expect.poll(() => watch?.isAnswering()).toBe(true)
  })
})
