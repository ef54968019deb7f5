import { randomUUID, X509Certificate } from 'node:crypto'
import { appendFile } from 'node:fs/promises'
import { rootCertificates } from 'node:tls'
import { describe, expect, test } from 'vitest'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { createMetrics } from './metrics.ts'
import { SCHEMA_VERSION } from '#server/catalog/search/clickhouse/tables.ts'
import { recordRoleBeat } from '#server/operations/health/role-beats.ts'
import { makeCertificate } from '#testing/alarms/make-certificate.ts'
import { emptyTables, insertStore, insertUser, insertWebhook } from '#testing/factories.ts'
import { startTestApp } from '#testing/test-app.ts'

const TOKEN = 'a-token-of-some-length'
const app = sharedByTests(() => startTestApp({ config: { METRICS_TOKEN: TOKEN } }))
const open = sharedByTests(startTestApp)

const withToken = { authorization: `Bearer ${TOKEN}` }
const ask = (headers: Record<string, string> = withToken, remoteAddress = '127.0.0.1') =>
  app.fastify.inject({ url: '/metrics', headers, remoteAddress })

async function read(): Promise<string[]> {
  app.ctx.clock.advance(11_000)
  return (await ask()).body.split('\n')
}

describe('metrics', () => {
  test.each<[string, Record<string, string>, string, number]>([
    ['a caller with the token', withToken, '203.0.113.9', 200],
    ['the token under another host name', { host: 'evil.example', ...withToken }, '127.0.0.1', 200],
    ['a stranger', {}, '203.0.113.9', 404],
    ['a wrong token', { authorization: 'Bearer another-one-as-long' }, '203.0.113.9', 404],
    ['a wrong token on this machine', { authorization: 'Bearer x' }, '127.0.0.1', 404],
    ['this machine, or a proxy on it that adds no header', {}, '127.0.0.1', 404],
  ])('with a token that is set: %s', async (_who, headers, address, status) => {
    const answer = await ask(headers, address)
    expect(answer.statusCode).toBe(status)
    expect(answer.body.includes('storedawn_')).toBe(status === 200)
  })

  test.each<[string, Record<string, string>, string, number]>([
    ['this machine', {}, '127.0.0.1', 200],
    ['this machine over IPv6', {}, '::1', 200],
    ['this machine by its address', { host: '127.0.0.1:3000' }, '127.0.0.1', 200],
    ['this machine by its IPv6 address', { host: '[::1]:3000' }, '::1', 200],
    [
      'a web page whose host name was pointed at this machine',
      { host: 'evil.example' },
      '127.0.0.1',
      404,
    ],
    [
      'a host name that begins like this machine',
      { host: 'localhost.evil.example' },
      '127.0.0.1',
      404,
    ],
    [
      'a host name that begins like its address',
      { host: '127.0.0.1.evil.example' },
      '127.0.0.1',
      404,
    ],
    ['a stranger', {}, '203.0.113.9', 404],
    [
      'a stranger behind a proxy on this machine',
      { 'x-forwarded-for': '203.0.113.9' },
      '127.0.0.1',
      404,
    ],
    ['a stranger who says to be local', { 'x-forwarded-for': '127.0.0.1' }, '203.0.113.9', 404],
  ])('without a token: %s', async (_who, headers, remoteAddress, status) => {
    const answer = await open.fastify.inject({ url: '/metrics', headers, remoteAddress })
    expect(answer.statusCode).toBe(status)
    expect(answer.body.includes('storedawn_')).toBe(status === 200)
  })

  test('are Prometheus text: each line is a comment or a sample, each name has its type', async () => {
    const answer = await ask()
    expect(answer.headers['content-type']).toContain('text/plain; version=0.0.4')
    const lines = answer.body.trim().split('\n').filter(Boolean)
    const types = new Set(lines.flatMap((line) => /^# TYPE (\S+) /.exec(line)?.[1] ?? []))
    const samples = lines.filter((line) => !line.startsWith('#'))
    const sample =
      /^([a-z_][a-z0-9_]*)(\{([a-z_]+="[^"\\]*",?)+\})? (-?[\d.]+(e[+-]?\d+)?|\+Inf|Nan)$/
    expect(samples.filter((line) => !sample.test(line))).toEqual([])
    const nameOf = (line: string) => line.replace(/[{ ].*/, '')
    const untyped = samples
      .map(nameOf)
      .filter((name) => !types.has(name.replace(/_(bucket|sum|count)$/, '')) && !types.has(name))
    expect(untyped).toEqual([])
    expect([...types]).toEqual(
      expect.arrayContaining(['nodejs_eventloop_lag_seconds', 'process_cpu_seconds_total']),
    )
  })

  test('report the contents of the database', async () => {
    app.ctx.clock.advance(5 * 60_000) // stores are counted only this often
    const { db, clock } = app.ctx
    const now = app.ctx.now()
    const log = {
      operator: 'Ant',
      next_index: 80,
      tree_size: 100,
      entries_read: 30,
      updated_at: now,
    }
    await db
      .insertInto('ct_logs')
      .values([
        {
          ...log,
          log_id: 'a',
          description: 'Quick 2026h1',
          url: 'https://quick.example/',
          state: 'quarantined',
          problem: 'forked',
        },
        {
          ...log,
          log_id: 'b',
          description: 'Slow 2026h1',
          url: 'https://slow.example/',
          state: 'active',
        },
      ])
      .execute()
    await db
      .insertInto('candidates')
      .values({ host: 'a.example', stage: 'visit', revealed_at: now, log_id: 'a', due_at: now })
      .execute()
    await db.insertInto('tallies').values({ name: 'visits', label: 'store', total: 7 }).execute()
    await insertStore(db, { launch_status: 'established', status: 'CLOSED' })
    const lines = await read()
    expect(lines).toEqual(
      expect.arrayContaining([
        'storedawn_database_up 1',
        'storedawn_log_position{log="Quick 2026h1"} 80',
        'storedawn_log_entries_behind{log="Quick 2026h1"} 20',
        'storedawn_log_entries_read_total{log="Quick 2026h1"} 30',
        'storedawn_log_quarantined{log="Quick 2026h1"} 1',
        'storedawn_log_step_age_seconds{log="Slow 2026h1"} 11',
        'storedawn_queue_waiting{queue="firstVisit"} 1',
        'storedawn_queue_oldest_seconds{queue="firstVisit"} 11',
        'storedawn_visits_total{outcome="store"} 7',
        'storedawn_stores{launch_status="established",status="CLOSED"} 1',
        'storedawn_dead_jobs 0',
      ]),
    )
    for (const absent of ['accuracy_share{', 'log_step_age_seconds{log="Quick'])
      expect(lines.filter((line) => line.startsWith(`storedawn_${absent}`))).toEqual([])
    clock.advance(11_000)
    expect(await read()).toContain('storedawn_visits_total{outcome="store"} 7')
  })

  test('name the expiry of the certificate that expires first', async () => {
    const { file, expiresAt } = await makeCertificate()
    const expiry = async () => {
      const config = { ...app.ctx.config, EXTRA_CA_FILE: file }
      const lines = (await createMetrics({ ...app.ctx, config }).print()).split('\n')
      return lines
        .find((line) => line.startsWith('storedawn_extra_ca_expiry_timestamp_seconds '))
        ?.split(' ')[1]
    }
    expect(await expiry()).toBe(String(expiresAt.getTime() / 1_000))
    await appendFile(file, rootCertificates[0] ?? '')
    const both = [expiresAt, new X509Certificate(rootCertificates[0] ?? '').validToDate]
    expect(await expiry()).toBe(String(Math.min(...both.map((at) => at.getTime())) / 1_000))
  })

  test('keep the last values while the database is down, and report it down', async () => {
    const { db } = app.ctx
    await db.schema.alterTable('tallies').renameTo('tallies_away').execute()
    const away = await read()
    await db.schema.alterTable('tallies_away').renameTo('tallies').execute()
    expect(away).toEqual(
      expect.arrayContaining([
        'storedawn_database_up 0',
        'storedawn_visits_total{outcome="store"} 7',
      ]),
    )
    expect(await read()).toContain('storedawn_database_up 1')
  })

  test('count each store that becomes visible once, by its lag', async () => {
    const { db, clock, now } = app.ctx
    const before = new Date(now().getTime() - 40_000)
    await insertStore(db, { found_at: before, visible_at: now() })
    clock.advance(61_000)
    await read()
    const lines = await read()
    expect(lines).toEqual(
      expect.arrayContaining([
        'storedawn_lag_seconds_bucket{le="30",live="false"} 0',
        'storedawn_lag_seconds_bucket{le="45",live="false"} 1',
        'storedawn_lag_seconds_count{live="false"} 1',
      ]),
    )
  })

  test('omit an engine that once followed the database and is no longer in the settings', async () => {
    const left = {
      name: 'clickhouse',
      schema: SCHEMA_VERSION,
      position: 0,
      followed_at: app.ctx.now(),
    }
    await app.ctx.db.insertInto('change_followers').values(left).execute()
    await insertStore(app.ctx.db)
    expect(
      (await read()).filter((line) => line.startsWith('storedawn_search_behind_seconds{')),
    ).toEqual([])
  })

  test('say for how long work has waited, which roles run, and what is beyond its limit', async () => {
    const { ctx } = app
    const event = { provider: 'stripe', kind: 'invoice.paid', customer_id: 'cus_1' }
    const receivedAt = new Date(ctx.now().getTime() - 1_000_000)
    await ctx.db
      .insertInto('billing_events')
      .values({ ...event, event_id: 'evt_1', received_at: receivedAt, processed_at: null })
      .execute()
    await recordRoleBeat(ctx, 'worker', { isStart: true })
    const beatAt = ctx.now().getTime() / 1_000
    expect(await read()).toEqual(
      expect.arrayContaining([
        'storedawn_webhook_oldest_seconds 1011',
        `storedawn_role_last_seen_timestamp_seconds{role="worker"} ${beatAt}`,
        'storedawn_role_starts_total{role="worker"} 1',
        'storedawn_alarm{name="WebhooksLate",item="",severity="page"} 1',
        'storedawn_alarm{name="LogQuarantined",item="Quick 2026h1",severity="ticket"} 1',
      ]),
    )
    await emptyTables(ctx, 'billing_events')
    expect((await read()).filter((line) => line.includes('WebhooksLate'))).toEqual([])
  })

  test('say for how long a webhook with due messages was left alone, not how long its receiver fails', async () => {
    const { ctx } = app
    const { userId } = await insertUser(ctx, { role: 'PLUS_USER' })
    const { id: webhookId } = await insertWebhook(ctx, userId)
    const searchId = randomUUID()
    const [now, before] = [ctx.now(), new Date(ctx.now().getTime() - 1_000_000)]
    const seen = {
      mails_since: now,
      checked_at: now,
      created_at: now,
      updated_at: now,
      seen_at: now,
    }
    await ctx.db
      .insertInto('saved_searches')
      .values({ id: searchId, user_id: userId, name: 'Lamps', view: 'stores', query: '', ...seen })
      .execute()
    const wait = (change: { due_at: Date; first_tried_at?: Date }) =>
      ctx.db
        .insertInto('webhook_deliveries')
        .values({
          id: randomUUID(),
          webhook_id: webhookId,
          search_id: searchId,
          created_at: before,
          found_at: before,
          found_until: before,
          ...change,
        })
        .execute()
    const figures = async () =>
      (await read()).filter((line) => /^storedawn_deliver|DeliveriesWait/.test(line)).toSorted()
    await wait({ due_at: before })
    expect(await figures()).toEqual([
      'storedawn_alarm{name="DeliveriesWait",item="",severity="page"} 1',
      'storedawn_deliveries_waiting 1',
      'storedawn_delivery_oldest_seconds 1011',
    ])
    await ctx.db.updateTable('webhooks').set({ last_attempt_at: ctx.now() }).execute()
    expect(await figures()).toEqual([
      'storedawn_deliveries_waiting 1',
      'storedawn_delivery_oldest_seconds 11',
    ])
    await wait({ due_at: new Date(ctx.now().getTime() + 3_600_000), first_tried_at: before })
    expect(await figures()).toEqual([
      'storedawn_deliveries_waiting 2',
      'storedawn_delivery_oldest_seconds 0',
    ])
    await ctx.db.deleteFrom('users').where('id', '=', userId).execute()
  })

  test('say when queries wait for a connection and how full the disks are', async () => {
    const pool = { totalCount: 5, idleCount: 2, waitingCount: 3 }
    const text = await createMetrics(app.ctx, { pool, isDiskFull: () => true }).print()
    expect(text).toContain('storedawn_database_connections{state="busy"} 3\n')
    expect(text).toContain('storedawn_database_connections{state="waited_for"} 3\n')
    expect(text).toContain('storedawn_database_disk_full 1\n')
    expect(text).toMatch(/^storedawn_disk_free_bytes\{disk="data"\} [1-9]/m)
    expect(text).toMatch(/^storedawn_disk_size_bytes\{disk="data"\} [1-9]/m)
  })

  test('count requests by the pattern of their route, never by address', async () => {
    await app.anonymous('/api/stores/details/secret-shop')
    await app.anonymous('/some-page-that-is-none')
    const lines = (await read()).filter((line) =>
      line.startsWith('storedawn_http_request_seconds_count'),
    )
    expect(lines).toContainEqual(
      expect.stringMatching(/method="GET",route="\/api\/stores\/details\/:id",status="401"\} 1$/),
    )
    expect(lines.join()).not.toMatch(/secret-shop|some-page/)
  })
})
