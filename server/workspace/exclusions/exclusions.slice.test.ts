import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { planRights } from '#contracts/billing/plan-rights.ts'
import { ExclusionUpload, listExclusions } from '#contracts/workspace/exclusions.ts'
import { hideNamed } from '#server/catalog/api.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { hideExcludedStores } from './add-exclusions.ts'
import { visitsIn } from '#testing/discovery/discovery-harness.ts'
import { createRandom, pick } from '#testing/random.ts'
import { useTestApp } from '#testing/shared-app.ts'
import { storeVisit } from '#testing/snapshots.ts'
import type { TestAccount, TestApp } from '#testing/test-app.ts'

const app = useTestApp()
const visit = (...args: Parameters<ReturnType<typeof visitsIn>['visit']>) =>
  visitsIn(app.ctx).visit(...args)

type Send = TestApp['anonymous']
const post = (send: Send, payload: string, query = {}, type = 'text/plain') =>
  send({
    method: 'POST',
    url: '/api/exclusions',
    query,
    payload,
    headers: { 'content-type': type },
  })
const add = async (send: Send, payload: string, query = {}): Promise<ExclusionUpload> =>
  ExclusionUpload.parse((await post(send, payload, query)).json())
const remove = async (send: Send, path = '') =>
  (await send({ method: 'DELETE', url: `/api/exclusions${path}` })).json()
const list = async (send: Send, query = {}) =>
  listExclusions.response.parse((await send({ url: '/api/exclusions', query })).json())

let shops = 0
/** A visit finds the shop; the name of its platform host follows from its id. */
async function newShop(host: string, email: string | null = null) {
  const shopId = String(70_100_000_000 + ++shops)
  await visit(host, storeVisit({ shopId, host, email }))
  return { shop: `shop-${shopId}.myshopify.com`, shopId }
}
async function hiddenFrom({ userId }: Pick<TestAccount, 'userId'>): Promise<string[]> {
  const { rows } = await sql<{ domain: string }>`
    select distinct domain from hidden_stores join stores on stores.id = store_id
    where user_id = ${userId} order by domain`.execute(app.ctx.db)
  return rows.map(({ domain }) => domain)
}

describe('adding lines', () => {
  test('keeps the readable ones and returns the others with number, reason and repair', async () => {
    const { send } = await app.newAccount('PRO_USER')
    const text = 'acme.com\nNevola Garden\nhttps://www.acme.com/x\n*.torch.com\nada@gmail.com\n'
    const upload = await add(send, text, { reason: 'customer', name: 'customers-nov.csv' })
    expect(upload).toMatchObject({ lines: 5, accepted: 2, repeated: 1, refused: 2, hides: 0 })
    expect(upload.repeatedLines).toEqual([{ line: 3, text: 'acme.com', sameAs: 1 }])
    expect(upload.refusedLines).toEqual([
      { line: 2, text: 'Nevola Garden', fault: 'name', suggestion: null },
      { line: 4, text: '*.torch.com', fault: 'wildcard', suggestion: 'torch.com' },
    ])
    expect(await list(send)).toMatchObject({
      lines: 2,
      limit: planRights.pro.excludedLines,
      reasons: { customer: 2, competitor: 0, other: 0 },
      content: [
        {
          key: 'acme.com',
          kind: 'domain',
          reason: 'customer',
          line: 1,
          upload: { name: 'customers-nov.csv' },
        },
        { key: 'ada@gmail.com', kind: 'address', line: 5 },
      ],
    })
    const again = await add(send, 'ACME.com\nnew.com')
    expect(again).toMatchObject({
      accepted: 1,
      repeatedLines: [{ text: 'acme.com', sameAs: null }],
    })
  })

  test('suggests the domain of the only shop of that name', async () => {
    const { send } = await app.newAccount('PRO_USER')
    const { shop } = await newShop('velelletea.com')
    const [name = ''] = shop.split('.')
    const { refusedLines } = await add(send, `${name}\nnobodyknows`)
    expect(refusedLines.map(({ suggestion }) => suggestion)).toEqual(['velelletea.com', null])
  })

  test.each([
    ['PRO_USER', planRights.pro.excludedLines],
    ['PLUS_USER', planRights.plus.excludedLines],
  ] as const)('stops for %s at %i lines and names the lines beyond', async (role, limit) => {
    const { send } = await app.newAccount(role)
    const lines = Array.from({ length: limit + 2 }, (_, at) => `full-${at}.com`)
    expect(await add(send, lines.slice(0, limit - 1).join('\n'))).toMatchObject({ refused: 0 })
    const rest = await add(send, lines.slice(limit - 1).join('\n'))
    expect(rest).toMatchObject({ accepted: 1, refused: 2 })
    expect(rest.refusedLines).toMatchObject([
      { line: 2, fault: 'full' },
      { line: 3, fault: 'full' },
    ])
    expect((await list(send)).lines).toBe(limit)
  })

  test('two uploads at once do not mix, and a line of both is counted once', async () => {
    const { send } = await app.newAccount('PRO_USER')
    const texts = ['a', 'b'].map((own) =>
      Array.from({ length: 400 }, (_, at) => (at % 2 ? `${own}-${at}.com` : `both-${at}.com`)).join(
        '\n',
      ),
    )
    const uploads = await Promise.all(texts.map((text) => add(send, text)))
    expect(uploads.map(({ accepted }) => accepted).toSorted((a, b) => a - b)).toEqual([200, 400])
    const [first] = uploads
    expect(await remove(send, `/uploads/${first?.id}`)).toMatchObject({ lines: first?.accepted })
    expect((await list(send)).lines).toBe(600 - (first?.accepted ?? 0))
  })

  test('an answer may take longer than a connection may be silent', async () => {
    const { userId } = await app.newAccount('PRO_USER')
    const { token } = await app.openSession(userId)
    const origin = await app.fastify.listen({ port: 0, host: '127.0.0.1' })
    app.fastify.server.setTimeout(200)
    const visit = Promise.withResolvers<void>()
    const visiting = inTransaction(app.ctx, async ({ db }) => {
      await hideNamed(db, [])
      await visit.promise
    })
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/plain' }
    const answer = fetch(`${origin}/api/exclusions`, { method: 'POST', headers, body: 'acme.com' })
    await pause(600)
    visit.resolve()
    await visiting
    expect(await (await answer).json()).toMatchObject({ accepted: 1, repeated: 0 })
  })

  test('other than text is refused, and a file beyond all limits', async () => {
    const { send } = await app.newAccount('PRO_USER')
    expect((await post(send, '{}', {}, 'application/json')).statusCode).toBe(415)
    expect((await post(send, 'acme.com\nPK\u0003\u0004\0\0')).statusCode).toBe(415)
    expect((await post(send, 'a'.repeat(33 * 1024 * 1024))).statusCode).toBe(413)
    expect((await list(send)).lines).toBe(0)
  })
})

