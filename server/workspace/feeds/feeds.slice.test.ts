import type { StoreId } from '#contracts/ids.ts'
import { parseDocument } from 'htmlparser2'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { listFeeds } from '#contracts/workspace/changes.ts'
import {
  changeStore,
  changeUser,
  emptyTables,
  insertProduct,
  insertStore,
} from '#testing/factories.ts'
import { insertProductChanges, insertStoreEvents } from '#testing/insert-changes.ts'
import { naughtyStrings } from '#testing/naughty-strings.ts'
import { saveSearch, saveStore } from '#testing/saved-calls.ts'
import { type Answer, codeOf, post, type TestAccount } from '#testing/test-app.ts'
import { textsOf } from '#testing/texts.ts'
import { limits } from '#server/workspace/limits.ts'
import { useTestApp } from '#testing/shared-app.ts'

const { t } = textsOf('en')

let store: StoreId
let owner: TestAccount
const app = useTestApp()
beforeEach(async () => {
  const { db } = app.ctx
  await emptyTables(app.ctx, 'request_limits', 'stores', 'product_changes', 'products')
  owner = await app.newAccount('PRO_USER')
  store = await insertStore(db, { name: 'Moon Lamps', domain: 'moon.example' })
  await saveStore(owner.send, { storeId: store })
})

const at = (minute: number) => new Date(Date.UTC(2026, 2, 9, 10, minute))

async function createFeed(savedSearch?: string, send = owner.send) {
  const answer = await post(send, '/api/feeds', { savedSearch })
  expect(answer.statusCode).toBe(200)
  const { id, url } = answer.json()
  return { id, path: new URL(url).pathname }
}

const read = (path: string, headers: Record<string, string> = {}) =>
  app.anonymous({ url: path, headers })
const feedsOf = async (send = owner.send) =>
  listFeeds.response.parse((await send('/api/feeds')).json()).feeds

type Node = { name?: string; attribs?: Record<string, string>; data?: string; children?: Node[] }

/** Read back by an XML reader that shares no code with the writer. */
function parseAtom(answer: Answer) {
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    200,
    'application/atom+xml; charset=utf-8',
  ])
  const [, feed = {}] = (
    parseDocument(answer.body, { xmlMode: true, decodeEntities: true }) as Node
  ).children?.filter(({ name }) => name !== undefined) ?? [{}, {}]
  return readElement(feed)
}

type Element = { texts: Map<string, string>; links: Map<string, string>; entries: Element[] }

function readElement({ children = [] }: Node): Element {
  const named = children.filter(({ name }) => name !== undefined)
  const textOf = ({ children: inner = [] }: Node) => inner.map(({ data }) => data ?? '').join('')
  return {
    texts: new Map(named.map((child) => [child.name ?? '', textOf(child)])),
    links: new Map(
      named
        .filter(({ name }) => name === 'link')
        .map(({ attribs = {} }) => [attribs['rel'] ?? '', attribs['href'] ?? '']),
    ),
    entries: named.filter(({ name }) => name === 'entry').map(readElement),
  }
}

