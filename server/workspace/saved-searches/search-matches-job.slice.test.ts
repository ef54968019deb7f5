import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contracts/dates.ts'
import { languages } from '#i18n/languages.ts'
import type { ProductContext } from '#server/context.ts'
import { eraseDomain } from '#server/opt-out/erase-domain.ts'
import { deleteOldRows } from '#server/platform/jobs/purge-old-rows.ts'
import { retention } from '#server/workspace/api.ts'
import { type BriefAccount, createBriefCalls } from '#testing/brief-calls.ts'
import {
  changeStore,
  changeUser,
  emptyTables,
  insertStore,
  insertStores,
} from '#testing/factories.ts'
import { inMarch } from '#testing/fake-clock.ts'
import { readMails } from '#testing/read-mails.ts'
import { useTestApp } from '#testing/shared-app.ts'
import type { TestApp } from '#testing/test-app.ts'
import { lastDailyTime, reportDueSearches } from './search-matches-job.ts'

let ctx: TestApp['ctx']
let own: BriefAccount
const app = useTestApp()
const callsOf = (account: () => BriefAccount) => createBriefCalls(() => app, account)
const { newAccount, newSearch, setClock } = callsOf(() => own)
const change = (columns: object) => changeUser(ctx.db, own.userId, columns)
beforeAll(async () => {
  ctx = app.ctx
  own = await newAccount()
})
beforeEach(async () => {
  await emptyTables(ctx, 'outgoing_mails', 'saved_searches', 'stores')
  setClock('10T12:00')
  await change({ role: 'PLUS_USER', language: 'en', ...open })
})
const open = {
  email_verified_at: '2026-03-01T00:00:00Z',
  deletion_requested_at: null,
  locked_at: null,
  plan_until: null,
}

const store = (name: string, visibleAt: string, columns: object = {}) =>
  insertStore(ctx.db, { name, visible_at: inMarch(visibleAt), ...columns })
