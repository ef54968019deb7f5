import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contracts/dates.ts'
import type { UserId } from '#contracts/ids.ts'
import { writePhotoFile } from '#server/accounts/profile/photo-files.ts'
import { recordDelivery } from '#server/platform/delivery-log.ts'
import { emailKeyOf } from '#server/platform/mail/email-address.ts'
import { accountExists, codeOf, proof, requestDeletion } from '#testing/deletion-calls.ts'
import {
  emptyTables,
  insertApiKey,
  insertMail,
  insertProduct,
  insertStore,
  insertSubscription,
  insertWebhook,
} from '#testing/factories.ts'
import { fillBrief, fillMarks } from '#testing/fill-marks.ts'
import { findTraces } from '#testing/find-traces.ts'
import { readMails } from '#testing/read-mails.ts'
import { exclude, saveProduct, saveStore } from '#testing/saved-calls.ts'
import { putProfile } from '#testing/account-calls.ts'
import { useTestApp } from '#testing/shared-app.ts'
import { inTurn, post, type TestAccount } from '#testing/test-app.ts'
import { eraseDeletedAccounts } from './erase-accounts.ts'
import { account, exportedParts } from './exported-parts.ts'

const NOON = '2026-03-10T12:00:00.000Z'

const app = useTestApp()
beforeEach(async () => {
  app.ctx.clock.set(NOON)
  await emptyTables(app.ctx, 'request_limits', 'outgoing_mails')
})

/** Every table with a row about a person who used all of the product. */
const TABLES = `
  account_tokens api_keys audit_events billing_agreements billing_customers billing_events
  billing_invoices billing_subscriptions brief_feeds brief_items brief_settings briefs
  bulk_undos contact_bounces contact_messages contact_usage delivery_log digests
  erased_leads exclusion_uploads exclusions export_tickets export_usage exported_stores
  feeds follows hidden_stores identities list_stores list_views lists mark_revisions
  newsletter_subscriptions operators outgoing_mails request_limits saved_products
  saved_searches saved_stores second_factors sessions shown_contacts stage_moves stages
  templates user_photos users webhooks
`

const tracesOf = ({ email, userId }: TestAccount, subject: string) =>
  findTraces(app.ctx.db, [email, subject, userId])

describe('the records of an account', () => {
  test(
    'have a decision for every column: exported, or hidden for a reason',
    { tags: ['check-92'] },
    async () => {
      const { rows } = await sql<{ table: string; column: string; isPersonal: boolean }>`
        select table_name as table, column_name as column,
          table_name in ('request_limits', 'users') or bool_or(column_name in ('user_id', 'email_key'))
            over (partition by table_name) as "isPersonal"
        from information_schema.columns where table_schema = 'public'
        order by table_name, ordinal_position`.execute(app.ctx.db)
      const parts = { account, ...exportedParts }
      const personal = rows.filter(({ isPersonal }) => isPersonal)
      expect(new Set(personal.map(({ table }) => table))).toEqual(
        new Set(Object.values(parts).map(({ table }) => table)),
      )
      const lines = Object.entries(parts).map(([name, { table, hidden }]) => {
        const columns = personal.flatMap((row) => (row.table === table ? row.column : []))
        const isHidden = (column: string) => hidden.includes(column)
        const shown = columns.filter((column) => !isHidden(column)).join(' ')
        return `${name} (${table}): ${shown} | hidden: ${columns.filter(isHidden).join(' ')}\n`
      })
      await expect(lines.join('')).toMatchFileSnapshot('exported-columns.txt')
    },
  )

  test(
    'are exported in full after a fresh sign-in, without secrets that could be misused',
    { tags: ['check-93'] },
    async () => {
      const own = await app.newAccount('PRO_USER', 'takes.out@example.test')
      await fillRecords(own, 'export-subject')
      const answer = await own.send('/api/users/export')
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
      const { exportedAt, account, records } = answer.json()
      expect(exportedAt).toBe(NOON)
      expect(account).toMatchObject({
        id: own.userId,
        email: own.email,
        role: 'PRO_USER',
        hasPassword: true,
      })
      expect(Object.keys(records)).toEqual(Object.keys(exportedParts))
      for (const [name, rows] of Object.entries(records))
        expect({ name, rows }).not.toEqual({ name, rows: [] })
      expect(records.photos[0].base64).toBe(Buffer.from('a photo').toString('base64'))
      expect(records.identities[0]).toMatchObject({ subject: 'export-subject' })
      expect(records.auditEvents.at(-1)).toMatchObject({ kind: 'account.exported' })
      expect(answer.body).not.toContain('$argon2')
      expect(answer.body).not.toContain('token_hash')
      expect(answer.body).not.toContain('bystander')
      app.ctx.clock.advance(10 * 60_000)
      expect(codeOf(await own.send('/api/users/export'))).toBe('fresh_sign_in_required')
    },
  )
})

