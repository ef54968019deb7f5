import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#contracts/dates.ts'
import { getAccount, listAccounts } from '#contracts/operator/accounts.ts'
import { getSystemState, listAuditEvents, listDeadJobs } from '#contracts/operator/system.ts'
import { syncCustomerJob } from '#server/billing/api.ts'
import { changeUser, insertMail, insertSubscription, insertUser } from '#testing/factories.ts'
import { useConsole } from '#testing/shared-console.ts'

const { app, operator, ask, get, actionsOn } = useConsole()

describe('the state of the system', () => {
  test('a quarantined log comes first, with its reason', async () => {
    const at = app.ctx.now()
    const log = { operator: 'O', url: 'https://log.example/', tree_size: 900, updated_at: at }
    await app.ctx.db
      .insertInto('ct_logs')
      .values([
        { ...log, log_id: 'a', description: 'Good', next_index: 100, state: 'active' },
        {
          ...log,
          log_id: 'b',
          description: 'Forked',
          next_index: 800,
          state: 'quarantined',
          problem: 'it forked',
          quarantined_at: at,
          retry_at: at,
        },
        { ...log, log_id: 'c', description: 'Old', next_index: 0, state: 'ended' },
      ])
      .execute()
    const { logs } = getSystemState.response.parse(await get('system'))
    expect(
      logs.map(({ description, state, entriesBehind }) => [description, state, entriesBehind]),
    ).toEqual([
      ['Forked', 'quarantined', 100],
      ['Good', 'active', 800],
      ['Old', 'ended', 0],
    ])
    expect(logs[0]).toMatchObject({ problem: 'it forked', retryAt: at.toISOString() })
  })

  test('mails and payment events that wait are counted, those tried before separately', async () => {
    for (const tries of [0, 3]) await insertMail(app.ctx, { tries })
    const state = getSystemState.response.parse(await get('system'))
    const oldestAt = app.ctx.now().toISOString()
    expect(state.mails).toEqual({ waiting: 2, retrying: 1, oldestAt })
    expect(state.billingEvents).toEqual({ waiting: 0, oldestAt: null })
    expect(state.databaseBytes).toBeGreaterThan(1_000_000)
  })
})

