import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import * as z from 'zod'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { createTestContext } from '#testing/test-context.ts'
import { createJobs, type JobRunner } from './create-jobs.ts'
import { countDeadJobs, readDeadJobs } from './queues.ts'
import { defineJob, registerJob } from './job-definition.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const Payload = z.object({ id: z.string() })
const runs: string[] = []
let failures = 0

const greet = defineJob({
  name: 'greet',
  payload: Payload,
  maxAttempts: 1,
  run: async (_ctx, { id }) => void runs.push(`greet ${id}`),
})
const stumble = defineJob({
  name: 'stumble',
  payload: Payload,
  maxAttempts: 3,
  retryDelaySeconds: 1,
  run: async () => {
    failures++
    throw new Error('stumbled')
  },
})
const keyed = defineJob({
  name: 'keyed',
  payload: Payload,
  key: ({ id }) => id,
  maxAttempts: 2,
  run: async (_ctx, { id }) => void runs.push(`keyed ${id}`),
})
const endless = defineJob({
  name: 'endless',
  payload: Payload,
  maxAttempts: 5,
  run: async (_ctx, _payload, signal) => {
    runs.push('endless')
    await new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(new Error('told to stop'))),
    )
  },
})
const registry = [
  registerJob(greet),
  registerJob(stumble),
  registerJob(keyed),
  registerJob(endless),
]

let worker: JobRunner | undefined

const ctx = sharedByTests(() => createTestContext({ registry }))
afterEach(async () => {
  await worker?.stop()
  worker = undefined
  runs.length = 0
})

type Options = {
  registry?: typeof registry
  pollSeconds?: number
  listen?: typeof ctx.database.listen
}

/** As another process does. */
const createOwn = (role: 'api' | 'worker' | 'cron', options: Options = {}) =>
  createJobs({ pool: ctx.database.pool, log: ctx.log, roles: [role], registry, ...options })

async function startWorker(options: Options = { pollSeconds: 0.5 }): Promise<JobRunner> {
  worker = await createOwn('worker', options)
  await worker.startWorkers(ctx)
  return worker
}

const countWaiting = async (name: string) => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pgboss.job where name = ${name} and state in ('created', 'retry')`.execute(
    ctx.db,
  )
  return rows[0]?.count
}
const WAIT = { interval: 50 }

test(
  'the first enqueue after a start works inside a transaction, on every queue',
  { tags: ['check-81'] },
  async () => {
    const fresh = await createOwn('api')
    await inTransaction(ctx, async (ctx) => {
      for (const job of [greet, keyed]) await fresh.enqueue(ctx.db, job, { id: 'first' })
    })
    await fresh.stop()
    await startWorker()
    await expect.poll(() => runs.toSorted(), WAIT).toEqual(['greet first', 'keyed first'])
  },
)

test(
  'a job enqueued in a transaction that rolls back does not exist',
  { tags: ['check-81'] },
  async () => {
    const failing = inTransaction(ctx, async (inner) => {
      await ctx.jobs.enqueue(inner.db, greet, { id: 'never' })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await countWaiting('greet')).toBe(0)
  },
)

test('a payload that does not match the schema is refused before it is stored', async () => {
  await expect(ctx.jobs.enqueue(ctx.db, greet, { id: 7 as never })).rejects.toThrow(
    /expected string/,
  )
  expect(await countWaiting('greet')).toBe(0)
})

test('a worker hears of a new job at once, however rarely it looks for jobs', async () => {
  await startWorker({ listen: ctx.database.listen, pollSeconds: 3_600 })
  await sleep(500) // its first look, which finds nothing
  await ctx.jobs.enqueue(ctx.db, greet, { id: 'new' })
  await expect.poll(() => runs, WAIT).toEqual(['greet new'])
})

test('jobs with the same key collapse while one waits', async () => {
  for (const id of ['a', 'a', 'b', 'a']) await ctx.jobs.enqueue(ctx.db, keyed, { id })
  expect(await countWaiting('keyed')).toBe(2)
  await startWorker()
  await expect.poll(() => runs.toSorted(), WAIT).toEqual(['keyed a', 'keyed b'])
})

test(
  'a job that fails every try joins the dead jobs with its payload and error; others keep running',
  { tags: ['check-79'] },
  async () => {
    ctx.testLog.expectError('job.dead')
    await ctx.jobs.enqueue(ctx.db, stumble, { id: 'poison' })
    await startWorker()
    await expect.poll(() => countDeadJobs(ctx.db), WAIT).toBe(1)
    expect(failures).toBe(3)
    expect(await readDeadJobs(ctx.db, { offset: 0, limit: 9 })).toMatchObject([
      { job: 'stumble', attempts: 3, error: 'stumbled' },
    ])
    const { rows } = await sql`select data from pgboss.job where name = 'dead-letter'`.execute(
      ctx.db,
    )
    expect(rows).toMatchObject([{ data: { id: 'poison' } }])
    expect(ctx.testLog.entries.filter(({ event }) => event === 'job.dead')).toHaveLength(1)
    await ctx.jobs.enqueue(ctx.db, greet, { id: 'after' })
    await expect.poll(() => runs, WAIT).toContain('greet after')
  },
)

test(
  'stopping aborts a running job and returns it to its queue',
  { tags: ['check-82'] },
  async () => {
    await ctx.jobs.enqueue(ctx.db, endless, { id: 'long' })
    const jobs = await startWorker()
    await expect.poll(() => runs, WAIT).toEqual(['endless'])
    await jobs.stop() // the job itself would never end
    expect(await countWaiting('endless')).toBe(1)
  },
)

test('cron schedules of the registry exist once, and outdated ones are removed', async () => {
  const daily = registerJob(defineJob({ ...greet, name: 'daily', cron: '0 3 * * *' }))
  const before = await createOwn('cron', { registry: [daily] })
  await before.startSchedules()
  await before.stop()
  const hourly = registerJob(defineJob({ ...greet, name: 'hourly', cron: '5 * * * *' }))
  const after = await createOwn('cron', { registry: [hourly] })
  await after.startSchedules()
  await after.startSchedules()
  await after.stop()
  const { rows } = await sql`select name, cron, timezone from pgboss.schedule`.execute(ctx.db)
  expect(rows).toEqual([{ name: 'hourly', cron: '5 * * * *', timezone: 'UTC' }])
})