test.each([
  ['Ada.Lovelace@EXAMPLE.test', true],
  ['ada.lovelace@example.test.au', false],
  ['A\u0308da@example.test', true],
  ['\u0130da@example.test', true],
  ['xada.lovelace@example.test', false],
])(
  'a queued mail to %j without an account belongs to the address: %s',
  async (recipient, isTheirs) => {
    const emailKey = isTheirs ? emailKeyOf(recipient) : 'ada.lovelace@example.test'
    await insertMail(app.ctx, { recipient })
    const keys = { userId: randomUUID() as UserId, emailKey }
    const found = await exportedParts['waitingMails']?.read(app.ctx, keys)
    expect(found).toHaveLength(isTheirs ? 1 : 0)
  },
)

describe('the erasure', () => {
  test(
    'leaves no address, identity or id in any column of any table, so that the address is free; other accounts lose nothing',
    { tags: ['check-92'] },
    async () => {
      const { ctx } = app
      const bystander = await app.newAccount('PRO_USER', 'bystander@example.test')
      await fillRecords(bystander, 'bystander-subject')
      const own = await app.newAccount('PRO_USER', 'To.Be.Erased@example.test')
      await fillRecords(own, 'subject-to-erase')
      await requestDeletion(own)
      const tables = TABLES.trim().split(/\s+/)
      expect(new Set(await tracesOf(own, 'subject-to-erase'))).toEqual(
        new Set(tables.map((table) => `public.${table}`)),
      )
      const theirs = await tracesOf(bystander, 'bystander-subject')

      ctx.clock.advance(30 * DAY_MS - HOUR_MS)
      await eraseDeletedAccounts(ctx)
      expect(await accountExists(app, own)).toBe(true)
      ctx.clock.advance(HOUR_MS)
      await inTurn(2, () => eraseDeletedAccounts(ctx))

      expect(await accountExists(app, own)).toBe(false)
      expect(await tracesOf(own, 'subject-to-erase')).toEqual([])
      expect(await tracesOf(bystander, 'bystander-subject')).toEqual(theirs)
      // Rows of matches refer to their search alone, deliveries to their webhook, so those of the
      // account went with them.
      const orphans = await sql`
        select 'hit' from saved_search_hits where search_id not in (select id from saved_searches)
        union all select 'delivery' from webhook_deliveries
          where webhook_id not in (select id from webhooks)`.execute(ctx.db)
      expect(orphans.rows).toEqual([])
      const left = await ctx.db
        .selectFrom('audit_events')
        .select(['kind', 'user_id', 'network', 'detail'])
        .where('kind', 'in', ['account.erased', 'account.deletion_requested'])
        .where('user_id', 'is', null)
        .execute()
      const bare = (kind: string, detail = {}) =>
        JSON.stringify({ kind, user_id: null, network: null, detail })
      expect(new Set(left.map((row) => JSON.stringify(row)))).toEqual(
        new Set([
          bare('account.erased', { reason: 'deleted' }),
          bare('account.deletion_requested'),
        ]),
      )
      expect((await app.newAccount('GUEST', own.email)).userId).not.toBe(own.userId)
    },
  )

  test('that fails for one account rolls back and does not block the others', async () => {
    const { ctx } = app
    const [stuck, other] = [await app.newAccount('PRO_USER'), await app.newAccount('PRO_USER')]
    for (const account of [stuck, other]) await requestDeletion(account)
    ctx.clock.advance(30 * DAY_MS)
    await sql
      .raw(
        `create function refuse_one() returns trigger language plpgsql as $$ begin
           if old.id = '${stuck.userId}' then raise exception 'stuck'; end if; return old; end $$`,
      )
      .execute(ctx.db)
    await sql
      .raw(
        'create trigger refuse_one before delete on users for each row execute function refuse_one()',
      )
      .execute(ctx.db)
    const before = await tracesOf(stuck, 'none')
    await expect(eraseDeletedAccounts(ctx)).rejects.toThrow('1 accounts were not erased')
    expect(await tracesOf(stuck, 'none')).toEqual(before)
    expect(await accountExists(app, other)).toBe(false)
    await sql`drop trigger refuse_one on users`.execute(ctx.db)
    await eraseDeletedAccounts(ctx)
    expect(await tracesOf(stuck, 'none')).toEqual([])
  })
})

test.each(['sandbox', 'an earlier provider'])(
  'an account whose subscription still renews at %s is not erased before it is cancelled; others are',
  async (provider) => {
    const { ctx } = app
    const [charged, other] = [await app.newAccount('PRO_USER'), await app.newAccount('PRO_USER')]
    for (const account of [charged, other]) {
      await requestDeletion(account)
      await fillBilling(account.userId)
    }
    const theirs = (isCancelled: boolean, { userId }: TestAccount) =>
      ctx.db
        .updateTable('billing_subscriptions')
        .set({ status: 'active', cancel_at_period_end: isCancelled, provider })
        .where('user_id', '=', userId)
        .execute()
    await theirs(false, charged)
    await theirs(true, other)
    ctx.clock.advance(30 * DAY_MS)
    ctx.testLog.expectError('account.still_charged')
    await eraseDeletedAccounts(ctx)
    expect(await accountExists(app, charged)).toBe(true)
    expect(await accountExists(app, other)).toBe(false)
    const said = ctx.testLog.entries.filter(({ event }) => event === 'account.still_charged')
    expect(said.at(-1)).toMatchObject({ level: 'error', userId: charged.userId })
    await theirs(true, charged)
    await eraseDeletedAccounts(ctx)
    expect(await accountExists(app, charged)).toBe(false)
  },
)

