import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { getSystemState } from '#contracts/operator/system.ts'
import { createBudgetReport } from '#server/discovery/counters.ts'
import { changeUser, insertSubscription, insertUser } from '#testing/factories.ts'
import { useConsole } from '#testing/shared-console.ts'

const { app, get } = useConsole()

const readState = async () => getSystemState.response.parse(await get('system'))

describe('what the overview measures', () => {
  const visit = async (label: string, minutesAgo: number, total: number) => {
    const { db, now } = app.ctx
    await db
      .insertInto('tallies')
      .values({ name: 'visits', label, total })
      .onConflict((conflict) => conflict.columns(['name', 'label']).doUpdateSet({ total }))
      .execute()
    const slot = new Date(now().getTime() - minutesAgo * 60_000)
    await db.insertInto('tally_slots').values({ name: 'visits', label, slot, total }).execute()
  }

  test('visits of the last hour and day, and in total', async () => {
    await visit('timeout', 3_000, 9)
    await visit('store', 90, 5)
    await visit('parked', 10, 7)
    const { visits } = await readState()
    expect(visits).toEqual([
      { outcome: 'parked', lastHour: 7, lastDay: 7, total: 7 },
      { outcome: 'store', lastHour: 0, lastDay: 5, total: 5 },
      { outcome: 'timeout', lastHour: 0, lastDay: 0, total: 9 },
    ])
  })

  test('the budget as the visiting process reported it, and the requests of the last hour', async () => {
    const { ctx } = app
    expect((await readState()).budget).toBeNull()
    await createBudgetReport(ctx, () => ({ share: 0.5, restingSites: 3 }))()
    const slot = new Date(ctx.now().getTime() - 60_000)
    const counts = [
      { name: 'requests', label: '200', total: 4 },
      { name: 'requests', label: 'refused_opted_out', total: 4 },
      { name: 'held', label: 'visit', total: 7_400 },
      { name: 'held', label: 'trends', total: 9_000 },
    ]
    await ctx.db.insertInto('tallies').values(counts).execute()
    await ctx.db
      .insertInto('tally_slots')
      .values(counts.map((count) => ({ ...count, slot })))
      .execute()
    expect((await readState()).budget).toEqual({
      requestsPerSecond: ctx.config.PROBE_REQUESTS_PER_SECOND,
      hostGapMs: ctx.config.PROBE_HOST_GAP_MS,
      share: 0.5,
      restingSites: 3,
      requestsLastHour: 4,
      heldSecondsLastHour: 7,
      reportedAt: ctx.now().toISOString(),
    })
  })

  test('the last backups, with the problem of the latest one', async () => {
    const { db, now } = app.ctx
    const alarmNames = async () => (await readState()).alarms.map(({ name }) => name)
    expect((await readState()).backups).toMatchObject({
      last: null,
      writtenAt: null,
      verifiedAt: null,
    })
    expect(await alarmNames()).toContain('BackupMissing')
    const at = now().toISOString()
    await db
      .insertInto('backup_runs')
      .values([
        { started_at: at, written_at: at, verified_at: at },
        { started_at: at, problem: 'no space left' },
      ])
      .execute()
    expect((await readState()).backups).toEqual({
      isScheduledHere: false,
      last: { startedAt: at, bytes: null, problem: 'no space left' },
      writtenAt: at,
      verifiedAt: at,
    })
    expect(await alarmNames()).not.toContain('BackupMissing')
  })

  test('background queues: what is due, what runs and what failed, trouble first', async () => {
    const insert = (columns: string, values: string) =>
      sql`insert into pgboss.job (id, name, data, ${sql.raw(columns)})
        values (gen_random_uuid(), ${sql.raw(values)})`.execute(app.ctx.db)
    await insert(
      'state, start_after',
      `'purge-old-rows', '{}', 'created', now() - interval '90 seconds'`,
    )
    await insert(
      'state, start_after',
      `'trim-pictures', '{}', 'created', now() + interval '1 hour'`,
    )
    await insert('state', `'tidy-photos', '{}', 'active'`)
    await insert('source_name', `'dead-letter', '{}', 'tidy-photos'`)
    const { jobQueues, deadJobs } = await readState()
    const find = (name: string) => jobQueues.find((queue) => queue.name === name)
    expect(jobQueues[0]).toMatchObject({ name: 'tidy-photos', running: 1, dead: 1 })
    expect(find('purge-old-rows')).toMatchObject({ waiting: 1, running: 0, dead: 0 })
    expect(find('purge-old-rows')?.oldestSeconds).toBeGreaterThanOrEqual(90)
    expect(find('trim-pictures')).toMatchObject({ waiting: 0, oldestSeconds: null })
    expect(jobQueues.map(({ name }) => name)).not.toContain('dead-letter')
    expect(deadJobs).toBe(1)
    await sql`delete from pgboss.job where name in ('dead-letter', 'tidy-photos', 'purge-old-rows')`.execute(
      app.ctx.db,
    )
  })

  test('sign-ups, customers, revenue a month by currency, failed payments and ended plans', async () => {
    const { db, now } = app.ctx
    const before = (await readState()).business
    const daysAgo = (days: number) => new Date(now().getTime() - days * 86_400_000)
    const [userId] = await Promise.all(
      [0, 10, 40].map(async (days) => {
        const user = await insertUser(app.ctx, { verified: days === 10 })
        await changeUser(db, user.userId, { created_at: daysAgo(days) })
        return user.userId
      }),
    )
    if (userId === undefined) throw new Error('no user was inserted')
    const subscriptions: Parameters<typeof insertSubscription>[2][] = [
      {},
      { plan: 'plus', billing_cycle: 'yearly', amount_minor: 549_00, status: 'past_due' },
      { currency: 'EUR', is_refused: true },
      { currency: 'EUR' },
      { status: 'ended', period_ends_at: daysAgo(5) },
      { status: 'ended', period_ends_at: daysAgo(50) },
    ]
    for (const columns of subscriptions) await insertSubscription(app.ctx, userId, columns)
    await db
      .insertInto('billing_invoices')
      .values(
        (
          [
            ['a', 'open', 2],
            ['b', 'open', 0],
            ['c', 'paid', 1],
          ] as const
        ).map(([invoice_id, status, failed_attempts]) => ({
          provider: 'stripe',
          invoice_id,
          user_id: userId,
          status,
          amount_minor: 79_00,
          currency: 'USD',
          issued_at: now(),
          failed_attempts,
        })),
      )
      .execute()
    expect((await readState()).business).toEqual({
      signUpsToday: before.signUpsToday + 1,
      signUps: before.signUps + 2,
      confirmed: before.confirmed + 1,
      paying: { PRO: 2, PLUS: 1 },
      revenuePerMonth: [
        { currency: 'USD', amountMinor: 39_00 + 45_75 },
        { currency: 'EUR', amountMinor: 39_00 },
      ],
      failedPayments: { count: 1, amounts: [{ currency: 'USD', amountMinor: 79_00 }] },
      ended: 1,
    })
  })
})
