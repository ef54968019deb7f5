import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#contracts/dates.ts'
import type { StoreId } from '#contracts/ids.ts'
import { type Brief, BriefReady } from '#contracts/workspace/brief.ts'
import { sendDueWebhooks } from '#server/workspace/webhooks/send-webhooks.ts'
import {
  type BriefAccount,
  createBriefCalls,
  kinds,
  names,
  SETTINGS,
} from '#testing/brief-calls.ts'
import { emptyTables, insertWebhook } from '#testing/factories.ts'
import { inMarch } from '#testing/fake-clock.ts'
import { insertStoreEvents } from '#testing/insert-changes.ts'
import { readMails, type ReadMail } from '#testing/read-mails.ts'
import { post, type TestApp } from '#testing/test-app.ts'
import { useWebhookApp } from '#testing/webhook-app.ts'
import { reportNews } from './at-once.ts'

let ctx: TestApp['ctx']
let own: BriefAccount
const { app, receiver } = useWebhookApp()
const calls = createBriefCalls(
  () => app,
  () => own,
)
const { newAccount, set, newSearch, setClock, store, follow, setStep, briefsAt, briefNow } = calls
const namesOf = ({ matches }: Pick<Brief, 'matches'>) =>
  matches.map(({ store }) => store.name).toSorted()
const tryChannel = (channel: string, { send } = own) => post(send, '/api/brief/test', { channel })
beforeAll(() => {
  ctx = app.ctx
})
beforeEach(async () => {
  await emptyTables(ctx, 'outgoing_mails', 'webhook_deliveries', 'users', 'stores')
  setClock('10T12:00')
  own = await newAccount()
})

describe('the brief of now', () => {
  test('shows what the next brief will have, and after it what was sent and what came since', async () => {
    await newSearch()
    await set()
    await store('first', '10T13:00')
    setClock('10T20:00')
    const before = await briefNow()
    expect([before.sentAt, namesOf(before)]).toEqual([null, ['first']])
    await briefsAt('11T06:00')
    await store('second', '11T06:30')
    setClock('11T07:00')
    const after = await briefNow()
    expect([after.sentAt, after.isMailed]).toEqual(['2026-03-11T06:00:00.000Z', true])
    expect(after.since).toBe('2026-03-10T12:00:00.000Z')
    expect(namesOf(after)).toEqual(['first', 'second'])
    expect(after.counts).toMatchObject({ matches: 2, steps: 0 })
    setClock('11T23:30')
    // In Berlin the next day has begun.
    const next = await briefNow()
    expect([next.sentAt, namesOf(next)]).toEqual([null, ['second']])
  })

  test('counts the matches that it leaves out because the account has contacted them, also those of this morning', async () => {
    await newSearch()
    await newSearch({ name: 'Contacted ones too', query: 'country=FR&contacted=yes,no' })
    await set()
    const early = await store('early', '10T13:00')
    await store('open', '10T13:00')
    await briefsAt('11T06:00')
    const late = await store('late', '11T06:30')
    const elsewhere = await store('elsewhere', '11T06:30', { country: 'IT' })
    const french = await store('french', '11T06:30', { country: 'FR' })
    setClock('11T07:00')
    const readNow = async () => {
      const brief = await briefNow()
      return [namesOf(brief), brief.counts.matches, brief.leftOut]
    }
    expect(await readNow()).toEqual([['early', 'french', 'late', 'open'], 4, 0])
    for (const id of [early, late, elsewhere, french]) await setStep(id, '2026-04-01', 'contacted')
    expect(await readNow()).toEqual([['french', 'open'], 2, 2])
  })

  test('belongs to its account alone', async () => {
    await newSearch()
    await set()
    const shop = await store('first', '10T13:00')
    await setStep(shop, '2026-03-09')
    const other = await newAccount('PRO_USER')
    const brief = await briefNow(other)
    expect(brief.counts).toEqual({ steps: 0, overdue: 0, matches: 0, changes: 0, niches: 0 })
    expect((await other.send('/api/brief/settings')).json()).toMatchObject({
      pace: 'off',
      hasAtOnce: false,
      hasWebhooks: false,
    })
  })

  test('can be tried by mail, and what it held still comes in the morning', async () => {
    await newSearch()
    await set({ mail: false })
    expect((await tryChannel('mail')).statusCode).toBe(404)
    await store('match', '10T13:00')
    setClock('10T20:00')
    expect((await tryChannel('mail')).statusCode).toBe(200)
    const [mail] = await readMails(ctx)
    expect(mail && [mail.subject, names(mail)]).toEqual(['Test: 1 good match', ['match']])
    await set()
    expect((await briefsAt('11T06:00')).flatMap(names)).toEqual(['match'])
  })
})