/** A row in every table that may refer to a person. */
async function fillRecords(own: TestAccount, subject: string): Promise<void> {
  const { db, now } = app.ctx
  const { userId, email } = own
  const times = { created_at: now(), last_used_at: now() }
  const factor = { user_id: userId, totp_secret: 'sealed', totp_step: null, created_at: now() }
  await db.insertInto('operators').values(factor).execute()
  await db
    .insertInto('second_factors')
    .values({ ...factor, confirmed_at: null, recovery_hashes: [] })
    .execute()
  await db
    .insertInto('identities')
    .values({ issuer: 'https://issuer.test', subject, user_id: userId, email, ...times })
    .execute()
  await db
    .insertInto('user_photos')
    .values({ user_id: userId, name: `photo-${subject}`, created_at: now() })
    .execute()
  await writePhotoFile(app.ctx, `photo-${subject}`, Buffer.from('a photo'))
  await insertApiKey(app.ctx, userId)
  const storeId = await insertStore(db, { email: 'hello@lamp.example' })
  const productId = await insertProduct(db, storeId)
  await saveStore(own.send, { storeId })
  await saveProduct(own.send, { productId })
  await fillMarks(app.ctx, userId, storeId)
  await fillBrief(app.ctx, userId, storeId)
  // It queues a job, which waits for two minutes, and for months once it is dead.
  await exclude(own.send, 'oak.example')
  const search = { name: `Search of ${userId}`, view: 'stores', query: 'country=DE', mails: true }
  const kept = await post(own.send, '/api/saved-searches', search)
  const display = { columns: [], density: 'compact', sortBy: 'name', sortDirection: 'ASC' }
  await own.send({ method: 'PUT', url: '/api/list-view', payload: { view: 'stores', display } })
  await db
    .insertInto('saved_search_hits')
    .values({ search_id: kept.json().id, store_id: storeId, at: now() })
    .execute()
  const { id: webhookId } = await insertWebhook(app.ctx, userId)
  const found = {
    search_id: kept.json().id,
    found_at: now(),
    found_until: now(),
    created_at: now(),
    due_at: now(),
  }
  await db
    .insertInto('webhook_deliveries')
    .values({ id: randomUUID(), webhook_id: webhookId, ...found })
    .execute()
  await recordDelivery(app.ctx, {
    userId,
    channel: 'mail',
    kind: 'digest',
    subject: 'Your week',
    target: email,
    messageId: randomUUID(),
    outcome: 'sent',
    failure: null,
  })
  for (const savedSearch of [kept.json().id, undefined])
    await post(own.send, '/api/feeds', { savedSearch })
  await db
    .insertInto('digests')
    .values({ user_id: userId, week: '2026-03-02', at: now() })
    .execute()
  const file = { view: 'savedStores', format: 'csv', columns: ['name'], query: {} }
  const ticket = await post(own.send, '/api/exports', file)
  await app.anonymous(ticket.json().url)
  await post(app.anonymous, '/api/auth/email-signin', { email, password: 'Wrong-horse-7' })
  await putProfile(own, { email: `new.${email}`, ...proof })
  await readMails(app.ctx)
  const message = { fullName: 'Ada Byron', email, subject: 'Lamps', message: `Lamps for ${userId}` }
  await post(app.anonymous, '/api/contact/support', message)
  await post(app.anonymous, '/api/newsletter/subscribe', { email })
  await readMails(app.ctx)
  await fillBilling(userId)
  // The mail with the requested link is queued under the address alone.
  await post(app.anonymous, '/api/auth/forgot-password', { email: email.toUpperCase() })
}

async function fillBilling(userId: UserId): Promise<void> {
  const { db, now } = app.ctx
  const own = { provider: 'sandbox', user_id: userId }
  const price = { currency: 'EUR', amount_minor: 3900 }
  const customer = { ...own, customer_id: `cus_${userId}`, created_at: now() }
  const heard = { provider: 'sandbox', kind: 'x', received_at: now(), processed_at: now() }
  const event = { ...heard, event_id: `evt_${randomUUID()}`, customer_id: customer.customer_id }
  const invoice = {
    ...own,
    ...price,
    invoice_id: `in_${userId}`,
    status: 'paid',
    issued_at: now(),
  } as const
  const plan = { plan: 'pro', billing_cycle: 'monthly', ...price } as const
  const agreed = { id: randomUUID(), kind: 'checkout', language: 'en', status: 'done' } as const
  await db.insertInto('billing_customers').values(customer).execute()
  await db.insertInto('billing_events').values(event).execute()
  await insertSubscription(app.ctx, userId, { status: 'ended', cancel_at_period_end: true })
  await db.insertInto('billing_invoices').values(invoice).execute()
  await db
    .insertInto('billing_agreements')
    .values({ ...own, ...plan, ...agreed, created_at: now() })
    .execute()
}