describe('the file', () => {
  test('lists the changes of the saved stores as Atom, with links into the product', async () => {
    const { db, config } = app.ctx
    await insertStoreEvents(db, store, [
      { kind: 'theme_changed', at: at(1), before: 'Dawn', after: 'Sense' },
    ])
    await insertProduct(db, store, { product_id: 1, title: 'Moon lamp' })
    await insertProductChanges(db, store, [{ at: at(2) }, { at: at(3) }])
    await insertStoreEvents(db, await insertStore(db), [{ at: at(9) }])
    const { id, path } = await createFeed()
    const { texts, links, entries } = parseAtom(await read(path))
    expect(texts.get('id')).toBe(`urn:uuid:${id}`)
    expect(texts.get('title')).toBe(`Storedawn · ${t('changes:savedStores')}`)
    expect(texts.get('updated')).toBe(at(3).toISOString())
    expect(links.get('self')).toBe(config.PUBLIC_ORIGIN + path)
    expect(links.get('alternate')).toBe(`${config.PUBLIC_ORIGIN}/changes?saved=yes`)
    expect(entries.map((entry) => entry.texts.get('title'))).toEqual([
      `Moon Lamps: ${t('list:changes.price_down')} · 2`,
      `Moon Lamps: ${t('list:changes.theme_changed')} · Dawn → Sense`,
    ])
    const [products] = entries
    expect(products?.texts.get('published')).toBe(at(2).toISOString())
    expect(products?.texts.get('updated')).toBe(at(3).toISOString())
    expect(products?.texts.get('summary')).toContain('Moon lamp: 20.00 EUR → 15.00 EUR')
    expect(products?.links.get('alternate')).toBe(
      `${config.PUBLIC_ORIGIN}/store/${store}?tab=timeline`,
    )
    expect(new Set(entries.map((entry) => entry.texts.get('id'))).size).toBe(2)
  })

  test('takes kinds, and lists the stores of a saved search in the language of the account', async () => {
    const { db } = app.ctx
    await changeUser(db, owner.userId, { language: 'de' })
    await changeStore(db, store, { country: 'DE' })
    await insertStoreEvents(db, store, [
      { kind: 'opened', at: at(1) },
      { kind: 'closed', at: at(2) },
    ])
    const search = await saveSearch(owner.send)
    const { path } = await createFeed(search)
    const { texts, links, entries } = parseAtom(await read(`${path}?kinds=opened`))
    expect(texts.get('title')).toBe('Storedawn · Lamps')
    expect(links.get('alternate')).toContain(`search=${search}`)
    expect(links.get('self')).toContain('?kinds=opened')
    expect(entries.map((entry) => entry.texts.get('title'))).toEqual([
      `Moon Lamps: ${textsOf('de').t('list:changes.opened')}`,
    ])
    expect((await read(`${path}?kinds=moon`)).statusCode).toBe(400)
  })

  test('holds no contact, and uses up no contact of the day', async () => {
    const { db } = app.ctx
    await insertStoreEvents(db, store, [
      { kind: 'contact_added', subject: 'hello@moon.example', at: at(1) },
    ])
    const { path } = await createFeed()
    const answer = await read(path)
    expect(parseAtom(answer).entries).toHaveLength(1)
    expect(answer.body).not.toContain('hello@')
    const used = db.selectFrom('contact_usage').selectAll().where('user_id', '=', owner.userId)
    expect(await used.execute()).toEqual([])
  })

  test('gives every hostile name and text back as text', async () => {
    const { db } = app.ctx
    const texts = naughtyStrings().filter((text) => text.trim() !== '' && text.length <= 1_024)
    // XML does not allow these at all.
    const allowed = (text: string) =>
      text.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    const { path } = await createFeed()
    for (let from = 0; from < texts.length; from += 50) {
      const some = texts.slice(from, from + 50)
      await db.deleteFrom('store_events').execute()
      await insertStoreEvents(
        db,
        store,
        some.map((subject, minute) => ({ subject, at: at(minute) })),
      )
      const { entries } = parseAtom(await read(path))
      expect(entries.map((entry) => entry.texts.get('title'))).toEqual(
        some
          .map((text) => `Moon Lamps: ${t('list:changes.app_added')} · ${allowed(text)}`)
          .toReversed(),
      )
    }
    const name = '</title><script>alert(1)</script>&"\u0001'
    await changeStore(db, store, { name })
    expect(parseAtom(await read(path)).entries[0]?.texts.get('title')).toContain(allowed(name))
  })

  test('is not sent again while nothing has changed', async () => {
    const { db } = app.ctx
    const { path } = await createFeed()
    const first = await read(path)
    expect(parseAtom(first).entries).toEqual([])
    const tag = String(first.headers.etag)
    expect(first.headers).toMatchObject({
      'cache-control': 'private, max-age=300',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    })
    for (const header of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await read(path, { 'if-none-match': header })
      expect([header, again.statusCode, again.body, again.headers.etag]).toEqual([
        header,
        304,
        '',
        tag,
      ])
    }
    await insertStoreEvents(db, store, [{ at: at(1) }])
    const later = await read(path, { 'if-none-match': tag })
    expect(parseAtom(later).entries).toHaveLength(1)
  })

  test('is refused beyond its limit, whatever the network, and to its feed alone', async () => {
    const [busy, other] = [await createFeed(), await createFeed(await saveSearch(owner.send))]
    const { points } = limits.feed
    const codes = new Set<number>()
    for (let times = 0; times < points; times += 1) codes.add((await read(busy.path)).statusCode)
    expect([...codes]).toEqual([200])
    const refused = await app.anonymous({ url: busy.path, remoteAddress: '10.1.2.3' })
    expect(codeOf(refused)).toEqual([429, 'rate_limited'])
    expect((await read(other.path)).statusCode).toBe(200)
  })
})

