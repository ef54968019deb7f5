import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { createPictureFiles, PICTURES_FOLDER } from '#server/catalog/pictures/picture-files.ts'
import { createExportCalls } from '#testing/export-calls.ts'
import {
  changeStore,
  emptyTables,
  insertProduct,
  insertStore,
  insertTrend,
} from '#testing/factories.ts'
import { type ReadMail, readMails } from '#testing/read-mails.ts'
import { saveProduct, saveStore } from '#testing/saved-calls.ts'
import { createTempFolder } from '#testing/temp-folder.ts'
import { codeOf, startTestApp } from '#testing/test-app.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const app = sharedByTests(async () =>
  startTestApp({
    config: { DATA_DIR: await createTempFolder('storedawn-opt-out-mail-') },
  }),
)
beforeEach(async () => {
  await emptyTables(
    app.ctx,
    'opt_outs',
    'opt_out_requests',
    'stores',
    'store_keys',
    'request_limits',
    'outgoing_mails',
  )
  app.ctx.clock.advance(61_000) // the list of an earlier test is forgotten
})

const { exported, someone } = createExportCalls(() => app)
const newStore = (values: Parameters<typeof insertStore>[1]) => insertStore(app.ctx.db, values)

const post = (path: string, payload: object, language = 'en') =>
  app.anonymous({
    method: 'POST',
    url: `/api/public/opt-out${path}`,
    payload,
    headers: { 'accept-language': language },
  })
const LAMP = { domain: 'lamp.example', email: 'hello@lamp.example' }
const askForMail = (domain = LAMP.domain, language?: string) => post('/mail', { domain }, language)
const confirm = (token?: string, domain = LAMP.domain) =>
  post('/confirm', { domain, method: 'mail', token })
async function readOnlyMail(): Promise<ReadMail & { token: string }> {
  const [mail, ...others] = await readMails(app.ctx)
  if (!mail?.token || others.length > 0)
    throw new Error('there is not exactly one mail with a link')
  return { ...mail, token: mail.token }
}

describe('the proof by mail', () => {
  test('goes only to the published address, in the requester’s language, with the domain in its link', async () => {
    await newStore({ domain: 'www.lamp.example', email: 'hello@lamp-mail.example' })
    const answer = await askForMail('https://Lamp.example/', 'de')
    expect(answer.json()).toEqual({
      domain: 'lamp.example',
      message: expect.stringContaining('unterwegs'),
    })
    const mail = await readOnlyMail()
    expect([mail.kind, mail.recipient, mail.language]).toEqual([
      'opt_out',
      'hello@lamp-mail.example',
      'de',
    ])
    expect(mail.subject).toContain('lamp.example')
    const link = new URL(mail.link ?? '')
    expect([link.pathname, link.searchParams.get('domain'), link.searchParams.get('lang')]).toEqual(
      ['/opt-out', 'lamp.example', 'de'],
    )
    // prettier-ignore
    expect(JSON.stringify(await app.ctx.db.selectFrom('opt_out_requests').selectAll().execute())).not.toContain(mail.token)
  })

  test.each([
    ['an unknown domain', 'nobody.example', {}],
    ['a store that publishes no address', 'lamp.example', {}],
    ['a store whose address accepts no mail', 'lamp.example', { email: LAMP.email, email_state: 'no_mx' }],
    ['a domain above a store', 'lamp.example', { domain: 'shop.lamp.example', email: LAMP.email }],
    ['the address of a store under another name', 'torch.example', { email: 'hello@torch.example' }],
  ] as const)('%s gets the same answer and no mail', async (_, domain, values) => {
    await newStore({ domain: 'lamp.example', ...values })
    const answer = await askForMail(domain)
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { domain, message: 'If we know this store and it publishes an e-mail address, a message is on its way there.' },
    ])
    expect(await readMails(app.ctx)).toEqual([])
  }) // prettier-ignore

  test('works for the platform address too', async () => {
    const id = await newStore({ ...LAMP, shop: 'Lamp-1.myshopify.com' })
    await app.ctx.db
      .insertInto('store_keys')
      .values({ key: 'shop:lamp-1.myshopify.com', store_id: id })
      .execute()
    await askForMail('lamp-1.myshopify.com')
    const { token } = await readOnlyMail()
    expect((await confirm(token, 'lamp-1.myshopify.com')).json()).toMatchObject({ storesErased: 1 })
  })

  test('sends at most three mails to a mailbox, and keeps giving the same answer', async () => {
    await newStore(LAMP)
    const answers = []
    for (let count = 0; count < 5; count += 1) answers.push((await askForMail()).body)
    expect(new Set(answers).size).toBe(1)
    expect(await readMails(app.ctx)).toHaveLength(3)
  })

  test('refuses the page token, a token of another domain, an expired token and a missing one', async () => {
    await newStore(LAMP)
    await newStore({ domain: 'torch.example' })
    const handedOut = (await post('', { domain: 'lamp.example' })).json().token
    await post('', { domain: 'torch.example' })
    await askForMail()
    const { token } = await readOnlyMail()
    const refusals = [
      await confirm(handedOut),
      await confirm(`mail:${token}`),
      await confirm(),
      await confirm(token, 'torch.example'),
    ]
    app.ctx.clock.advance(86_400_000)
    refusals.push(await confirm(token))
    for (const refusal of refusals) expect(codeOf(refusal)).toEqual([400, 'opt_out_link_invalid'])
    expect(await app.ctx.db.selectFrom('stores').select('id').execute()).toHaveLength(2)
  })

  test('is not sent when the store is gone or publishes another address by then', async () => {
    const id = await newStore({ domain: 'lamp.example', email: 'old@lamp.example' })
    await askForMail()
    await changeStore(app.ctx.db, id, { email: 'new@lamp.example' })
    expect(await readMails(app.ctx)).toEqual([])
  })
})