describe('the stores that a line matches', () => {
  test('are found by host, subdomain, shop and mail domain, in either order of arrival', async () => {
    const [before, after] = [await app.newAccount('PRO_USER'), await app.newAccount('PRO_USER')]
    const text = (shop: string) => `match.com\n@writes.com\n${shop}\nada@gmail.com\n`
    await add(before.send, text('shop-70100009001.myshopify.com'))
    await newShop('match.com')
    await newShop('shop.match.com')
    await newShop('notmatch.com', 'hi@match.com.evil.com')
    await newShop('mail.com.de', 'hi@mail.writes.com')
    await visit('byshop.com', storeVisit({ shopId: '70100009001', host: 'byshop.com' }))
    await newShop('address.com', 'Ada@gmail.com')
    await newShop('stranger.com', 'bea@gmail.com')
    const { hides } = await add(after.send, text('shop-70100009001.myshopify.com'))
    const expected = ['address.com', 'byshop.com', 'mail.com.de', 'match.com', 'shop.match.com']
    expect(await hiddenFrom(before)).toEqual(expected)
    expect(await hiddenFrom(after)).toEqual(expected)
    expect(hides).toBe(5)
  })

  test('include one whose matching host or address a later visit learns', async () => {
    const account = await app.newAccount('PRO_USER')
    await add(account.send, 'moved-to.com\n@learned.com')
    const { shopId } = await newShop('moves.com')
    await newShop('silent.com')
    expect(await hiddenFrom(account)).toEqual([])
    await visit('moves.com', storeVisit({ shopId, host: 'moved-to.com' }))
    await visit(
      'silent.com',
      storeVisit({
        shopId: String(70_100_000_000 + shops),
        host: 'silent.com',
        email: 'hi@learned.com',
      }),
    )
    expect(await hiddenFrom(account)).toEqual(['moved-to.com', 'silent.com'])
  })

  test('never follow from a public mail provider', async () => {
    const account = await app.newAccount('PRO_USER')
    await newShop('uses-gmail.com', 'shop@gmail.com')
    const { refused } = await add(account.send, '@gmail.com\ngmail.com\nhttps://www.gmail.com/')
    expect(refused).toBe(1)
    await newShop('uses-gmail-too.com', 'store@gmail.com')
    expect(await hiddenFrom(account)).toEqual([])
  })

  test('stay hidden until the last of their lines is removed', async () => {
    const account = await app.newAccount('PRO_USER')
    await newShop('twice.com', 'hi@second.com')
    const first = await add(account.send, 'twice.com')
    const second = await add(account.send, 'second.com')
    expect([first.hides, second.hides]).toEqual([1, 0])
    expect(await remove(account.send, '/lines/twice.com')).toMatchObject({ lines: 1, stores: 0 })
    expect(await hiddenFrom(account)).toEqual(['twice.com'])
    expect(await remove(account.send, `/uploads/${second.id}`)).toEqual({ lines: 1, stores: 1 })
    expect(await hiddenFrom(account)).toEqual([])
  })

  test('are found later if the process ends between the lines and their stores', async () => {
    const account = await app.newAccount('PRO_USER')
    await newShop('late.com')
    const { id } = await add(account.send, 'late.com')
    await sql`delete from hidden_stores where user_id = ${account.userId}`.execute(app.ctx.db)
    for (let time = 0; time < 2; time++)
      await hideExcludedStores.run(app.ctx, { uploadId: id ?? '' }, new AbortController().signal)
    expect(await hiddenFrom(account)).toEqual(['late.com'])
  })
})

