import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ClusterId, UserId } from '#contracts/ids.ts'
import { columnsOf, ExportView } from '#contracts/workspace/exports.ts'
import { eraseDomain } from '#server/opt-out/erase-domain.ts'
import { countLockWaits } from '#testing/lock-waits.ts'
import { type AskedExport, createExportCalls } from '#testing/export-calls.ts'
import {
  insertProduct,
  insertStore,
  insertStores,
  insertTrend,
  removeStore,
  storedVariant,
} from '#testing/factories.ts'
import { saveProduct, saveStore } from '#testing/saved-calls.ts'
import { useTestApp } from '#testing/shared-app.ts'

const app = useTestApp()

const { ask, urlOf, rowsOf, exported, someone } = createExportCalls(() => app)

const DAY = '2026-03-09'
const OTHER_DAY = '2026-02-01'

describe('the file', () => {
  test('holds the rows of the list, in its order and number', async () => {
    const { send } = await someone('PLUS_USER')
    await insertStores(
      app.ctx.db,
      Array.from({ length: 1_234 }, (_, at) => ({
        found_at: `${OTHER_DAY}T10:00:00Z`,
        name: `Shop ${at % 7}\n"new", line`,
        country: at % 3 === 0 ? null : 'TR',
        email: at % 4 === 0 ? 'hello@shop.example' : null,
      })),
    )
    const queries: Record<string, string>[] = [
      { date: OTHER_DAY },
      { date: OTHER_DAY, sortBy: 'name', sortDirection: 'ASC' },
      { date: OTHER_DAY, country: 'unknown', sortBy: 'country' },
      { date: OTHER_DAY, country: 'TR', email: 'yes', sortBy: 'visibleAt', sortDirection: 'asc' },
    ]
    for (const query of queries) {
      const listed = (await send({ url: '/api/stores', query: { ...query, size: '100' } })).json()
      const ids = (await exported(send, { query })).map(([id]) => Number(id))
      expect(ids).toHaveLength(listed.totalElements)
      expect(ids.slice(0, 100)).toEqual(listed.content.map(({ id }: { id: number }) => id))
      expect(new Set(ids).size).toBe(ids.length)
    }
    const leads = await exported(send, { view: 'leads', query: { date: OTHER_DAY } })
    const stats = (await app.anonymous(`/api/public/stats?date=${OTHER_DAY}`)).json()
    expect(leads).toHaveLength(stats.storesWithEmail)
  })

  test('has the chosen columns in the chosen order, in the account’s language', async () => {
    const { send, userId } = await someone('PLUS_USER')
    const id = await insertStore(app.ctx.db, {
      name: '=HYPERLINK("https://evil.example")',
      domain: 'lamp.example',
      found_at: '2026-01-05T10:00:00Z',
      email: 'hello@lamp.example',
      email_kind: 'role',
      email_state: 'has_mx',
      phone: '+4930901820',
      has_contact_form: true,
      price_min_minor: 1_999,
      price_median_minor: 2_999,
      price_max_minor: 49_900,
      discount_share: 0.125,
      apps: JSON.stringify([{ handle: 'loox', name: 'Loox', source: 'script_tag' }]),
    })
    const seen = { label: 'observed' as const, path: 'footer', observed_at: '2026-01-05T10:00:05Z' }
    await app.ctx.db
      .insertInto('store_facts')
      .values([
        {
          store_id: id,
          key: 'email',
          value:
            '{"address":"a@b.example","kind":"role","provider":"own","isBusinessContact":true}',
          ...seen,
          source_url: 'https://lamp.example/contact',
        },
        {
          store_id: id,
          key: 'contactForm',
          value: '"https://lamp.example/form"',
          ...seen,
          source_url: 'https://lamp.example/',
        },
      ])
      .execute()
    // prettier-ignore
    const columns = ['phone', 'name', 'emailSource', 'emailSeenAt', 'contactFormUrl', 'priceMedian', 'discountedPercent', 'apps', 'foundDay', 'page']
    const asked = { columns, query: { date: '2026-01-05' } }
    const request = { view: 'leads', format: 'csv', ...asked } as const
    const { url } = (await ask(send, request, { 'accept-language': 'de' })).json()
    const answer = await app.anonymous(url)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="storedawn-leads-\d{4}-\d\d-\d\d\.csv"$/,
      ),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    expect(parse(answer.body, { bom: true })).toEqual([
      // prettier-ignore
      ['Telefon', 'Name', 'Quelle der E-Mail-Adresse', 'E-Mail gesehen am (UTC)', 'Kontaktformular', 'Medianpreis', 'Reduzierte Produkte (%)', 'Apps', 'Fundtag (UTC)', 'Seite in Storedawn'],
      [
        '+4930901820',
        `'=HYPERLINK("https://evil.example")`,
        'https://lamp.example/contact',
        '2026-01-05T10:00:05.000Z',
        'https://lamp.example/form',
        '29.99',
        '12.5',
        'Loox',
        '2026-01-05',
        `${app.ctx.config.PUBLIC_ORIGIN}/store/${id}`,
      ],
    ])
    for (const values of [undefined, 'codes'] as const)
      expect(
        await exported(send, { ...asked, view: 'leads', columns: ['emailState'], values }),
      ).toEqual([[values ? 'has_mx' : 'Domain accepts mail']])
    const semicolons = await urlOf(send, { ...request, separator: 'semicolon' })
    expect((await app.anonymous(semicolons)).body).toMatch(/"\+4930901820";.*;29,99;12,5;/)
    const lines = await app.anonymous(await urlOf(send, { ...request, format: 'jsonl' }))
    expect(JSON.parse(lines.body)).toMatchObject({
      phone: '+4930901820',
      priceMedian: 29.99,
      apps: ['Loox'],
    })
    const book = await app.anonymous(await urlOf(send, { view: 'leads', format: 'xlsx', ...asked }))
    expect(book.rawPayload.subarray(0, 2).toString()).toBe('PK')
    expect(await app.auditDetails(userId, 'export.started')).toContainEqual({
      view: 'leads',
      format: 'csv',
      rows: 1,
    })
  })

  test('of saved stores and products includes the notes and tags of the requesting account only', async () => {
    const [anna, bert] = [await someone('PLUS_USER'), await someone('PLUS_USER')]
    const storeId = await insertStore(app.ctx.db, { name: 'Kept' })
    const productId = await insertProduct(app.ctx.db, storeId, {
      title: 'Lamp',
      variants: [storedVariant({ priceMinor: 1_500, compareAtMinor: 2_000 })],
    })
    await insertTrend(app.ctx.db, productId, DAY, { score: 44 })
    const kept = { storeId, notes: 'call\nthem', tags: ['hot'], isFavorite: true }
    await saveStore(anna.send, kept)
    await saveProduct(anna.send, { productId, notes: '-2', tags: ['a', 'b'] })
    const stores = {
      view: 'savedStores',
      columns: ['name', 'notes', 'tags', 'isFavorite'],
    } as const
    // prettier-ignore
    const products = { view: 'savedProducts', columns: ['title', 'price', 'compareAtPrice', 'discountPercent', 'trendScore', 'notes', 'tags'] } as const
    expect(await exported(anna.send, stores)).toEqual([['Kept', 'call\nthem', 'hot', 'true']])
    expect(await exported(anna.send, products)).toEqual([
      ['Lamp', '15', '20', '25', '44', "'-2", 'a, b'],
    ])
    expect(
      await exported(anna.send, { ...stores, columns: ['id'], query: { tag: 'cold' } }),
    ).toEqual([])
    expect(await exported(bert.send, { ...stores, columns: ['id'] })).toEqual([])
    expect(await exported(bert.send, { ...products, columns: ['id'] })).toEqual([])
  })

  test('of trending products holds each once, as many as the list counts', async () => {
    const { send } = await someone('PLUS_USER')
    const storeId = await insertStore(app.ctx.db, { name: 'Trendy', country: 'FR' })
    for (const [title, score] of [
      ['weak', 20],
      ['strong', 90],
      ['middle', 50],
    ] as const) {
      const id = await insertProduct(app.ctx.db, storeId, { title })
      await insertTrend(app.ctx.db, id, '2026-01-20', { score })
      await insertTrend(app.ctx.db, id, '2026-01-21', { score: 1 })
    }
    const query = { date: '2026-01-20' }
    const listed = (await send({ url: '/api/trending/products', query })).json()
    const rowsBy = (asked: Record<string, string>, ...columns: string[]) =>
      exported(send, { view: 'products', columns: ['title', ...columns], query: asked })
    const rows = await rowsBy(query, 'trendScore', 'storeCountry')
    expect(rows).toEqual([
      ['strong', '90', 'France'],
      ['middle', '50', 'France'],
      ['weak', '20', 'France'],
    ])
    expect(rows).toHaveLength(listed.totalElements)
    const narrowed = { ...query, country: 'FR', title: 'strong', sortBy: 'stores' }
    expect(await rowsBy(narrowed)).toEqual([['strong']])
    expect(await rowsBy({ ...query, country: 'DE' })).toEqual([])
  })

  test('holds the company and terms that the store states now, without those it dropped', async () => {
    const { send } = await someone('PLUS_USER')
    const found_at = '2026-01-08T10:00:00Z'
    const store_id = await insertStore(app.ctx.db, { found_at })
    const seen = {
      label: 'observed' as const,
      source_url: 'https://a.example/',
      path: 'p',
      observed_at: found_at,
    }
    // prettier-ignore
    const values = { responsible: 'Ida Noor', address: '1 Mole Street', freeShipping: '$50', rating: { value: 9, best: 10, count: 71 }, markets: [{ country: 'DE', currency: 'EUR' }, { country: 'CH', currency: 'CHF' }] }
    const evidence = {
      label: 'observed',
      sourceUrl: 'https://a.example/',
      path: 'p',
      observedAt: found_at,
    }
    const items = {
      registrations: [
        { value: { kind: 'vat', number: 'DE1' } },
        { value: { kind: 'tax', number: '2' }, goneAt: found_at },
      ],
      payLater: [{ value: { id: 'klarna', name: 'Klarna' } }],
    }
    await app.ctx.db
      .insertInto('store_facts')
      .values([
        ...Object.entries(values).map(([key, value]) => ({
          store_id,
          key,
          value: JSON.stringify(value),
          ...seen,
          ...(['responsible', 'freeShipping'].includes(key) && { label: 'detected' as const }),
        })),
        ...Object.entries(items).map(([key, list]) => ({
          store_id,
          key,
          value: '[]',
          items: JSON.stringify(list.map((item) => ({ ...item, ...evidence }))),
          ...seen,
        })),
      ])
      .execute()
    // prettier-ignore
    const columns = ['markets', 'freeShippingFrom', 'payLater', 'rating', 'reviewCount', 'responsible', 'address', 'registrations']
    const url = await urlOf(send, { format: 'jsonl', columns, query: { date: '2026-01-08' } })
    expect(JSON.parse((await app.anonymous(url)).body)).toEqual({
      markets: ['DE', 'CH'],
      freeShippingFrom: '$50',
      payLater: ['Klarna'],
      rating: 4.5,
      reviewCount: 71,
      responsible: 'Ida Noor',
      address: '1 Mole Street',
      registrations: ['DE1'],
    })
  })

  test.each(ExportView.options)(
    'of %s can hold every column, with and without values',
    async (view) => {
      const { send } = await someone('PLUS_USER')
      const storeId = await insertStore(app.ctx.db, {
        theme_name: null,
        country: null,
        language: null,
        currency: null,
      })
      const productId = await insertProduct(app.ctx.db, storeId, {
        variants: [],
        created_at: null,
        images: '[]',
        cluster: 78 as ClusterId,
      })
      await insertTrend(app.ctx.db, productId, DAY)
      await saveStore(send, { storeId })
      await saveProduct(send, { productId })
      const query: Record<string, string> = view === 'clusterStores' ? { id: '78' } : {}
      for (const format of ['csv', 'jsonl', 'xlsx'] as const) {
        const answer = await app.anonymous(
          await urlOf(send, { view, format, columns: columnsOf(view), query }),
        )
        expect([answer.statusCode, answer.body.length > 0]).toEqual([200, true])
        if (format === 'jsonl')
          expect(Object.keys(JSON.parse(answer.body.split('\n')[0] ?? ''))).toEqual(columnsOf(view))
      }
    },
  )

  test('omits stores that were erased or opted out after they were counted', async () => {
    const { send } = await someone('PLUS_USER')
    const found_at = '2026-01-12T10:00:00Z'
    const [gone, out, kept] = await insertStores(app.ctx.db, [
      { found_at, domain: 'gone.example' },
      { found_at, domain: 'out.example' },
      { found_at, domain: 'kept.example' },
    ])
    const query = { date: '2026-01-12' }
    await saveStore(send, { storeId: out })
    const [url, saved] = [await urlOf(send, { query }), await urlOf(send, { view: 'savedStores' })]
    await removeStore(app.ctx.db, gone)
    await eraseDomain(app.ctx, 'out.example')
    expect(rowsOf(await app.anonymous(url)).map(([id]) => Number(id))).toEqual([kept])
    expect(rowsOf(await app.anonymous(saved))).toEqual([])
    expect((await ask(send, { query })).json().rows).toBe(1)
  })
})

