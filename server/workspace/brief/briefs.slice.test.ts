import { changeStore, changeUser, emptyTables, insertStore } from '#testing/factories.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contracts/dates.ts'
import { languages } from '#i18n/languages.ts'
import { eraseDomain } from '#server/opt-out/erase-domain.ts'
import { deleteOldRows } from '#server/platform/jobs/purge-old-rows.ts'
import { retention } from '#server/workspace/api.ts'
import { type BriefAccount, createBriefCalls, kinds, names } from '#testing/brief-calls.ts'
import { insertStoreEvents } from '#testing/insert-changes.ts'
import { readMails } from '#testing/read-mails.ts'
import { useTestApp } from '#testing/shared-app.ts'
import { post, type TestApp } from '#testing/test-app.ts'
import { sendDueBriefs } from './send-briefs.ts'

let ctx: TestApp['ctx']
let own: BriefAccount
const app = useTestApp()
const calls = createBriefCalls(
  () => app,
  () => own,
)
const { newAccount, set, newSearch, setClock, store, follow, setStep, briefsAt } = calls
const lead = async (name: string, ...step: [day: string, stage?: string]) =>
  setStep(await store(name, '01T10:00', { country: 'FR' }), ...step)
beforeAll(() => {
  ctx = app.ctx
})
beforeEach(async () => {
  await emptyTables(ctx, 'outgoing_mails', 'users', 'stores')
  setClock('10T12:00')
  own = await newAccount()
})