test('lines hide the same stores as a brute-force comparison, in either order of arrival', async () => {
  const [first, last] = [await app.newAccount('PLUS_USER'), await app.newAccount('PLUS_USER')]
  const random = createRandom(42)
  const of = <Value>(values: readonly Value[]): Value => pick(random, values)
  const names = ['oak', 'elm', 'ash', 'fir'].flatMap((tree) => [`${tree}.com`, `${tree}.co.uk`])
  const hostOf = () => of(['', '', 'shop.', 'a.b.', 'not']) + of(names)
  const mailOf = () =>
    `${of(['hi', 'eve'])}@${of([...names, 'mail.oak.com', 'gmail.com', 'web.de'])}`
  const lines = ['oak.com', 'shop.elm.com', '@fir.co.uk', 'b.ash.com', 'eve@gmail.com', 'web.de']
  const many = Array.from({ length: 100_000 - lines.length }, (_, at) => `nobody-${at}.com`)
  const text = [...many, ...lines].join('\n')
  await add(first.send, text)
  const shops = Array.from({ length: 60 }, (_, at) => ({
    host: `s${at}${at % 3 ? '-' : '.'}${hostOf()}`,
    email: mailOf(),
  }))
  for (const { host, email } of shops) await newShop(host, email)
  await add(last.send, text)
  const isAt = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`)
  const isMeant = ({ host, email }: (typeof shops)[number]) => {
    const mailHost = email.split('@')[1] ?? ''
    return (
      ['oak.com', 'shop.elm.com', 'fir.co.uk', 'b.ash.com'].some(
        (domain) => isAt(host, domain) || isAt(mailHost, domain),
      ) ||
      isAt(host, 'web.de') ||
      email === 'eve@gmail.com'
    )
  }
  const expected = shops
    .filter(isMeant)
    .map(({ host }) => host)
    .toSorted()
  expect(expected.length).toBeGreaterThan(10)
  const sorted = async (account: TestAccount) => (await hiddenFrom(account)).toSorted()
  expect(await sorted(first)).toEqual(expected)
  expect(await sorted(last)).toEqual(expected)
})

describe('the list', () => {
  test('is searched, paged, downloaded and emptied', async () => {
    const account = await app.newAccount('PRO_USER')
    await newShop('empties.com')
    await add(account.send, 'empties.com\nbeta.com', { reason: 'competitor', name: '=evil.csv' })
    await add(account.send, 'gamma.com', { reason: 'customer' })
    expect(await list(account.send, { q: 'ETA' })).toMatchObject({
      totalElements: 1,
      lines: 3,
      stores: 1,
    })
    const competitors = await list(account.send, { reason: 'competitor', size: '1' })
    expect(competitors).toMatchObject({
      totalElements: 2,
      totalPages: 2,
      content: [{ key: 'empties.com', stores: 1 }],
    })
    const text = await account.send('/api/exclusions/file/txt')
    expect(text.headers['content-disposition']).toContain('storedawn-not-these.txt')
    expect(text.body).toBe('beta.com\nempties.com\ngamma.com\n')
    const csv = (await account.send('/api/exclusions/file/csv')).body
    expect(csv).toContain(`empties.com,competitor,'=evil.csv,1\r\n`)
    expect(await remove(account.send)).toEqual({ lines: 3, stores: 1 })
    expect(await add(account.send, csv)).toMatchObject({ accepted: 3, refused: 0 })
  })

  test('says why a removed line was there, so that it can be put back', async () => {
    const account = await app.newAccount('PRO_USER')
    await newShop('back.com')
    await add(account.send, 'back.com\nother.com', { reason: 'customer' })
    expect(await remove(account.send, '/lines/back.com')).toEqual({
      lines: 1,
      stores: 1,
      reason: 'customer',
    })
    expect((await list(account.send)).lines).toBe(1)
  })

  test('is closed to other accounts', async () => {
    const [owner, other] = [await app.newAccount('PRO_USER'), await app.newAccount('PLUS_USER')]
    const { id } = await add(owner.send, 'mine.com')
    for (const path of [`uploads/${id}`, 'lines/mine.com']) {
      const answer = await other.send({ method: 'DELETE', url: `/api/exclusions/${path}` })
      expect([path, answer.statusCode]).toEqual([path, 404])
    }
    expect(await remove(other.send)).toEqual({ lines: 0, stores: 0 })
    expect((await other.send('/api/exclusions/file/txt')).body).toBe('')
    expect((await list(owner.send)).lines).toBe(1)
  })
})
