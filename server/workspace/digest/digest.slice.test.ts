import { MINUTE_MS } from '#contracts/dates.ts'
import type { ClusterId, StoreId, UserId } from '#contracts/ids.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { languages } from '#i18n/languages.ts'
import type { ProductContext } from '#server/context.ts'
import { overloaded } from '#server/platform/errors.ts'
import {
  emptyTables,
  insertProduct,
  insertStores,
  insertTrend,
  insertUser,
} from '#testing/factories.ts'
import { readMails, type ReadMail } from '#testing/read-mails.ts'
import { createTestContext } from '#testing/test-context.ts'
import { queueDigests } from './digest-job.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const MONDAY = '2026-03-16T07:00:00Z'

let guest: { userId: UserId; email: string }
let member: { userId: UserId; email: string }
const ctx = sharedByTests(createTestContext)
beforeAll(async () => {
  guest = await insertUser(ctx)
  member = await insertUser(ctx, { role: 'PRO_USER' })
  await insertWeeks()
})
beforeEach(async () => {
  await emptyTables(ctx, 'outgoing_mails', 'digests', 'saved_searches')
  await change({ ...open, email_updates: true, language: 'en' })
  ctx.clock.set(MONDAY)
})

const open = {
  email_verified_at: '2026-03-01T00:00:00Z',
  deletion_requested_at: null,
  locked_at: null,
  plan_until: null,
}
const change = (columns: object) => ctx.db.updateTable('users').set(columns).execute()

/** Four stores in the week from 9 March, two in the week before, and stores that must not count. */
async function insertWeeks(): Promise<void> {
  const lamps = { category: 'home_living', country: 'DE' }
  const ids = await insertStores(ctx.db, [
    { found_at: '2026-03-01T23:59:59Z' },
    { found_at: '2026-03-02T00:00:00Z' },
    { found_at: '2026-03-08T23:59:59Z', email: 'a@a.example' },
    { found_at: '2026-03-09T00:00:00Z', ...lamps, name: 'Lamp & Co' },
    { found_at: '2026-03-11T10:00:00Z', ...lamps, email: 'b@b.example' },
    { found_at: '2026-03-11T11:00:00Z', category: 'fashion', country: 'FR', email: 'c@c.example' },
    { found_at: '2026-03-15T23:59:59Z', category: null, country: null, email: 'd@d.example' },
    { found_at: '2026-03-12T10:00:00Z', launch_status: 'established' },
    { found_at: '2026-03-16T00:00:00Z' },
  ])
  const [, , , first, second] = ids
  const lamp = await insertProduct(ctx.db, first, { title: 'Moon lamp' })
  const same = await insertProduct(ctx.db, second, { title: 'Moon lamp, too' })
  const moonLamp = { stores: 7, cluster: 1 as ClusterId }
  await insertTrend(ctx.db, lamp, '2026-03-10', { ...moonLamp, score: 80 })
  await insertTrend(ctx.db, lamp, '2026-03-12', { ...moonLamp, score: 90 })
  await insertTrend(ctx.db, same, '2026-03-11', { ...moonLamp, score: 70 })
}

const insertSearch = (query: string, name = 'My lamps') =>
  ctx.db
    .insertInto('saved_searches')
    .values({
      id: crypto.randomUUID(),
      user_id: member.userId,
      name,
      view: 'stores',
      query,
      created_at: ctx.now(),
      updated_at: ctx.now(),
      seen_at: ctx.now(),
      mails_since: ctx.now(),
      checked_at: ctx.now(),
    })
    .execute()

const to = ({ email }: { email: string }, mails: ReadMail[]): ReadMail => {
  const mail = mails.find(({ recipient }) => recipient === email)
  if (!mail) throw new Error('no mail')
  return mail
}
async function runDigests(): Promise<ReadMail[]> {
  await queueDigests(ctx)
  return readMails(ctx)
}
/** To accounts that had the digest of this week already, too. */
async function repeatDigests(): Promise<ReadMail[]> {
  await emptyTables(ctx, 'digests')
  return runDigests()
}
const recipients = (mails: ReadMail[]) => mails.map(({ recipient }) => recipient).toSorted()
const both = () => [guest.email, member.email].toSorted()

