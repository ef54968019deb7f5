import { parseDocument } from 'htmlparser2'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, HOUR_MS } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import { BriefReady } from '#contracts/workspace/brief.ts'
import { sendDueWebhooks } from '#server/workspace/webhooks/send-webhooks.ts'
import {
  type BriefAccount,
  createBriefCalls,
  kinds,
  names,
  SETTINGS,
} from '#testing/brief-calls.ts'
import { emptyTables, insertWebhook } from '#testing/factories.ts'
import { insertStoreEvents } from '#testing/insert-changes.ts'
import { readMails, type ReadMail } from '#testing/read-mails.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'
import { post, startTestApp, type TestApp } from '#testing/test-app.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#testing/webhook-receiver.ts'
import { reportNews } from './at-once.ts'

let receiver: WebhookReceiver
let ctx: TestApp['ctx']
let own: BriefAccount
const app = sharedByTests(async () => {
  receiver = await startWebhookReceiver()
  return startTestApp({ config: receiver.config })
})
const { newAccount, set, newSearch, store, follow, setStep, briefsAt, briefNow } = createBriefCalls(
  () => app,
  () => own,
)
beforeAll(() => {
  ctx = app.ctx
})
beforeEach(async () => {
  await emptyTables(ctx, 'outgoing_mails', 'webhook_deliveries', 'users', 'stores')
  Object.assign(receiver, { received: [], status: 200, onRequest: () => undefined })
  ctx.clock.set('2026-03-10T12:00:00.000Z')
  own = await newAccount()
})

describe('the brief of now', () => {
  test('shows what the next brief will have, and after it what was sent and what came since', async () => {
    await newSearch()
    await set()
    await store('first', '2026-03-10T13:00:00Z')
    ctx.clock.set('2026-03-10T20:00:00Z')
    const before = await briefNow()
    expect([before.sentAt, before.matches.map(({ store }) => store.name)]).toEqual([
      null,
      ['first'],
    ])
    await briefsAt('2026-03-11T06:00:00Z')
    await store('second', '2026-03-11T06:30:00Z')
    ctx.clock.set('2026-03-11T07:00:00Z')
    const after = await briefNow()
    expect([after.sentAt, after.isMailed]).toEqual(['2026-03-11T06:00:00.000Z', true])
    expect(after.since).toBe('2026-03-10T12:00:00.000Z')
    expect(after.matches.map(({ store }) => store.name).toSorted()).toEqual(['first', 'second'])
    expect(after.counts).toMatchObject({ matches: 2, steps: 0 })
    ctx.clock.set('2026-03-11T23:30:00Z')
    // In Berlin the next day has begun.
    const next = await briefNow()
    expect([next.sentAt, next.matches.map(({ store }) => store.name)]).toEqual([null, ['second']])
  })

  test('counts the matches that it leaves out because the account has contacted them, also those of this morning', async () => {
    await newSearch()
    await newSearch({ name: 'Contacted ones too', query: 'country=FR&contacted=yes,no' })
    await set()
    const [early] = [await store('early', '2026-03-10T13:00:00Z')]
    await store('open', '2026-03-10T13:00:00Z')
    await briefsAt('2026-03-11T06:00:00Z')
    const late = await store('late', '2026-03-11T06:30:00Z')
    const elsewhere = await store('elsewhere', '2026-03-11T06:30:00Z', { country: 'IT' })
    const french = await store('french', '2026-03-11T06:30:00Z', { country: 'FR' })
    ctx.clock.set('2026-03-11T07:00:00Z')
    const namesOf = async () => {
      const { matches, leftOut, counts } = await briefNow()
      return [matches.map(({ store }) => store.name).toSorted(), counts.matches, leftOut]
    }
    expect(await namesOf()).toEqual([['early', 'french', 'late', 'open'], 4, 0])
    for (const id of [early, late, elsewhere, french]) await setStep(id, '2026-04-01', 'contacted')
    expect(await namesOf()).toEqual([['french', 'open'], 2, 2])
  })

  test('belongs to its account alone, and guests have none', async () => {
    await newSearch()
    await set()
    const shop = await store('first', '2026-03-10T13:00:00Z')
    await setStep(shop, '2026-03-09')
    const other = await newAccount('PRO_USER')
    const brief = await briefNow(other)
    expect(brief.counts).toEqual({ steps: 0, overdue: 0, matches: 0, changes: 0, niches: 0 })
    expect((await other.send('/api/brief/settings')).json()).toMatchObject({
      pace: 'off',
      hasAtOnce: false,
      hasWebhooks: false,
    })
    const guest = await app.newAccount()
    for (const url of ['/api/brief', '/api/brief/settings'])
      expect((await guest.send(url)).json()).toMatchObject({ code: 'plan_required' })
  })

  test('can be tried by mail, and what it held still comes in the morning', async () => {
    await newSearch()
    await set({ mail: false })
    const test = { method: 'POST', url: '/api/brief/test', payload: { channel: 'mail' } } as const
    expect((await own.send(test)).statusCode).toBe(404)
    await store('match', '2026-03-10T13:00:00Z')
    ctx.clock.set('2026-03-10T20:00:00Z')
    expect((await own.send(test)).statusCode).toBe(200)
    const [mail] = await readMails(ctx)
    expect(mail && [mail.subject, names(mail)]).toEqual(['Test: 1 good match', ['match']])
    await set()
    expect((await briefsAt('2026-03-11T06:00:00Z')).flatMap(names)).toEqual(['match'])
  })
})

