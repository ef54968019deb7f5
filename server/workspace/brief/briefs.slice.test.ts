import { changeStore, changeUser, emptyTables } from '#testing/factories.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contracts/dates.ts'
import { languages } from '#i18n/languages.ts'
import { eraseDomain } from '#server/opt-out/erase-domain.ts'
import { deleteOldRows } from '#server/platform/jobs/purge-old-rows.ts'
import { retention } from '#server/workspace/api.ts'
import { type BriefAccount, createBriefCalls, kinds, names } from '#testing/brief-calls.ts'
import { insertStoreEvents } from '#testing/insert-changes.ts'
import { readMails } from '#testing/read-mails.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { post, startTestApp, type TestApp } from '#testing/test-app.ts'
import { sendDueBriefs } from './send-briefs.ts'

let ctx: TestApp['ctx']
let own: BriefAccount
const app = sharedByTests(startTestApp)
const { newAccount, set, newSearch, store, follow, setStep, briefsAt } = createBriefCalls(
  () => app,
  () => own,
)
beforeAll(() => {
  ctx = app.ctx
})
beforeEach(async () => {
  await emptyTables(ctx, 'outgoing_mails', 'users', 'stores')
  ctx.clock.set('2026-03-10T12:00:00.000Z')
  own = await newAccount()
})