async function reportAt(time: string): Promise<void> {
  setClock(time)
  await reportDueSearches(ctx, 'daily')
}
async function mailAt(time: string): Promise<string[][]> {
  await reportAt(time)
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
    await store('before', '10T11:00')
    await newSearch()
    await store('first', '10T13:00')
    await store('elsewhere', '10T13:00', { country: 'FR' })
    expect(await mailAt('11T06:59:59')).toEqual([])
    expect(await mailAt('11T07:00')).toEqual([['first']])
    await store('second', '11T07:30')
    expect(await mailAt('11T08:00')).toEqual([])
    expect(await mailAt('12T07:00')).toEqual([['second']])
    expect(await mailAt('13T07:00')).toEqual([])
  })

  test('that becomes visible out of order, or matches only later, is still mailed', async () => {
    await newSearch()
    const late = await store('changes', '10T14:00', { country: null })
    await store('first', '11T06:00')
    expect(await mailAt('11T07:00')).toEqual([['first']])
    await store('out of order', '11T05:00')
    await changeStore(ctx.db, late, { country: 'DE' })
    expect(await mailAt('12T07:00')).toEqual([['out of order', 'changes']])
    expect(await mailAt('13T07:00')).toEqual([])
  })

  test('is mailed again when it opens from behind its password page, and only then', async () => {
    await newSearch()
    const shop = await store('lamp', '10T13:00', { status: 'PASSWORD_PROTECTED' })
    expect(await mailAt('11T07:00')).toEqual([['lamp']])
    await changeStore(ctx.db, shop, { status: 'OPEN', opened_at: '2026-03-20T09:00:00Z' })
    expect(await mailAt('21T07:00')).toEqual([['lamp']])
    expect(await mailAt('22T07:00')).toEqual([])
  })

  test('survives weeks without a run, and is not mailed again after old hits are deleted', async () => {
    await newSearch()
    await store('first', '10T13:00')
    const mailAfter = async (days: number) => {
      ctx.clock.advance(days * DAY_MS)
      await reportDueSearches(ctx, 'daily')
      return storesIn(await readMails(ctx))
    }
    expect(await mailAfter(40)).toEqual([['first']])
    expect(await mailAfter(61)).toEqual([])
    await deleteOldRows(ctx, retention)
    expect(await ctx.db.selectFrom('saved_search_hits').selectAll().execute()).toEqual([])
    expect(await mailAfter(1)).toEqual([])
  })

  test('is mailed once when the process ends before the mail is queued', async () => {
    await newSearch()
    await store('first', '10T13:00')
    setClock('11T07:00')
    const dying: ProductContext = {
      ...ctx,
      jobs: { ...ctx.jobs, enqueue: () => Promise.reject(new Error('the process ends here')) },
    }
    await expect(reportDueSearches(dying, 'daily')).rejects.toThrow('1 saved searches')
    expect(await readMails(ctx)).toEqual([])
    expect(await mailAt('11T08:00')).toEqual([['first']])
    expect(await mailAt('11T09:00')).toEqual([])
  })

  test('is mailed once by parallel workers', async () => {
    const accounts = [own, await newAccount()]
    for (const account of accounts) await callsOf(() => account).newSearch()
    await store('first', '10T13:00')
    setClock('11T07:00')
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
    await store('before', '10T13:00', { country: 'FR' })
    setClock('10T14:00')
    await put({})
    await store('after', '10T15:00', { country: 'FR' })
    expect(await mailAt('11T07:00')).toEqual([['after']])
    await put({ mails: false })
    await store('while off', '11T15:00', { country: 'FR' })
    expect(await mailAt('12T07:00')).toEqual([])
    setClock('12T08:00')
    await put({ mails: true, name: 'Lights' })
    await store('on again', '12T09:00', { country: 'FR' })
    expect(await mailAt('13T07:00')).toEqual([['on again']])
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
    await store('missed', '10T13:00')
    await change(columns)
    expect(await mailAt('11T07:00')).toEqual([])
    await change({ role: 'PLUS_USER', ...open })
    await store('later', '11T08:00')
    expect(await mailAt('12T07:00')).toEqual([['later']])
  })

  test('for searches beyond the plan limit: only the oldest keeps mailing', async () => {
    for (const name of ['oldest', 'youngest']) {
      await newSearch({ name })
      ctx.clock.advance(60_000)
    }
    await change({ role: 'PRO_USER' })
    await store('first', '10T13:00')
    await reportAt('11T07:00')
    const subjects = (await readMails(ctx)).map(({ subject }) => subject)
    expect(subjects).toEqual(['New stores for “oldest”: 1'])
  })

  test('when the store opts out, mails are turned off or the plan ends before sending', async () => {
    const id = await newSearch()
    const goneId = await newSearch({ name: 'Gone', query: 'country=FR' })
    await store('stays', '10T13:00')
    await store('leaves', '10T14:00', { domain: 'leaves.example' })
    await store('leaves too', '10T14:00', {
      domain: 'too.leaves.example',
      country: 'FR',
    })
    await reportAt('11T07:00')
    await eraseDomain(ctx, 'leaves.example')
    expect(storesIn(await readMails(ctx))).toEqual([['stays']])
    const hits = await ctx.db.selectFrom('saved_search_hits').select('search_id').execute()
    expect(hits).toEqual([{ search_id: id }])
    expect(goneId).not.toBe(id)

    for (const [day, undo] of [
      [12, () => change({ role: 'GUEST' })],
      [13, () => change({ plan_until: ctx.now() })],
      [14, () => ctx.db.updateTable('saved_searches').set({ mails: false }).execute()],
    ] as const) {
      await change({ role: 'PLUS_USER', plan_until: null })
      await store('late', `${day - 1}T13:00`)
      await reportAt(`${day}T07:00`)
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
  expect(await mailAt('11T07:00')).toEqual([])
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
  await reportAt('11T07:00')
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
  await store('first', '10T13:00', { category: 'fashion' })
  for (const [at, language] of languages.entries()) {
    await change({ language })
    await emptyTables(ctx, 'saved_search_hits')
    await reportAt(`1${at + 1}T07:00`)
    const [mail] = await readMails(ctx)
    expect(mail?.language).toBe(language)
    expect(`${mail?.subject}${mail?.text}`).not.toMatch(/[{}]|undefined|null/)
  }
})