describe('a webhook', () => {
  test('gets the brief once, signed, with an address for each item and without contacts', async () => {
    await insertWebhook(ctx, own.userId)
    await newSearch({ mails: false })
    await set({ mail: false, webhook: true })
    await store('match', '2026-03-10T13:00:00Z', { email: 'hello@match.example' })
    await briefsAt('2026-03-11T06:00:00Z')
    await sendDueWebhooks(ctx)
    await sendDueWebhooks(ctx)
    const [message, ...others] = receiver.received
    expect(others).toEqual([])
    const { timestamp, data } = BriefReady.parse(JSON.parse(message?.body ?? ''))
    expect(timestamp).toBe('2026-03-11T06:00:00.000Z')
    expect(data.matches.map(({ store, url }) => [store.name, url])).toEqual([
      ['match', expect.stringMatching(/^http.*\/store\/\d+$/)],
    ])
    expect([data.counts.matches, data.isTest]).toEqual([1, false])
    expect(message?.body).not.toContain('hello@')
  })

  test('that fails gets the brief again under the same id, and the briefs that waited as one', async () => {
    await insertWebhook(ctx, own.userId)
    await newSearch({ mails: false })
    await set({ mail: false, webhook: true })
    receiver.status = 500
    await store('first', '2026-03-10T13:00:00Z')
    await briefsAt('2026-03-11T06:00:00Z')
    await sendDueWebhooks(ctx)
    await store('second', '2026-03-11T13:00:00Z')
    await briefsAt('2026-03-12T06:00:00Z')
    await store('third', '2026-03-12T13:00:00Z')
    await briefsAt('2026-03-13T06:00:00Z')
    receiver.status = 200
    ctx.clock.advance(HOUR_MS)
    await sendDueWebhooks(ctx)
    const told = receiver.received.map(({ headers, body }) => [
      headers['webhook-id'],
      BriefReady.parse(JSON.parse(body))
        .data.matches.map(({ store }) => store.name)
        .toSorted(),
    ])
    expect(told.map(([, stores]) => stores)).toEqual([['first'], ['first'], ['second', 'third']])
    expect(new Set(told.map(([id]) => id)).size).toBe(2)
  })

  test('gets no match that its search has sent there', async () => {
    await insertWebhook(ctx, own.userId)
    await newSearch({ mails: false, webhooks: true })
    await set({ mail: false, webhook: true })
    await store('match', '2026-03-10T13:00:00Z')
    await briefsAt('2026-03-11T06:00:00Z')
    await sendDueWebhooks(ctx)
    expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual([
      'saved_search.matched',
    ])
  })

  test('can be tried', async () => {
    await insertWebhook(ctx, own.userId)
    const ask = { method: 'POST', url: '/api/brief/test', payload: { channel: 'webhook' } } as const
    const answer = await own.send(ask)
    expect(answer.statusCode).toBe(200)
    expect(BriefReady.parse(JSON.parse(receiver.received[0]?.body ?? '')).data.isTest).toBe(true)
    receiver.status = 500
    expect((await own.send(ask)).json().message).not.toBe(answer.json().message)
    expect((await (await newAccount('PRO_USER')).send(ask)).json().code).toBe('plan_required')
  })
})