describe('the morning brief', () => {
  test('is one mail at its hour, with what is due and still open, new matches and changes, and none comes before it', async () => {
    await newSearch()
    await set()
    const followed = await store('followed', '2026-03-01T10:00:00Z')
    await follow(followed)
    const late = await store('late', '2026-03-01T10:00:00Z', { country: 'FR' })
    await setStep(late, '2026-03-09')
    const replied = await store('replied', '2026-03-01T10:00:00Z', { country: 'FR' })
    await setStep(replied, '2026-03-11', 'replied')
    const later = await store('later', '2026-03-01T10:00:00Z', { country: 'FR' })
    await setStep(later, '2026-03-12')
    const won = await store('won', '2026-03-01T10:00:00Z', { country: 'FR' })
    await setStep(won, '2026-03-09', 'won')
    const lost = await store('lost', '2026-03-01T10:00:00Z', { country: 'FR' })
    await setStep(lost, '2026-03-12', 'lost')
    await insertStoreEvents(ctx.db, followed, [
      { kind: 'app_added', at: new Date('2026-03-10T20:00:00Z'), subject: 'Klaviyo' },
    ])
    await store('match', '2026-03-10T13:00:00Z', { email: 'hello@match.example' })
    await store('elsewhere', '2026-03-10T13:00:00Z', { country: 'FR' })
    expect(await briefsAt('2026-03-11T05:59:59Z')).toEqual([])
    const [mail, ...others] = await briefsAt('2026-03-11T06:00:00Z')
    if (!mail) throw new Error('no brief')
    expect(others).toEqual([])
    expect([mail.kind, mail.subject]).toEqual(['brief', '2 steps due, 1 good match, 1 change'])
    expect(names(mail)).toEqual(['replied', 'late', 'match', 'followed'])
    expect(mail.text).toContain('Write about 2026-03-09 · 2 days late')
    expect(mail.text).toContain('Klaviyo')
    expect(mail.text).not.toContain('hello@')
    // Its search has nothing left to mail.
    expect(await briefsAt('2026-03-11T07:00:00Z')).toEqual([])
    const [next] = await briefsAt('2026-03-12T06:00:00Z')
    expect(next && names(next)).toEqual(['replied', 'late', 'later', 'lost'])
  })

  test('is not sent when there is nothing in it, and the next one reaches back to it', async () => {
    await newSearch()
    const { nextAt } = await set()
    expect(nextAt).toBe('2026-03-11T06:00:00.000Z')
    expect(await briefsAt('2026-03-11T06:00:00Z')).toEqual([])
    await store('match', '2026-03-11T06:30:00Z')
    const [mail] = await briefsAt('2026-03-12T06:00:00Z')
    expect(mail && names(mail)).toEqual(['match'])
    expect((await own.send('/api/brief/settings')).json().nextAt).toBe('2026-03-13T06:00:00.000Z')
  })

  test('of two processes that find it due one sends it', async () => {
    await newSearch()
    await set()
    // A due step may be in every brief: only the lock keeps it to one here.
    await setStep(await store('match', '2026-03-10T13:00:00Z'), '2026-03-10')
    ctx.clock.set('2026-03-11T06:00:00Z')
    await Promise.all([sendDueBriefs(ctx), sendDueBriefs(ctx), sendDueBriefs(ctx)])
    expect(kinds(await readMails(ctx))).toEqual(['brief'])
    expect(await ctx.db.selectFrom('briefs').select('id').execute()).toHaveLength(1)
  })

  test('takes over the daily mail of a search, with what that mail had not sent yet', async () => {
    await newSearch()
    await store('before', '2026-03-10T12:30:00Z')
    ctx.clock.set('2026-03-10T18:00:00Z')
    await set()
    await store('after', '2026-03-10T19:00:00Z')
    const [mail, ...others] = await briefsAt('2026-03-11T06:00:00Z')
    expect(others).toEqual([])
    expect(mail && names(mail).toSorted()).toEqual(['after', 'before'])
    expect(await briefsAt('2026-03-11T07:00:00Z')).toEqual([])
  })

  test('leaves the daily mail to its search when it does not go by mail, and on the days without a brief', async () => {
    await newSearch()
    await set({ mail: false })
    await store('first', '2026-03-10T13:00:00Z')
    expect(await briefsAt('2026-03-11T06:00:00Z')).toEqual([])
    expect(kinds(await briefsAt('2026-03-11T07:00:00Z'))).toEqual(['search_matches'])
    // Mondays; the 16th of March is the next one.
    await set({ pace: 'weekly', weekday: 1 })
    await store('second', '2026-03-11T13:00:00Z')
    expect(kinds(await briefsAt('2026-03-12T07:00:00Z'))).toEqual(['search_matches'])
    await store('third', '2026-03-15T13:00:00Z')
    const mails = await briefsAt('2026-03-16T06:00:00Z')
    expect([kinds(mails), mails.flatMap(names)]).toEqual([['brief'], ['third']])
  })

  test('that is turned off before its hour leaves what it held back to the mail of the search', async () => {
    await newSearch()
    await set({ hour: 12 })
    await store('match', '2026-03-11T05:00:00Z')
    expect(await briefsAt('2026-03-11T07:00:00Z')).toEqual([])
    await set({ pace: 'off' })
    const mails = await briefsAt('2026-03-12T07:00:00Z')
    expect([kinds(mails), mails.flatMap(names)]).toEqual([['search_matches'], ['match']])
  })

  test('has the matches of a search that reports nowhere else, from its first day on', async () => {
    await newSearch({ mails: false })
    await store('old', '2026-03-10T13:00:00Z')
    ctx.clock.set('2026-03-20T12:00:00Z')
    await set()
    await store('new', '2026-03-20T13:00:00Z')
    const [mail] = await briefsAt('2026-03-21T06:00:00Z')
    expect(mail && names(mail)).toEqual(['new'])
    expect(await briefsAt('2026-03-22T06:00:00Z')).toEqual([])
  })

  test('lists a match once, and again after it opens from behind its password page', async () => {
    await newSearch()
    await newSearch({ name: 'Again' })
    await set()
    const shop = await store('lamp', '2026-03-10T13:00:00Z', { status: 'PASSWORD_PROTECTED' })
    const [mail] = await briefsAt('2026-03-11T06:00:00Z')
    expect(mail && [mail.subject, names(mail)]).toEqual(['1 good match', ['lamp']])
    expect(await briefsAt('2026-03-12T06:00:00Z')).toEqual([])
    const opened = { status: 'OPEN' as const, opened_at: '2026-03-12T09:00:00Z' }
    await changeStore(ctx.db, shop, opened)
    expect((await briefsAt('2026-03-13T06:00:00Z')).flatMap(names)).toEqual(['lamp'])
  })

  test('puts matches in the order of their scores', async () => {
    await newSearch()
    await set()
    await store('silent', '2026-03-10T14:00:00Z', { launch_day: null, email: null })
    await store('young', '2026-03-10T13:00:00Z', { launch_day: '2026-03-10' })
    const [mail] = await briefsAt('2026-03-11T06:00:00Z')
    expect(mail && names(mail)).toEqual(['young', 'silent'])
  })

  test('sends an account on a day of 23 hours and on one of 25 hours one brief each', async () => {
    await newSearch()
    ctx.clock.set('2026-03-27T12:00:00Z')
    await set({ timeZone: 'Europe/Berlin', hour: 2 })
    const hours: string[] = []
    for (
      let at = Date.parse('2026-03-27T13:00:00Z');
      at < Date.parse('2026-03-31T00:00:00Z');
      at += HOUR_MS
    ) {
      await store(`shop-${at}`, new Date(at - MINUTE_MS).toISOString())
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
    const shop = await store('lamp', '2026-03-01T13:00:00Z', { country: 'FR' })
    await setStep(shop, '2026-03-10')
    await store('match', '2026-03-10T13:00:00Z')
    const [mail] = await briefsAt('2026-03-11T06:00:00Z')
    if (!mail) throw new Error('no brief')
    for (const part of [mail.subject, mail.text, mail.html])
      expect(part).not.toMatch(/{{|undefined/)
    expect(mail.html).toContain('prefers-color-scheme:dark')
    const token = mail.headers['List-Unsubscribe']?.match(/token=([\w-]+)/)?.[1] ?? ''
    const off = await post(app.anonymous, `/api/public/unsubscribe?token=${token}`)
    expect(off.json()).toMatchObject({ kind: 'brief' })
    await store('second', '2026-03-11T13:00:00Z')
    expect(kinds(await briefsAt('2026-03-12T06:00:00Z'))).not.toContain('brief')
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
    await store('match', '2026-03-10T13:00:00Z')
    await ctx.db.updateTable('users').set(columns).where('id', '=', own.userId).execute()
    expect(kinds(await briefsAt('2026-03-11T06:00:00Z'))).toEqual([])
  })

  test('leaves out a store that was erased after it was queued', async () => {
    await newSearch()
    await set()
    await store('match', '2026-03-10T13:00:00Z')
    ctx.clock.set('2026-03-11T06:00:00Z')
    await sendDueBriefs(ctx)
    await eraseDomain(ctx, 'match.example')
    expect(await readMails(ctx)).toEqual([])
    expect(await ctx.db.selectFrom('brief_items').selectAll().execute()).toEqual([])
  })

  test('is deleted after a month, and with its account at once', async () => {
    await newSearch()
    await set()
    await store('match', '2026-03-10T13:00:00Z')
    await briefsAt('2026-03-11T06:00:00Z')
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
