import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { languages } from '#i18n/languages.ts'
import type { ProductContext } from '#server/context.ts'
import { eraseDomain } from '#server/opt-out/erase-domain.ts'
import { deleteOldRows } from '#server/platform/jobs/purge-old-rows.ts'
import { retention } from '#server/workspace/api.ts'
import {
  changeStore,
  changeUser,
  emptyTables,
  insertStore,
  insertStores,
  insertUser,
} from '#testing/factories.ts'
import { readMails } from '#testing/read-mails.ts'
import { post, startTestApp, type TestApp } from '#testing/test-app.ts'
import { lastDailyTime, reportDueSearches } from './search-matches-job.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

let ctx: TestApp['ctx']
let own: Account
const app = sharedByTests(startTestApp)
beforeAll(async () => {
  ctx = app.ctx
  own = await newAccount()
})
beforeEach(async () => {
  await emptyTables(ctx, 'outgoing_mails', 'saved_search_hits', 'saved_searches', 'stores')
  ctx.clock.set('2026-03-10T12:00:00.000Z')
  await own.change({ role: 'PLUS_USER', language: 'en', ...open })
})
const open = {
  email_verified_at: '2026-03-01T00:00:00Z',
  deletion_requested_at: null,
  locked_at: null,
  plan_until: null,
}

type Send = Awaited<ReturnType<TestApp['openSession']>>['send']
type Account = Awaited<ReturnType<typeof newAccount>>
async function newAccount() {
  const account = await insertUser(ctx, { role: 'PLUS_USER' })
  // The clock jumps further than the lifetime of a session.
  const send: Send = async (request) => (await app.openSession(account.userId)).send(request)
  const change = (columns: object) => changeUser(ctx.db, account.userId, columns)
  return { ...account, send, change }
}

async function newSearch(changes: object = {}, { send } = own): Promise<string> {
  const payload = { name: 'Lamps', view: 'stores', query: 'country=DE', mails: true, ...changes }
  return (await post(send, '/api/saved-searches', payload)).json().id
}

const store = (name: string, visibleAt: string, columns: object = {}) =>
  insertStore(ctx.db, { name, visible_at: visibleAt, ...columns })
async function mailAt(time: string): Promise<string[][]> {
  ctx.clock.set(time)
  await reportDueSearches(ctx, 'daily')
  return storesIn(await readMails(ctx))
}
const storesIn = (mails: { text: string }[]) =>
  mails.map(({ text }) => [...text.matchAll(/^- (.+)$/gm)].map(([, name = '']) => name))

test.each([
  ['2026-03-10T06:59:59.999Z', '2026-03-09T07:00:00.000Z'],
  ['2026-03-10T07:00:00.000Z', '2026-03-10T07:00:00.000Z'],
  ['2026-03-11T00:00:00.000Z', '2026-03-10T07:00:00.000Z'],
])('at %s the last daily time was %s', (now, time) => {
  expect(lastDailyTime(new Date(now)).toISOString()).toBe(time)
})