describe('a download over the network', () => {
  async function open(url: string): Promise<IncomingMessage> {
    const [answer] = (await once(get(new URL(url, await address)), 'response')) as [IncomingMessage]
    await once(answer, 'readable')
    return answer
  }

  /**
   * Reads the first chunk, then runs `meanwhile`, then reads the rest.
   * @returns whether it is whole
   */
  async function readSlowly(url: string, meanwhile: () => Promise<unknown>): Promise<boolean> {
    const answer = await open(url)
    answer.read()
    await meanwhile()
    answer.resume()
    await finished(answer).catch(() => undefined)
    return answer.complete
  }

  const asked: AskedExport = { columns: ['name', 'about'], query: { date: '2026-01-02' } }
  const usedRows = async (userId: UserId) => {
    const usage = app.ctx.db.selectFrom('export_usage').select('rows').where('user_id', '=', userId)
    return (await usage.execute()).map(({ rows }) => rows)
  }

  let address: Promise<string>
  beforeAll(async () => {
    address = app.fastify.listen({ port: 0, host: '127.0.0.1' })
    const { db } = app.ctx
    // Several batches more than the buffers hold: the server does not read the last rows before the
    // client takes the first.
    await insertStores(db, Array(2_500).fill({ found_at: '2026-01-02T10:00:00Z' }))
    await sql`update stores set about = repeat('long ', 4000) where found_day = '2026-01-02'`.execute(
      db,
    )
  })

  test('ends incomplete and counts no rows when it breaks; a complete one counts its rows', async () => {
    const { send, userId } = await someone('PLUS_USER')
    const { db } = app.ctx
    const broken = await readSlowly(await urlOf(send, asked), () =>
      sql`alter table stores rename column about to moved_away`.execute(db),
    )
    await sql`alter table stores rename column moved_away to about`.execute(db)
    expect(broken).toBe(false)
    expect(await usedRows(userId)).toEqual([0])
    expect(await readSlowly(await urlOf(send, asked), async () => undefined)).toBe(true)
    expect(await usedRows(userId)).toEqual([2_500])
  })

  test('counts its rows when the client leaves while further ones are read', async () => {
    const { send, userId } = await someone('PLUS_USER')
    const { db } = app.ctx
    const waiting = () => countLockWaits(db)
    const answer = await open(await urlOf(send, asked))
    await db.transaction().execute(async (tx) => {
      await sql`lock table stores in access exclusive mode`.execute(tx)
      answer.resume()
      await expect.poll(waiting).toBeGreaterThan(0)
      answer.destroy()
      await expect.poll(waiting).toBe(0)
    })
    expect(await readSlowly(await urlOf(send, asked), async () => undefined)).toBe(true)
    expect(await usedRows(userId)).toEqual([5_000])
  })
})