describe('dead jobs', () => {
  const requestId = '0d9f1a3e-27c1-4f5e-9f0a-0b8f6f1f2a11'
  async function insertDeadJob(customerId = 'cus_1'): Promise<string> {
    const id = crypto.randomUUID()
    const data = { customerId, _origin: { requestId } }
    await sql`insert into pgboss.job (id, name, data, singleton_key, source_name, source_retry_count, source_output)
      values (${id}, 'dead-letter', ${JSON.stringify(data)}, ${customerId}, 'sync-billing-customer', 4, '{"message":"it failed"}')`.execute(
      app.ctx.db,
    )
    return id
  }
  const waiting = async () => {
    const { rows } = await sql<{ data: unknown }>`
      select data from pgboss.job where name = 'sync-billing-customer' and state = 'created'
      order by data->>'customerId'`.execute(app.ctx.db)
    return rows.map(({ data }) => data)
  }

  test('a retried job is back in its queue with its payload, once', async () => {
    const id = await insertDeadJob()
    expect(listDeadJobs.response.parse(await get('jobs')).content).toMatchObject([
      {
        id,
        job: 'sync-billing-customer',
        error: 'it failed',
        attempts: 5,
        requestId,
      },
    ])
    expect((await ask('POST', `jobs/${id}/retry`)).json()).toEqual({ done: true })
    expect(await waiting()).toMatchObject([{ customerId: 'cus_1', _origin: { requestId } }])
    expect((await ask('POST', `jobs/${id}/retry`)).statusCode).toBe(404)
    expect(await waiting()).toHaveLength(1)
    expect((await get('jobs')).totalElements).toBe(0)
    expect(await actionsOn(id)).toEqual([
      { by: operator.userId, action: 'job.retried', before: { job: 'sync-billing-customer' } },
    ])
  })

  test('all jobs of a name are listed and retried together, and others stay', async () => {
    const { db } = app.ctx
    await sql`delete from pgboss.job where name in ('dead-letter', 'sync-billing-customer')`.execute(
      db,
    )
    const customers = ['cus_1', 'cus_2', 'cus_3', 'cus_4', 'cus_5']
    for (const customerId of customers) await insertDeadJob(customerId)
    await insertDeadJob('cus_1') // collapses with the first
    await sql`insert into pgboss.job (id, name, data, source_name) values (gen_random_uuid(), 'dead-letter', '{}', 'tidy-photos')`.execute(
      db,
    )
    const list = async (query = '') => listDeadJobs.response.parse(await get(`jobs${query}`))
    expect((await list()).jobs).toEqual([
      { job: 'sync-billing-customer', count: 6 },
      { job: 'tidy-photos', count: 1 },
    ])
    const { content, totalElements } = await list('?job=sync-billing-customer&size=1')
    expect([content.map(({ job }) => job), totalElements]).toEqual([['sync-billing-customer'], 6])
    const job = { job: 'sync-billing-customer' }
    expect((await ask('POST', 'jobs/retry', job)).json()).toEqual({ retried: 5, left: 0 })
    expect((await ask('POST', 'jobs/retry', job)).statusCode).toBe(404)
    expect((await list()).jobs).toEqual([{ job: 'tidy-photos', count: 1 }])
    expect(await waiting()).toMatchObject(customers.map((customerId) => ({ customerId })))
    await app.ctx.jobs.enqueue(db, syncCustomerJob, { customerId: 'cus_2' })
    expect(await waiting()).toHaveLength(customers.length) // its key was kept
    expect(await actionsOn('sync-billing-customer')).toEqual([
      { by: operator.userId, action: 'jobs.retried', after: { retried: 5, left: 0 } },
    ])
  })

  test('a dead job whose key waits already is not counted as retried', async () => {
    await app.ctx.jobs.enqueue(app.ctx.db, syncCustomerJob, { customerId: 'cus_waiting' })
    await insertDeadJob('cus_waiting')
    const before = (await waiting()).length
    const retried = await ask('POST', 'jobs/retry', { job: 'sync-billing-customer' })
    expect([retried.json(), (await waiting()).length]).toEqual([{ retried: 0, left: 0 }, before])
  })

  test('a deleted job is gone', async () => {
    const id = await insertDeadJob()
    expect((await ask('DELETE', `jobs/${id}`)).statusCode).toBe(200)
    expect((await ask('DELETE', `jobs/${id}`)).statusCode).toBe(404)
    expect(await actionsOn(id)).toMatchObject([{ action: 'job.deleted' }])
  })
})

describe('accounts', () => {
  test('are filtered by their state', async () => {
    const { db, now } = app.ctx
    const { userId: unconfirmed } = await insertUser(app.ctx, { verified: false })
    const { userId: locked } = await insertUser(app.ctx)
    const { userId: leaving } = await insertUser(app.ctx)
    await changeUser(db, locked, { locked_at: now() })
    await changeUser(db, leaving, { deletion_requested_at: now() })
    for (const [state, id] of [
      ['unconfirmed', unconfirmed],
      ['locked', locked],
      ['being_deleted', leaving],
      ['operator', operator.userId],
    ])
      expect([state, (await get(`accounts?state=${state}`)).content]).toMatchObject([
        state,
        [{ id }],
      ])
  })

  test('are found by a part of the address, by name and by id, and by their plan', async () => {
    const { userId, email } = await insertUser(app.ctx, {
      role: 'PRO_USER',
      email: 'find_me%a@shop.example',
    })
    for (const q of ['FIND_ME%', 'me%a@shop', userId])
      expect((await get(`accounts?q=${encodeURIComponent(q)}`)).content).toMatchObject([
        { id: userId, email },
      ])
    expect((await get('accounts?q=findXme')).totalElements).toBe(0)
    const { content } = listAccounts.response.parse(await get('accounts?role=PRO_USER'))
    expect(content.map(({ role }) => role)).toEqual(['PRO_USER'])
  })

  test('show their sessions, and can be signed out everywhere', async () => {
    const { userId, send } = await app.newAccount()
    expect((await get(`accounts/${userId}`)).sessions).toHaveLength(1)
    const ended = await ask('DELETE', `accounts/${userId}/sessions`)
    expect(getAccount.response.parse(ended.json()).sessions).toEqual([])
    expect((await send('/api/auth/me')).json().code).toBe('session_expired')
    expect(await actionsOn(userId)).toMatchObject([
      { action: 'sessions.ended', before: { sessions: 1 } },
    ])
  })
})