describe('a match', () => {
  test('is mailed once, at seven, and no mail goes out without new matches', async () => {
    await store('before', '2026-03-10T11:00:00Z')
    await newSearch()
    await store('first', '2026-03-10T13:00:00Z')
    await store('elsewhere', '2026-03-10T13:00:00Z', { country: 'FR' })
    expect(await mailAt('2026-03-11T06:59:59Z')).toEqual([])
    expect(await mailAt('2026-03-11T07:00:00Z')).toEqual([['first']])
    await store('second', '2026-03-11T07:30:00Z')
    expect(await mailAt('2026-03-11T08:00:00Z')).toEqual([])
    expect(await mailAt('2026-03-12T07:00:00Z')).toEqual([['second']])
    expect(await mailAt('2026-03-13T07:00:00Z')).toEqual([])
  })

  test('that becomes visible out of order, or matches only later, is still mailed', async () => {
    await newSearch()
    const late = await store('changes', '2026-03-10T14:00:00Z', { country: null })
    await store('first', '2026-03-11T06:00:00Z')
    expect(await mailAt('2026-03-11T07:00:00Z')).toEqual([['first']])
    await store('out of order', '2026-03-11T05:00:00Z')
    await changeStore(ctx.db, late, { country: 'DE' })
    expect(await mailAt('2026-03-12T07:00:00Z')).toEqual([['out of order', 'changes']])
    expect(await mailAt('2026-03-13T07:00:00Z')).toEqual([])
  })

  test('is mailed again when it opens from behind its password page, and only then', async () => {
    await newSearch()
    const shop = await store('lamp', '2026-03-10T13:00:00Z', { status: 'PASSWORD_PROTECTED' })
    expect(await mailAt('2026-03-11T07:00:00Z')).toEqual([['lamp']])
    const opened = { status: 'OPEN' as const, opened_at: '2026-03-20T09:00:00Z' }
    await changeStore(ctx.db, shop, opened)
    expect(await mailAt('2026-03-21T07:00:00Z')).toEqual([['lamp']])
    expect(await mailAt('2026-03-22T07:00:00Z')).toEqual([])
  })

  test('survives weeks without a run, and is not mailed again after old hits are deleted', async () => {
    await newSearch()
    await store('first', '2026-03-10T13:00:00Z')
    expect(await mailAt('2026-04-20T09:00:00Z')).toEqual([['first']])
    expect(await mailAt('2026-06-20T09:00:00Z')).toEqual([])
    await deleteOldRows(ctx, retention)
    expect(await ctx.db.selectFrom('saved_search_hits').selectAll().execute()).toEqual([])
    expect(await mailAt('2026-06-21T09:00:00Z')).toEqual([])
  })

  test('is mailed once when the process ends before the mail is queued', async () => {
    await newSearch()
    await store('first', '2026-03-10T13:00:00Z')
    ctx.clock.set('2026-03-11T07:00:00Z')
    const dying: ProductContext = {
      ...ctx,
      jobs: { ...ctx.jobs, enqueue: () => Promise.reject(new Error('the process ends here')) },
    }
    await expect(reportDueSearches(dying, 'daily')).rejects.toThrow('1 saved searches')
    expect(await readMails(ctx)).toEqual([])
    expect(await mailAt('2026-03-11T08:00:00Z')).toEqual([['first']])
    expect(await mailAt('2026-03-11T09:00:00Z')).toEqual([])
  })

  test('is mailed once by parallel workers', async () => {
    const accounts = [own, await newAccount()]
    for (const account of accounts) await newSearch({}, account)
    await store('first', '2026-03-10T13:00:00Z')
    ctx.clock.set('2026-03-11T07:00:00Z')
    await Promise.all([
      reportDueSearches(ctx, 'daily'),
      reportDueSearches(ctx, 'daily'),
      reportDueSearches(ctx, 'daily'),
    ])
    const mails = await readMails(ctx)
    expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual(
      accounts.map(({ email }) => email).toSorted(),
    )
  })

  test('is mailed only from the moment its search changed or its mails were turned on', async () => {
    const id = await newSearch()
    const put = (changes: object) =>
      own.send({
        method: 'PUT',
        url: `/api/saved-searches/${id}`,
        payload: {
          name: 'Lamps',
          view: 'stores',
          query: 'country=FR',
          mails: true,
          instant: false,
          webhooks: false,
          ...changes,
        },
      })
    await store('before', '2026-03-10T13:00:00Z', { country: 'FR' })
    ctx.clock.set('2026-03-10T14:00:00Z')
    await put({})
    await store('after', '2026-03-10T15:00:00Z', { country: 'FR' })
    expect(await mailAt('2026-03-11T07:00:00Z')).toEqual([['after']])
    await put({ mails: false })
    await store('while off', '2026-03-11T15:00:00Z', { country: 'FR' })
    expect(await mailAt('2026-03-12T07:00:00Z')).toEqual([])
    ctx.clock.set('2026-03-12T08:00:00Z')
    await put({ mails: true, name: 'Lights' })
    await store('on again', '2026-03-12T09:00:00Z', { country: 'FR' })
    expect(await mailAt('2026-03-13T07:00:00Z')).toEqual([['on again']])
  })
})