describe('the morning brief', () => {
  test('is one mail at its hour, with what is due and still open, new matches and changes, and none comes before it', async () => {
    await newSearch()
    await set()
    const followed = await store('followed', '01T10:00')
    await follow(followed)
    await lead('late', '2026-03-09')
    await lead('replied', '2026-03-11', 'replied')
    await lead('later', '2026-03-12')
    await lead('won', '2026-03-09', 'won')
    await lead('lost', '2026-03-12', 'lost')
    await insertStoreEvents(ctx.db, followed, [
      { kind: 'app_added', at: '2026-03-10T20:00:00Z', subject: 'Klaviyo' },
    ])
    await store('match', '10T13:00', { email: 'hello@match.example' })
    await store('elsewhere', '10T13:00', { country: 'FR' })
    expect(await briefsAt('11T05:59:59')).toEqual([])
    const [mail, ...others] = await briefsAt('11T06:00')
    if (!mail) throw new Error('no brief')
    expect(others).toEqual([])
    expect([mail.kind, mail.subject]).toEqual(['brief', '2 steps due, 1 good match, 1 change'])
    expect(names(mail)).toEqual(['replied', 'late', 'match', 'followed'])
    expect(mail.text).toContain('Write about 2026-03-09 · 2 days late')
    expect(mail.text).toContain('Klaviyo')
    expect(mail.text).not.toContain('hello@')
    // Its search has nothing left to mail.
    expect(await briefsAt('11T07:00')).toEqual([])
    const next = await briefsAt('12T06:00')
    expect(next.flatMap(names)).toEqual(['replied', 'late', 'later', 'lost'])
  })

  test('is not sent when there is nothing in it, and the next one reaches back to it', async () => {
    await newSearch()
    const { nextAt } = await set()
    expect(nextAt).toBe('2026-03-11T06:00:00.000Z')
    expect(await briefsAt('11T06:00')).toEqual([])
    await store('match', '11T06:30')
    expect((await briefsAt('12T06:00')).flatMap(names)).toEqual(['match'])
    expect((await own.send('/api/brief/settings')).json().nextAt).toBe('2026-03-13T06:00:00.000Z')
  })

  test('of two processes that find it due one sends it', async () => {
    await newSearch()
    await set()
    // A due step may be in every brief: only the lock keeps it to one here.
    await setStep(await store('match', '10T13:00'), '2026-03-10')
    setClock('11T06:00')
    await Promise.all([sendDueBriefs(ctx), sendDueBriefs(ctx), sendDueBriefs(ctx)])
    expect(kinds(await readMails(ctx))).toEqual(['brief'])
    expect(await ctx.db.selectFrom('briefs').select('id').execute()).toHaveLength(1)
  })

  test('takes over the daily mail of a search, with what that mail had not sent yet', async () => {
    await newSearch()
    await store('before', '10T12:30')
    setClock('10T18:00')
    await set()
    await store('after', '10T19:00')
    const [mail, ...others] = await briefsAt('11T06:00')
    expect(others).toEqual([])
    expect(mail && names(mail).toSorted()).toEqual(['after', 'before'])
    expect(await briefsAt('11T07:00')).toEqual([])
  })

  test('leaves the daily mail to its search when it does not go by mail, and on the days without a brief', async () => {
    await newSearch()
    await set({ mail: false })
    await store('first', '10T13:00')
    expect(await briefsAt('11T06:00')).toEqual([])
    expect(kinds(await briefsAt('11T07:00'))).toEqual(['search_matches'])
    // Mondays; the 16th of March is the next one.
    await set({ pace: 'weekly', weekday: 1 })
    await store('second', '11T13:00')
    expect(kinds(await briefsAt('12T07:00'))).toEqual(['search_matches'])
    await store('third', '15T13:00')
    const mails = await briefsAt('16T06:00')
    expect([kinds(mails), mails.flatMap(names)]).toEqual([['brief'], ['third']])
  })

  test('that is turned off before its hour leaves what it held back to the mail of the search', async () => {
    await newSearch()
    await set({ hour: 12 })
    await store('match', '11T05:00')
    expect(await briefsAt('11T07:00')).toEqual([])
    await set({ pace: 'off' })
    const mails = await briefsAt('12T07:00')
    expect([kinds(mails), mails.flatMap(names)]).toEqual([['search_matches'], ['match']])
  })

  test('has the matches of a search that reports nowhere else, from its first day on', async () => {
    await newSearch({ mails: false })
    await store('old', '10T13:00')
    setClock('20T12:00')
    await set()
    await store('new', '20T13:00')
    expect((await briefsAt('21T06:00')).flatMap(names)).toEqual(['new'])
    expect(await briefsAt('22T06:00')).toEqual([])
  })

  test('lists a match once, and again after it opens from behind its password page', async () => {
    await newSearch()
    await newSearch({ name: 'Again' })
    await set()
    const shop = await store('lamp', '10T13:00', { status: 'PASSWORD_PROTECTED' })
    const [mail] = await briefsAt('11T06:00')
    expect(mail && [mail.subject, names(mail)]).toEqual(['1 good match', ['lamp']])
    expect(await briefsAt('12T06:00')).toEqual([])
    await changeStore(ctx.db, shop, { status: 'OPEN', opened_at: '2026-03-12T09:00:00Z' })
    expect((await briefsAt('13T06:00')).flatMap(names)).toEqual(['lamp'])
  })

  test('puts matches in the order of their scores', async () => {
    await newSearch()
    await set()
    await store('silent', '10T14:00', { launch_day: null, email: null })
    await store('young', '10T13:00', { launch_day: '2026-03-10' })
    expect((await briefsAt('11T06:00')).flatMap(names)).toEqual(['young', 'silent'])
  })

  test('sends an account on a day of 23 hours and on one of 25 hours one brief each', async () => {
    await newSearch()
    setClock('27T12:00')
    await set({ timeZone: 'Europe/Berlin', hour: 2 })
    const hours: string[] = []
    for (
      let at = Date.parse('2026-03-27T13:00:00Z');
      at < Date.parse('2026-03-31T00:00:00Z');
      at += HOUR_MS
    ) {
      await insertStore(ctx.db, { visible_at: new Date(at - MINUTE_MS) })
      ctx.clock.set(new Date(at))
      await sendDueBriefs(ctx)
      if ((await readMails(ctx)).length > 0) hours.push(new Date(at).toISOString().slice(5, 16))
    }
    // At two o'clock on the 29th the clocks show three.
    expect(hours).toEqual(['03-28T01:00', '03-29T01:00', '03-30T00:00'])
  })

  test.each(languages)('is written in %s, with a way to turn it off', async (language) => {
    await newSearch()
    await set()
    await changeUser(ctx.db, own.userId, { language })
    await lead('lamp', '2026-03-10')
    await store('match', '10T13:00')
    const [mail] = await briefsAt('11T06:00')
    if (!mail) throw new Error('no brief')
    for (const part of [mail.subject, mail.text, mail.html])
      expect(part).not.toMatch(/{{|undefined/)
    expect(mail.html).toContain('prefers-color-scheme:dark')
    const token = mail.headers['List-Unsubscribe']?.match(/token=([\w-]+)/)?.[1] ?? ''
    const off = await post(app.anonymous, `/api/public/unsubscribe?token=${token}`)
    expect(off.json()).toMatchObject({ kind: 'brief' })
    await store('second', '11T13:00')
    expect(kinds(await briefsAt('12T06:00'))).not.toContain('brief')
    const on = { method: 'POST', url: '/api/users/resubscribe', payload: { token } } as const
    expect((await own.send(on)).statusCode).toBe(200)
    expect((await (await newAccount()).send(on)).statusCode).toBe(404)
  })

  test.each([
    ['is locked', { locked_at: '2026-03-10T20:00:00Z' }],
    ['leaves', { deletion_requested_at: '2026-03-10T20:00:00Z' }],
    ['has no plan any more', { role: 'GUEST' as const }],
    ['has not confirmed its address', { email_verified_at: null }],
  ])('does not go to an account that %s', async (_, columns) => {
    await newSearch()
    await set()
    await store('match', '10T13:00')
    await ctx.db.updateTable('users').set(columns).where('id', '=', own.userId).execute()
    expect(kinds(await briefsAt('11T06:00'))).toEqual([])
  })

  test('leaves out a store that was erased after it was queued', async () => {
    await newSearch()
    await set()
    await store('match', '10T13:00')
    setClock('11T06:00')
    await sendDueBriefs(ctx)
    await eraseDomain(ctx, 'match.example')
    expect(await readMails(ctx)).toEqual([])
    expect(await ctx.db.selectFrom('brief_items').selectAll().execute()).toEqual([])
  })

  test('is deleted after a month, and with its account at once', async () => {
    await newSearch()
    await set()
    await store('match', '10T13:00')
    await briefsAt('11T06:00')
    const count = async () => (await ctx.db.selectFrom('brief_items').selectAll().execute()).length
    expect(await count()).toBe(1)
    ctx.clock.advance(30 * DAY_MS)
    await deleteOldRows(ctx, retention)
    expect(await count()).toBe(1)
    ctx.clock.advance(1)
    await deleteOldRows(ctx, retention)
    expect(await count()).toBe(0)
    await ctx.db.deleteFrom('users').where('id', '=', own.userId).execute()
    expect(await ctx.db.selectFrom('brief_settings').selectAll().execute()).toEqual([])
  })
})
