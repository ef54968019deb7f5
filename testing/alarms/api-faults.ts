import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AlarmWorld, Fault } from './alarm-world.ts'

const BURN_STEP_SECONDS = 240

/** Every answer fails: the database lacks a table. */
const errors: Fault = {
  work: readArticles,
  make: async ({ ctx }) => {
    ctx.testLog.expectError('request.failed')
    await ctx.db.schema.alterTable('articles').renameTo('articles_away').execute()
  },
  keep: readArticles,
}
const slowList: Fault = { work: readList, make: async () => undefined, keep: readListSlowly }

const STRIPE = {
  BILLING_PROVIDER: 'stripe' as const,
  BILLING_SECRET_KEY: 'sk_test',
  BILLING_WEBHOOK_SECRET: 'whsec_test',
}

export const apiFaults: Record<string, Fault> = {
  AnsweredBudgetBurnsFast: errors,
  AnsweredBudgetBurns: { ...errors, stepSeconds: BURN_STEP_SECONDS },
  AnsweredBudgetRunsOut: { ...errors, stepSeconds: BURN_STEP_SECONDS },
  ListBudgetBurnsFast: slowList,
  ListBudgetBurns: { ...slowList, stepSeconds: BURN_STEP_SECONDS },
  ListBudgetRunsOut: { ...slowList, stepSeconds: BURN_STEP_SECONDS },
  ErrorShareHigh: errors,
  ListSlow: slowList,
  RequestsRefused: { work: readArticles, make: async () => undefined, keep: fillAllSlots },
  SignUpsFlood: {
    work: (world) => signUp(world, 1),
    make: async () => undefined,
    keep: (world) => signUp(world, 80),
  },
  WebhooksRefused: {
    prepare: async () => ({ config: STRIPE }),
    work: readArticles,
    make: forgeWebhook,
    keep: forgeWebhook,
  },
}

async function readArticles({ app }: AlarmWorld): Promise<void> {
  for (let count = 0; count < 3; count++) await app.inject({ url: '/api/articles' })
}

const signedIn = new WeakMap<AlarmWorld, Promise<Record<string, string>>>()

/** The first reads of a process are slow; they are over before the first scrape. */
const WARM_UP_READS = 3

async function readList(world: AlarmWorld): Promise<void> {
  const known = signedIn.get(world)
  const headers = known ?? world.signIn('PRO_USER')
  signedIn.set(world, headers)
  if (!known) for (let count = 0; count < WARM_UP_READS; count++) await readList(world)
  const { statusCode } = await world.app.inject({ url: '/api/stores', headers: await headers })
  if (statusCode !== 200) throw new Error(`the list answered ${statusCode}`)
}

const LOCKED_MS = 400

/** Another client of the database holds a table that every signed-in call reads. */
async function readListSlowly(world: AlarmWorld): Promise<void> {
  const reading = await whileLocked(world, 'sessions', async () => {
    const pending = readList(world)
    await sleep(LOCKED_MS)
    return { pending }
  })
  await reading.pending
}

async function whileLocked<Result>(
  { ctx }: AlarmWorld,
  table: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = await ctx.database.pool.connect()
  try {
    await client.query(`begin; lock table ${table} in access exclusive mode`)
    return await work()
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** Sends more requests at once than there are slots, while a lock holds back every answer. */
async function fillAllSlots(world: AlarmWorld): Promise<void> {
  const { all } = await whileLocked(world, 'articles', async () => {
    const requests = Array.from({ length: 160 }, () => world.app.inject({ url: '/api/articles' }))
    await sleep(LOCKED_MS)
    return { all: Promise.all(requests) }
  })
  await all
}

async function signUp({ app }: AlarmWorld, count: number): Promise<void> {
  const person = () => ({ email: `${randomUUID()}@example.test`, password: 'x' })
  const requests = Array.from({ length: count }, () =>
    app.inject({ method: 'POST', url: '/api/auth/email-signup', payload: person() }),
  )
  await Promise.all(requests)
}

async function forgeWebhook({ app }: AlarmWorld): Promise<void> {
  const request = {
    method: 'POST' as const,
    url: '/api/billing/webhook',
    headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' },
    payload: '{"id":"evt_forged"}',
  }
  for (let count = 0; count < 3; count++) {
    const { statusCode } = await app.inject(request)
    if (statusCode !== 400) throw new Error(`the forged event got ${statusCode}`)
  }
}