describe('a webhook', () => {
  async function reportByWebhook(search: object = {}) {
    await insertWebhook(ctx, own.userId)
    await newSearch({ mails: false, ...search })
    await set({ mail: false, webhook: true })
  }
  const told = () => receiver.received.map(({ body }) => BriefReady.parse(JSON.parse(body)))

  test('gets the brief once, signed, with an address for each item and without contacts', async () => {
    await reportByWebhook()
    await store('match', '10T13:00', { email: 'hello@match.example' })
    await briefsAt('11T06:00')
    await sendDueWebhooks(ctx)
    await sendDueWebhooks(ctx)
    const url = expect.stringMatching(/^http.*\/store\/\d+$/)
    const data = { counts: { matches: 1 }, matches: [{ store: { name: 'match' }, url }] }
    expect(told()).toMatchObject([
      { timestamp: '2026-03-11T06:00:00.000Z', data: { ...data, isTest: false } },
    ])
    expect(receiver.received[0]?.body).not.toContain('hello@')
  })

  test('that fails gets the brief again under the same id, and the briefs that waited as one', async () => {
    await reportByWebhook()
    receiver.status = 500
    await store('first', '10T13:00')
    await briefsAt('11T06:00')
    await sendDueWebhooks(ctx)
    await store('second', '11T13:00')
    await briefsAt('12T06:00')
    await store('third', '12T13:00')
    await briefsAt('13T06:00')
    receiver.status = 200
    ctx.clock.advance(HOUR_MS)
    await sendDueWebhooks(ctx)
    const stores = told().map(({ data }) => namesOf(data))
    expect(stores).toEqual([['first'], ['first'], ['second', 'third']])
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(2)
  })

  test('gets no match that its search has sent there', async () => {
    await reportByWebhook({ webhooks: true })
    await store('match', '10T13:00')
    await briefsAt('11T06:00')
    await sendDueWebhooks(ctx)
    expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual([
      'saved_search.matched',
    ])
  })

  test('can be tried', async () => {
    await insertWebhook(ctx, own.userId)
    const answer = await tryChannel('webhook')
    expect(answer.statusCode).toBe(200)
    expect(told()).toMatchObject([{ data: { isTest: true } }])
    receiver.status = 500
    expect((await tryChannel('webhook')).json().message).not.toBe(answer.json().message)
    const refused = await tryChannel('webhook', await newAccount('PRO_USER'))
    expect(refused.json().code).toBe('plan_required')
  })
})

describe('news at once', () => {
  const change = (shop: StoreId, at: string, subject: string) =>
    insertStoreEvents(ctx.db, shop, [{ kind: 'app_added', at: inMarch(at), subject }])
  async function newsAt(time: string): Promise<ReadMail[]> {
    setClock(time)
    await reportNews(ctx)
    return readMails(ctx)
  }

  test('comes within minutes, by mail once an hour at most, and not again in the morning', async () => {
    const shop = await store('shop', '01T10:00')
    await follow(shop)
    await set({ atOnce: true })
    await change(shop, '10T12:03', 'Klaviyo')
    const [mail] = await newsAt('10T12:05')
    expect(mail && [mail.subject, names(mail)]).toEqual(['1 change', ['shop']])
    await change(shop, '10T12:08', 'Loox')
    expect(await newsAt('10T12:10')).toEqual([])
    await change(shop, '10T12:13', 'Judge.me')
    expect(await newsAt('10T12:15')).toEqual([])
    const [later] = await newsAt('10T13:05')
    expect(later?.text).toMatch(/Loox[^]*Judge\.me|Judge\.me[^]*Loox/)
    expect(later?.text).not.toContain('Klaviyo')
    expect(await newsAt('10T14:10')).toEqual([])
    expect(await briefsAt('11T06:00')).toEqual([])
  })

  test('waits in quiet hours, and needs a plan with it', async () => {
    const shop = await store('shop', '01T10:00')
    await follow(shop)
    await set({ pace: 'off', atOnce: true, quietFrom: 22, quietUntil: 7 })
    await change(shop, '10T22:03', 'Klaviyo')
    expect(await newsAt('10T22:05')).toEqual([])
    expect(kinds(await newsAt('11T06:00'))).toEqual(['brief'])
    const pro = await newAccount('PRO_USER')
    await follow(shop, pro)
    await set({ pace: 'off', atOnce: true }, pro)
    await ctx.db.deleteFrom('brief_settings').where('user_id', '=', own.userId).execute()
    await change(shop, '11T06:03', 'Loox')
    expect(await newsAt('11T06:05')).toEqual([])
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
      ['first', 10],
      ['second', 11],
    ] as const) {
      await store(name, `${day}T13:00`)
      await briefsAt(`${day + 1}T06:00`)
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