describe('a plan without payment', () => {
  const today = () => dayOf(app.ctx.now())

  test('opens the research screens through its last day, then ends', async () => {
    const { userId, send } = await app.newAccount()
    expect((await send('/api/stores')).statusCode).toBe(403)
    const granted = await ask('POST', `accounts/${userId}/plan`, { plan: 'plus', until: today() })
    const end = `${addDays(today(), 1)}T00:00:00.000Z`
    expect(granted.json()).toMatchObject({ role: 'PLUS_USER', planUntil: end })
    expect((await send('/api/stores')).statusCode).toBe(200)
    const startedAt = app.ctx.now()
    app.ctx.clock.set(new Date(end))
    const later = await app.openSession(userId)
    expect((await later.send('/api/stores')).json().code).toBe('plan_required')
    app.ctx.clock.set(startedAt)
    expect(await actionsOn(userId)).toMatchObject([
      {
        action: 'plan.granted',
        before: { role: 'GUEST', until: null },
        after: { plan: 'plus', until: today() },
      },
    ])
  })

  test('can be ended at once', async () => {
    const { userId, send } = await app.newAccount('PRO_USER')
    const ended = await ask('DELETE', `accounts/${userId}/plan`)
    expect(ended.json()).toMatchObject({ role: 'GUEST', planUntil: null })
    expect((await send('/api/stores')).json().code).toBe('plan_required')
    expect(await actionsOn(userId)).toMatchObject([
      { action: 'plan.ended', before: { role: 'PRO_USER' } },
    ])
  })

  test('is refused while a subscription governs the plan', async () => {
    const { userId } = await insertUser(app.ctx, { role: 'PRO_USER' })
    await insertSubscription(app.ctx, userId)
    expect((await get(`accounts/${userId}`)).subscription).toMatchObject({
      plan: 'pro',
      status: 'active',
    })
    for (const answer of [
      await ask('POST', `accounts/${userId}/plan`, { plan: 'plus', until: today() }),
      await ask('DELETE', `accounts/${userId}/plan`),
    ])
      expect(answer.json().code).toBe('already_subscribed')
    expect((await get(`accounts/${userId}`)).role).toBe('PRO_USER')
    expect(await actionsOn(userId)).toEqual([])
  })

  test.each([
    ['yesterday', -1],
    ['more than a year', 367],
  ])('%s is no end of a plan', async (_which, days) => {
    const { userId } = await insertUser(app.ctx)
    const until = addDays(today(), days)
    const answer = await ask('POST', `accounts/${userId}/plan`, { plan: 'pro', until })
    expect(answer.json()).toMatchObject({ code: 'invalid_date', field: 'until' })
  })
})

test('the audit log of an account includes what operators did to it', async () => {
  const { userId } = await insertUser(app.ctx)
  await insertUser(app.ctx).then((other) => ask('POST', `accounts/${other.userId}/lock`))
  await ask('POST', `accounts/${userId}/lock`)
  const { content } = listAuditEvents.response.parse(await get(`audit?userId=${userId}&size=100`))
  expect(content.map(({ kind, userId: by }) => [kind, by])).toContainEqual([
    'operator.action',
    operator.userId,
  ])
  expect(content.every((event) => event.userId === userId || event.detail.includes(userId))).toBe(
    true,
  )
})

test('the audit log is filtered by kind and account, the latest first', async () => {
  const { content } = listAuditEvents.response.parse(
    await get(`audit?kind=operator.&userId=${operator.userId}&size=100`),
  )
  expect(new Set(content.map(({ userId }) => userId))).toEqual(new Set([operator.userId]))
  expect(content.map(({ kind }) => kind)).toContain('operator.opened')
  expect(content.map(({ at }) => at)).toEqual(
    content
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
  expect((await get('audit?kind=no.such')).totalElements).toBe(0)
})