describe('no mail goes out', () => {
  test.each([
    ['to a guest', { role: 'GUEST' }],
    ['to a subscriber whose plan has ended', { plan_until: '2026-03-11T07:00:00Z' }],
    ['to an address that is not confirmed', { email_verified_at: null }],
    ['to an account that is being deleted', { deletion_requested_at: '2026-03-10T13:00:00Z' }],
    ['to a locked account', { locked_at: '2026-03-10T13:00:00Z' }],
  ])('%s, and missed matches are not sent later', async (_whom, columns) => {
    await newSearch()
    await store('missed', '2026-03-10T13:00:00Z')
    await own.change(columns)
    expect(await mailAt('2026-03-11T07:00:00Z')).toEqual([])
    await own.change({ role: 'PLUS_USER', ...open })
    await store('later', '2026-03-11T08:00:00Z')
    expect(await mailAt('2026-03-12T07:00:00Z')).toEqual([['later']])
  })

  test('for searches beyond the plan limit: only the oldest keeps mailing', async () => {
    for (const name of ['oldest', 'youngest']) {
      await newSearch({ name })
      ctx.clock.advance(60_000)
    }
    await own.change({ role: 'PRO_USER' })
    await store('first', '2026-03-10T13:00:00Z')
    ctx.clock.set('2026-03-11T07:00:00Z')
    await reportDueSearches(ctx, 'daily')
    const subjects = (await readMails(ctx)).map(({ subject }) => subject)
    expect(subjects).toEqual(['New stores for “oldest”: 1'])
  })

  test('when the store opts out, mails are turned off or the plan ends before sending', async () => {
    const id = await newSearch()
    const goneId = await newSearch({ name: 'Gone', query: 'country=FR' })
    await store('stays', '2026-03-10T13:00:00Z')
    await store('leaves', '2026-03-10T14:00:00Z', { domain: 'leaves.example' })
    await store('leaves too', '2026-03-10T14:00:00Z', {
      domain: 'too.leaves.example',
      country: 'FR',
    })
    ctx.clock.set('2026-03-11T07:00:00Z')
    await reportDueSearches(ctx, 'daily')
    await eraseDomain(ctx, 'leaves.example')
    expect(storesIn(await readMails(ctx))).toEqual([['stays']])
    const hits = await ctx.db.selectFrom('saved_search_hits').select('search_id').execute()
    expect(hits).toEqual([{ search_id: id }])
    expect(goneId).not.toBe(id)

    for (const [day, undo] of [
      [12, () => own.change({ role: 'GUEST' })],
      [13, () => own.change({ plan_until: ctx.now() })],
      [14, () => ctx.db.updateTable('saved_searches').set({ mails: false }).execute()],
    ] as const) {
      await own.change({ role: 'PLUS_USER', plan_until: null })
      await store('late', `2026-03-${day - 1}T13:00:00Z`)
      ctx.clock.set(`2026-03-${day}T07:00:00Z`)
      await reportDueSearches(ctx, 'daily')
      expect(await ctx.db.selectFrom('outgoing_mails').select('kind').execute()).toHaveLength(1)
      await undo()
      expect(await readMails(ctx)).toEqual([])
    }
  })
})

test('a run reads all searches, however many are due', async () => {
  const search = await ctx.db
    .selectFrom('saved_searches')
    .selectAll()
    .where('id', '=', await newSearch())
    .executeTakeFirstOrThrow()
  // More than it reads at once, half of them with equal times.
  const rows = Array.from({ length: 210 }, (_, at) => ({
    ...search,
    id: randomUUID(),
    display: null,
    checked_at: new Date(search.checked_at.getTime() + Math.max(0, at - 105)),
  }))
  await ctx.db.insertInto('saved_searches').values(rows).execute()
  expect(await mailAt('2026-03-11T07:00:00Z')).toEqual([])
  const checked = await ctx.db.selectFrom('saved_searches').select('checked_at').execute()
  expect(checked).toEqual(Array(211).fill({ checked_at: ctx.now() }))
})

test('the mail names the search and its stores, counts the rest, and leads to the list', async () => {
  const id = await newSearch({
    name: 'Lamps <b>& more',
    view: 'leads',
    query: 'country=DE&category=fashion',
  })
  await insertStores(
    ctx.db,
    Array.from({ length: 23 }, (_, at) => ({
      name: `Shop ${at}`,
      domain: `shop-${at}.example`,
      visible_at: new Date(Date.parse('2026-03-10T13:00:00Z') + at),
      category: 'fashion',
      email: 'hello@shop.example',
      launch_day: at === 22 ? null : '2026-03-09',
    })),
  )
  ctx.clock.set('2026-03-11T07:00:00Z')
  await reportDueSearches(ctx, 'daily')
  const [mail, ...others] = await readMails(ctx)
  if (!mail) throw new Error('no mail')
  expect(others).toEqual([])
  expect(mail.subject).toBe('New stores for “Lamps <b>& more”: 23')
  expect(storesIn([mail])[0]).toHaveLength(20)
  const lines = mail.text.replaceAll('\u00a0', ' ').split('\n')
  expect(lines).toContain(
    '  shop-22.example · launch day unknown · Germany · Fashion · products: 12',
  )
  expect(lines).toContain(
    '  shop-21.example · launched Mar 9, 2026, high confidence · Germany · Fashion · products: 12',
  )
  expect(lines).toContain('More in the list: 3')
  const link = lines.find((line) => line.includes('/list?')) ?? ''
  expect(Object.fromEntries(new URL(link).searchParams)).toEqual({
    country: 'DE',
    category: 'fashion',
    view: 'leads',
    sortBy: 'visibleAt',
    search: id,
  })
  expect(mail.html).toContain('Lamps &lt;b&gt;&amp; more')
  expect(mail.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
})

test('the mail is translated into every language', async () => {
  await newSearch()
  await store('first', '2026-03-10T13:00:00Z', { category: 'fashion' })
  for (const [at, language] of languages.entries()) {
    await own.change({ language })
    await emptyTables(ctx, 'saved_search_hits')
    ctx.clock.set(`2026-03-1${at + 1}T07:00:00Z`)
    await reportDueSearches(ctx, 'daily')
    const [mail] = await readMails(ctx)
    expect(mail?.language).toBe(language)
    expect(`${mail?.subject}${mail?.text}`).not.toMatch(/[{}]|undefined|null/)
  }
})