describe('news at once', () => {
  const change = (shop: StoreId, at: string, subject: string) =>
    insertStoreEvents(ctx.db, shop, [{ kind: 'app_added', at: new Date(at), subject }])
  async function newsAt(time: string): Promise<ReadMail[]> {
    ctx.clock.set(time)
    await reportNews(ctx)
    return readMails(ctx)
  }

  test('comes within minutes, by mail once an hour at most, and not again in the morning', async () => {
    const shop = await store('shop', '2026-03-01T10:00:00Z')
    await follow(shop)
    await set({ atOnce: true })
    await change(shop, '2026-03-10T12:03:00Z', 'Klaviyo')
    const [mail] = await newsAt('2026-03-10T12:05:00Z')
    expect(mail && [mail.subject, names(mail)]).toEqual(['1 change', ['shop']])
    await change(shop, '2026-03-10T12:08:00Z', 'Loox')
    expect(await newsAt('2026-03-10T12:10:00Z')).toEqual([])
    await change(shop, '2026-03-10T12:13:00Z', 'Judge.me')
    expect(await newsAt('2026-03-10T12:15:00Z')).toEqual([])
    const [later] = await newsAt('2026-03-10T13:05:00Z')
    expect(later?.text).toMatch(/Loox[^]*Judge\.me|Judge\.me[^]*Loox/)
    expect(later?.text).not.toContain('Klaviyo')
    expect(await newsAt('2026-03-10T14:10:00Z')).toEqual([])
    expect(await briefsAt('2026-03-11T06:00:00Z')).toEqual([])
  })

  test('waits in quiet hours, and needs a plan with it', async () => {
    const shop = await store('shop', '2026-03-01T10:00:00Z')
    await follow(shop)
    await set({ pace: 'off', atOnce: true, quietFrom: 22, quietUntil: 7 })
    await change(shop, '2026-03-10T22:03:00Z', 'Klaviyo')
    expect(await newsAt('2026-03-10T22:05:00Z')).toEqual([])
    expect(kinds(await newsAt('2026-03-11T06:00:00Z'))).toEqual(['brief'])
    const pro = await newAccount('PRO_USER')
    await follow(shop, pro)
    await set({ pace: 'off', atOnce: true }, pro)
    await ctx.db.deleteFrom('brief_settings').where('user_id', '=', own.userId).execute()
    await change(shop, '2026-03-11T06:03:00Z', 'Loox')
    expect(await newsAt('2026-03-11T06:05:00Z')).toEqual([])
  })
})

describe('the feed of briefs', () => {
  test('has an entry for each brief, as Atom and by JSON Feed 1.1, and ends when it is revoked', async () => {
    await newSearch({ mails: false })
    await set({ mail: false })
    const made = await post(own.send, '/api/feeds', { kind: 'brief' })
    expect(made.statusCode).toBe(200)
    const { id, url, jsonUrl } = made.json()
    for (const [name, day] of [
      ['first', '2026-03-10'],
      ['second', '2026-03-11'],
    ] as const) {
      await store(name, `${day}T13:00:00Z`)
      await briefsAt(`${addDays(day, 1)}T06:00:00Z`)
    }
    const json = await app.anonymous(new URL(jsonUrl).pathname)
    expect(json.headers['content-type']).toBe('application/feed+json; charset=utf-8')
    const feed = json.json()
    expect(feed).toMatchObject({ version: 'https://jsonfeed.org/version/1.1', feed_url: jsonUrl })
    expect(feed.items.map((item: { title: string; content_text: string }) => item.title)).toEqual([
      '1 good match',
      '1 good match',
    ])
    expect(feed.items[0].content_text).toContain('second')
    const atom = await app.anonymous(new URL(url).pathname)
    expect(atom.headers['content-type']).toBe('application/atom+xml; charset=utf-8')
    const entries = parseDocument(atom.body, { xmlMode: true }).children.length
    expect(entries).toBeGreaterThan(0)
    expect(atom.body.match(/<entry>/g)).toHaveLength(2)
    for (const { id: entry } of feed.items) expect(atom.body).toContain(entry)
    const listed = (await own.send('/api/feeds')).json().feeds
    expect(listed).toMatchObject([{ id, kind: 'brief', savedSearch: null }])
    const other = await newAccount()
    const revoke = { method: 'DELETE', url: `/api/feeds/${id}` } as const
    expect((await other.send(revoke)).statusCode).toBe(404)
    expect((await own.send(revoke)).statusCode).toBe(200)
    expect((await app.anonymous(new URL(url).pathname)).statusCode).toBe(404)
  })
})

test.each([
  ['hour', { hour: 24 }],
  ['weekday', { weekday: 0 }],
  ['timeZone', { timeZone: '+02:00' }],
  ['quietUntil', { quietFrom: 22, quietUntil: null }],
  ['quietUntil', { quietFrom: 22, quietUntil: 22 }],
])('a wrong %s is refused', async (field, changes) => {
  const payload = { ...SETTINGS, ...changes }
  const answer = await own.send({ method: 'PUT', url: '/api/brief/settings', payload })
  expect([answer.statusCode, answer.json().field]).toEqual([400, field])
})