describe('the address', () => {
  test('is shown once, stored as a digest alone, and listed without it', async () => {
    const { id, path } = await createFeed()
    const token = path.slice(path.lastIndexOf('/') + 1)
    expect(token).toMatch(/^sdf_[\w-]{49}$/)
    const listed = await owner.send('/api/feeds')
    expect(listed.body).not.toContain('sdf_')
    const createdAt = app.ctx.now().toISOString()
    expect(await feedsOf()).toEqual([
      { id, kind: 'changes', savedSearch: null, name: null, createdAt, readAt: null },
    ])
    await read(path)
    const hour = `${createdAt.slice(0, 13)}:00:00.000Z`
    expect(await feedsOf()).toEqual([
      { id, kind: 'changes', savedSearch: null, name: null, createdAt, readAt: hour },
    ])
    const { rows } = await sql<{ row: string }>`select feeds::text as row from feeds`.execute(
      app.ctx.db,
    )
    expect(rows.map(({ row }) => row).join()).not.toContain(token)
    expect(JSON.stringify(app.ctx.testLog.entries)).not.toContain(token)
  })

  test('stops working when it is renewed, and the feed keeps its id', async () => {
    const old = await createFeed()
    const fresh = await createFeed()
    expect(fresh.id).toBe(old.id)
    expect([(await read(old.path)).statusCode, (await read(fresh.path)).statusCode]).toEqual([
      404, 200,
    ])
    expect(await app.auditKinds(owner.userId, 'feed.')).toEqual(['feed.created', 'feed.renewed'])
  })

  test('stops working when it is revoked, or when its search is deleted', async () => {
    const search = await saveSearch(owner.send)
    const [saved, searched] = [await createFeed(), await createFeed(search)]
    const revoke = () => owner.send({ method: 'DELETE', url: `/api/feeds/${saved.id}` })
    expect((await revoke()).json()).toEqual({ message: t('errors:done_feed_revoked') })
    expect((await revoke()).statusCode).toBe(404)
    expect((await read(saved.path)).statusCode).toBe(404)
    expect((await read(searched.path)).statusCode).toBe(200)
    await owner.send({ method: 'DELETE', url: `/api/saved-searches/${search}` })
    expect((await read(searched.path)).statusCode).toBe(404)
    expect(await feedsOf()).toEqual([])
    expect(await app.auditKinds(owner.userId, 'feed.')).toEqual([
      'feed.created',
      'feed.created',
      'feed.revoked',
      'feed.revoked',
    ])
  })

  test('of another account can be neither seen nor revoked, and its search gets no feed', async () => {
    const search = await saveSearch(owner.send)
    const { id, path } = await createFeed(search)
    const { send } = await app.newAccount('PRO_USER')
    expect(await feedsOf(send)).toEqual([])
    expect((await send({ method: 'DELETE', url: `/api/feeds/${id}` })).statusCode).toBe(404)
    const made = await post(send, '/api/feeds', { savedSearch: search })
    expect(made.statusCode).toBe(404)
    expect((await read(path)).statusCode).toBe(200)
  })

  test('that is unknown or damaged is not found', async () => {
    const { path } = await createFeed()
    const swapped = path.endsWith('A') ? 'B' : 'A'
    for (const wrong of [
      `${path.slice(0, -1)}${swapped}`,
      path.replace('sdf_', 'sdm_'),
      `${path}A`,
      '/api/feeds/atom/x',
    ])
      expect([wrong, (await read(wrong)).statusCode]).toEqual([wrong, 404])
  })

  test('answers only while the plan lasts, and not while the account is locked or leaves', async () => {
    const { db, now } = app.ctx
    const { path } = await createFeed()
    const set = (values: object) => changeUser(db, owner.userId, values)
    const answers: unknown[] = []
    for (const values of [
      { role: 'GUEST' },
      { role: 'PRO_USER', plan_until: now() },
      { plan_until: null, locked_at: now() },
      { locked_at: null, deletion_requested_at: now() },
      { deletion_requested_at: null },
    ]) {
      await set(values)
      const { statusCode, headers, payload } = await read(path)
      answers.push([statusCode, statusCode === 200 ? null : JSON.parse(payload).code])
      if (statusCode !== 200) expect(headers['cache-control']).toBe('no-store')
    }
    expect(answers).toEqual([
      [403, 'plan_required'],
      [403, 'plan_required'],
      [404, 'not_found'],
      [404, 'not_found'],
      [200, null],
    ])
  })
})