describe('after the confirmation', () => {
  const PICTURE = 'https://cdn.example/leaving-lamp.png'

  test('no call, file or kept picture shows the store; a second confirmation changes nothing', async () => {
    const { db, now } = app.ctx
    const { send } = await someone('PLUS_USER')
    const leaving = {
      domain: 'leaving.example',
      name: 'Leaving Lamps',
      email: 'hello@leaving.example',
    }
    const storeId = await newStore({ ...leaving, country: 'IS', found_at: now() })
    const kept = await newStore({
      domain: 'stays.example',
      name: 'Staying',
      country: 'DE',
      found_at: now(),
    })
    const images = JSON.stringify([{ src: PICTURE, width: 8, height: 6 }])
    const productId = await insertProduct(db, storeId, { title: 'Leaving lamp', images })
    await insertTrend(db, productId, '2026-03-09')
    await saveStore(send, { storeId, tags: ['leavers'] })
    await saveProduct(send, { productId })
    const files = createPictureFiles(app.ctx, PICTURES_FOLDER)
    await files.write({ size: 'card', url: PICTURE }, new Uint8Array([1]))

    const readAll = async () => {
      const names = await exported(send)
      const answers = await Promise.all(
        SPEAKING.map(
          async (url) => [url, (await send(url.replace('ID', String(storeId)))).body] as const,
        ),
      )
      return [['export', JSON.stringify(names)] as const, ...answers]
    }
    const before = await readAll()
    expect(before.filter(([, body]) => !/leav|"IS"/i.test(body)).map(([url]) => url)).toEqual([])

    await askForMail('leaving.example')
    const { token } = await readOnlyMail()
    const done = { domain: 'leaving.example', optedOut: true }
    expect((await confirm(token, 'leaving.example')).json()).toEqual({ ...done, storesErased: 1 })

    const after = await readAll()
    expect(after.filter(([, body]) => /leav|"IS"/i.test(body)).map(([url]) => url)).toEqual([])
    expect((await send(`/api/stores/details/${storeId}`)).statusCode).toBe(404)
    expect((await send(`/api/products/${productId}`)).statusCode).toBe(404)
    expect((await send(`/api/stores/details/${kept}`)).statusCode).toBe(200)
    expect((await send('/api/stores')).json().totalElements).toBe(1)
    expect(await files.read({ size: 'card', url: PICTURE })).toBeNull()
    expect((await confirm(token, 'leaving.example')).json()).toEqual({
      ...done,
      storesErased: null,
    })
    expect((await app.anonymous('/api/public/freshness')).body).not.toMatch(/leaving/i)
  })

  test('erases nothing while the security log accepts no row, so that a retry records it', async () => {
    const { db } = app.ctx
    const run = (statement: string) => sql.raw(statement).execute(db)
    await newStore(LAMP)
    await askForMail()
    const { token } = await readOnlyMail()
    const recorded = () =>
      db
        .selectFrom('audit_events')
        .select(['kind', sql<string>`detail ->> 'method'`.as('method')])
        .where(sql`detail ->> 'domain'`, '=', 'lamp.example')
        .execute()
    app.ctx.testLog.expectError('request.failed')
    await run(`create function refuse_event() returns trigger language plpgsql as $$ begin
      raise exception 'the security log takes no row'; end $$`)
    await run(
      'create trigger refuse_event before insert on audit_events execute function refuse_event()',
    )
    expect((await confirm(token)).statusCode).toBe(500)
    await run('drop function refuse_event cascade')
    expect(await db.selectFrom('stores').select('domain').execute()).toEqual([
      { domain: 'lamp.example' },
    ])
    expect(await recorded()).toEqual([])
    expect((await confirm(token)).json()).toMatchObject({ storesErased: 1 })
    expect(await recorded()).toEqual([{ kind: 'opt_out.confirmed', method: 'mail' }])
  })

  /** Each of them names the store while it exists; the last is requested by its id. */
  const SPEAKING = [
    '/api/stores',
    '/api/stores?q=leaving',
    '/api/stores?email=yes',
    '/api/stores/facets?groups=country',
    '/api/stores/products/domain/leaving.example',
    '/api/trending/products',
    '/api/public/highlights',
    '/api/saved-stores',
    '/api/saved-products',
    '/api/saved/tags',
    '/api/users/export',
    '/api/stores/details/ID',
  ]
})