describe('the digest', () => {
  test('shows every subscriber the public figures of the week next to those of the week before', async () => {
    const mails = await runDigests()
    expect(recipients(mails)).toEqual(both())
    const { subject, text, headers } = to(guest, mails)
    expect(subject).toBe('Your week in new stores: 4')
    const facts = text
      .replaceAll('\u00a0', ' ')
      .split('\n')
      .filter((line) => /^[A-Z][a-z ]+: .*\d/.test(line) && !line.includes('http'))
    expect(facts).toEqual([
      'New stores: 4 (+100%, week before: 2)',
      'Merchant leads: 3 (+200%, week before: 1)',
      'Trending products: 1 (week before: 0)',
      'Busiest day: Wednesday, March 11 (2)',
      'Most common categories: Home (2), Fashion (1)',
      'Most common countries: Germany (2), France (1)',
    ])
    expect(text).not.toMatch(/Moon lamp|saved search/)
    expect(headers['List-Unsubscribe']).toMatch(
      /^<http:\/\/localhost:0\/api\/public\/unsubscribe\?token=[\w-]+>$/,
    )
  })

  test('adds products and saved searches for paying accounts', async () => {
    await insertSearch('country=DE')
    await insertSearch('country=JP', 'Nothing there')
    const { text } = to(member, await runDigests())
    const lines = text
      .replaceAll('\u00a0', ' ')
      .split('\n')
      .map((line) => line.trim())
    for (const line of [
      '- Moon lamp',
      'Lamp & Co · stores that sell it: 7',
      '- My lamps',
      'New stores that week: 2',
      '- Nothing there',
      'New stores that week: 0',
    ])
      expect(lines).toContain(line)
    expect(text).not.toContain('Moon lamp, too')
  })

  test('adds none of that from the moment a plan ends, even between its writing and its sending', async () => {
    await insertSearch('country=DE')
    await change({ plan_until: new Date(Date.parse(MONDAY) + 1) })
    await queueDigests(ctx)
    const { params } = await ctx.db
      .selectFrom('outgoing_mails')
      .select('params')
      .where('user_id', '=', member.userId)
      .executeTakeFirstOrThrow()
    expect(params).toMatchObject({ searches: [{ count: 2 }] })
    ctx.clock.advance(1)
    expect(to(member, await readMails(ctx)).text).not.toMatch(/Moon lamp|My lamps/)
    await emptyTables(ctx, 'digests')
    await queueDigests(ctx)
    expect(await ctx.db.selectFrom('outgoing_mails').select('params').distinct().execute()).toEqual(
      [{ params: { week: '2026-03-09', searches: [] } }],
    )
  })

  test('names five products, however many stores sell the first of them, and no store that was erased', async () => {
    const day = '2026-06-03'
    const sellers = await insertStores(ctx.db, Array(70).fill({ found_at: `${day}T10:00:00Z` }))
    const insertTrending = async (title: string, cluster: number, stores: readonly StoreId[]) => {
      for (const store of stores) {
        const product = await insertProduct(ctx.db, store, { title })
        await insertTrend(ctx.db, product, day, {
          cluster: cluster as ClusterId,
          score: 99 - cluster,
        })
      }
    }
    const titles = ['Everywhere', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth']
    for (const [at, title] of titles.entries())
      await insertTrending(title, 10 + at, at === 0 ? sellers : sellers.slice(at, at + 2))
    ctx.clock.set('2026-06-08T07:00:00Z')
    const named = async () => {
      const { text } = to(member, await repeatDigests())
      return [...text.matchAll(/^ *- (.*)$/gm)].map(([, title]) => title)
    }
    expect(await named()).toEqual(titles.slice(0, 5))
    // Also within the minutes in which the figures are shared.
    await ctx.db.deleteFrom('stores').where('id', 'in', sellers.slice(2, 3)).execute()
    expect(await named()).toEqual(['Everywhere', 'Third', 'Fourth', 'Fifth'])
  })

  test('shows all subscribers of a run the same figures, which are read again after ten minutes', async () => {
    const newStore = () => insertStores(ctx.db, [{ found_at: '2026-07-07T10:00:00Z' }])
    const subjects = async () => (await repeatDigests()).map(({ subject }) => subject)
    await newStore()
    ctx.clock.set('2026-07-13T07:00:00Z')
    expect(await subjects()).toEqual(['Your week in new stores: 1', 'Your week in new stores: 1'])
    await newStore()
    ctx.clock.advance(9 * MINUTE_MS)
    expect(await subjects()).toEqual(['Your week in new stores: 1', 'Your week in new stores: 1'])
    ctx.clock.advance(MINUTE_MS)
    expect(await subjects()).toEqual(['Your week in new stores: 2', 'Your week in new stores: 2'])
  })

  test('speaks every language', async () => {
    await insertSearch('country=DE')
    for (const language of languages) {
      await change({ language })
      const mail = to(member, await repeatDigests())
      expect(mail.language).toBe(language)
      expect(`${mail.subject}${mail.text}`).not.toMatch(/[{}]|undefined|null|home_living/)
    }
  })
})

describe('sending the digest', () => {
  test('happens once per account and week, however often the job runs', async () => {
    ctx.clock.set('2026-03-16T06:59:59Z')
    expect(await runDigests()).toEqual([])
    ctx.clock.set(MONDAY)
    await Promise.all([queueDigests(ctx), queueDigests(ctx)])
    expect(recipients(await readMails(ctx))).toEqual(both())
    ctx.clock.set('2026-03-17T09:00:00Z')
    expect(await runDigests()).toEqual([])
    ctx.clock.set('2026-03-23T07:00:00Z')
    expect(recipients(await runDigests())).toEqual(both())
  })

  test('happens once, even when the process ends between two batches', async () => {
    let left = 1
    const dying: ProductContext = {
      ...ctx,
      jobs: {
        ...ctx.jobs,
        enqueue: (...mail) =>
          left-- > 0
            ? ctx.jobs.enqueue(...mail)
            : Promise.reject(new Error('the process ends here')),
      },
    }
    await expect(queueDigests(dying)).rejects.toThrow('the process ends here')
    expect(await ctx.db.selectFrom('digests').selectAll().execute()).toEqual([])
    expect(recipients(await runDigests())).toEqual(both())
  })

  test('does not wait for an account whose searches cannot be counted; that one is tried again', async () => {
    await insertSearch('country=DE')
    const busy: ProductContext = {
      ...ctx,
      storeSearch: { ...ctx.storeSearch, find: () => Promise.reject(overloaded()) },
    }
    await expect(queueDigests(busy)).rejects.toThrow('1 digests failed')
    expect(recipients(await readMails(ctx))).toEqual([guest.email])
    expect(recipients(await runDigests())).toEqual([member.email])
  })

  test('does not happen after a week without stores', async () => {
    ctx.clock.set('2026-04-13T07:00:00Z')
    expect(await runDigests()).toEqual([])
    expect(await ctx.db.selectFrom('digests').selectAll().execute()).toEqual([])
  })

  test.each([
    ['does not want it', { email_updates: false }],
    ['has not confirmed their address', { email_verified_at: null }],
    ['is leaving', { deletion_requested_at: MONDAY }],
    ['is locked', { locked_at: MONDAY }],
  ])(
    'skips an account that %s, even when that changed after it was queued',
    async (_why, columns) => {
      await change(columns)
      await queueDigests(ctx)
      expect(await ctx.db.selectFrom('digests').selectAll().execute()).toEqual([])
      await change({ ...open, email_updates: true })
      await queueDigests(ctx)
      await change('email_verified_at' in columns ? { email_updates: false } : columns)
      expect(await readMails(ctx)).toEqual([])
    },
  )
})
