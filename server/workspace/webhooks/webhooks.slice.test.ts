import { Webhook as Verifier } from 'standardwebhooks'
import { beforeEach, expect, test } from 'vitest'
import { listWebhooks, MAX_WEBHOOKS } from '#contracts/workspace/integrations.ts'
import { limits } from '#server/workspace/limits.ts'
import { openKeyring } from '#server/platform/secrets/keyring.ts'
import { openSealedText } from '#server/platform/secrets/sealed-text.ts'
import { changeUser, emptyTables, insertWebhook } from '#testing/factories.ts'
import { post, statusesOf, type TestAccount, type TestApp } from '#testing/test-app.ts'
import { useWebhookApp } from '#testing/webhook-app.ts'
import { resealWebhookSecrets } from './webhook-message.ts'

let owner: TestAccount
const { app, receiver } = useWebhookApp()
beforeEach(async () => {
  await emptyTables(app.ctx, 'request_limits')
  // The library that checks signatures reads the clock of the machine.
  app.ctx.clock.set(new Date())
  owner = await app.newAccount('PLUS_USER')
})

const URL_OF_HOOK = 'https://hooks.example/matches?team=7'
const create = (url: string, send = owner.send) => post(send, '/api/webhooks', { url })
const sendTest = (id: string, send = owner.send) => post(send, `/api/webhooks/${id}/test`)
const webhooksOf = async (send = owner.send) =>
  listWebhooks.response.parse((await send('/api/webhooks')).json())
const rowOf = (id: string) =>
  app.ctx.db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('a new webhook shows its secret once, and the database keeps it sealed', async () => {
  const { secret, ...created } = (await create(URL_OF_HOOK)).json()
  expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
  expect(await webhooksOf()).toEqual({ webhooks: [created], isIncluded: true })
  expect(created).toMatchObject({
    url: URL_OF_HOOK,
    state: 'unused',
    lastAttemptAt: null,
    lastStatus: null,
  })
  const row = await rowOf(created.id)
  expect(JSON.stringify(row)).not.toContain(secret.slice(6, 30))
  expect(openSealedText(app.ctx.keyring.accepted('webhook'), row.secret)).toBe(secret)
})

test.each([
  'http://hooks.example/',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://169.254.169.254/latest',
  'https://0x7f.1/',
  'https://localhost/',
  'https://hooks.example:8443/',
  'https://user:secret@hooks.example/',
  'hooks.example',
  'javascript:alert(1)',
])('the address %s is refused', async (url) => {
  const answer = await create(url)
  expect([answer.statusCode, answer.json()]).toEqual([
    400,
    expect.objectContaining({ code: 'invalid_webhook_url', field: 'url' }),
  ])
})

test('a test arrives signed, and the webhook is shown as working', async () => {
  const { id, secret } = (await create(URL_OF_HOOK)).json()
  const answer = await sendTest(id)
  expect(answer.json()).toMatchObject({
    id,
    state: 'working',
    lastStatus: 200,
    lastAttemptAt: app.ctx.now().toISOString(),
  })
  const [request, ...others] = receiver.received
  if (!request) throw new Error('no request arrived')
  expect(others).toEqual([])
  expect(request.path).toBe('POST hooks.example/matches?team=7')
  expect(request.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': expect.stringMatching(/^StoredawnWebhooks\/1\.0 \(/),
  })
  const headers = request.headers as Record<string, string>
  expect(new Verifier(secret).verify(request.body, headers)).toEqual({
    type: 'test',
    timestamp: app.ctx.now().toISOString(),
    data: {},
  })
  expect(() => new Verifier(secret).verify(`${request.body} `, headers)).toThrow(
    'No matching signature',
  )
  const { secret: another } = (await create(URL_OF_HOOK)).json()
  expect(() => new Verifier(another).verify(request.body, headers)).toThrow('No matching signature')
})

test('a name with a private address gets no request, and the webhook is shown as failing', async () => {
  const { id } = (await create('https://inside.example/')).json()
  expect((await sendTest(id)).json()).toMatchObject({ state: 'failing', lastStatus: null })
  expect(receiver.received).toEqual([])
})

test('a redirect is not followed but counts as a failure', async () => {
  receiver.status = 307
  const { id } = (await create(URL_OF_HOOK)).json()
  expect((await sendTest(id)).json()).toMatchObject({ state: 'failing', lastStatus: 307 })
  expect(receiver.received).toHaveLength(1)
})

test('a successful test ends a pause', async () => {
  const { id } = await insertWebhook(app.ctx, owner.userId, {
    failing_since: app.ctx.now(),
    paused_at: app.ctx.now(),
  })
  expect((await webhooksOf()).webhooks[0]?.state).toBe('paused')
  receiver.status = 500
  expect((await sendTest(id)).json()).toMatchObject({ state: 'paused', lastStatus: 500 })
  receiver.status = 204
  expect((await sendTest(id)).json()).toMatchObject({ state: 'working', lastStatus: 204 })
})

test('an account sends at most 20 tests an hour', async () => {
  const { id } = (await create('https://inside.example/')).json()
  for (let tests = 0; tests < 20; tests += 1)
    await app.ctx.limits.consume(limits.webhookTest, owner.userId)
  expect((await sendTest(id)).json().code).toBe('rate_limited')
})

test('another account can neither test nor delete a webhook', async () => {
  const { id } = (await create(URL_OF_HOOK)).json()
  const { send } = await app.newAccount('PLUS_USER')
  const remove = (sender: TestApp['anonymous']) =>
    sender({ method: 'DELETE', url: `/api/webhooks/${id}` })
  expect((await sendTest(id, send)).statusCode).toBe(404)
  expect((await remove(send)).statusCode).toBe(404)
  expect((await webhooksOf(send)).webhooks).toEqual([])
  expect((await remove(owner.send)).statusCode).toBe(200)
  expect((await remove(owner.send)).statusCode).toBe(404)
  expect(receiver.received).toEqual([])
  const events = await app.ctx.db
    .selectFrom('audit_events')
    .select(['kind', 'detail'])
    .where('user_id', '=', owner.userId)
    .where('kind', 'like', 'webhook.%')
    .orderBy('kind')
    .execute()
  expect(events).toEqual([
    { kind: 'webhook.created', detail: { id } },
    { kind: 'webhook.deleted', detail: { id } },
  ])
})

test('webhooks of an earlier plan stay on the list, but are neither tested nor added to', async () => {
  const { id } = (await create(URL_OF_HOOK)).json()
  await changeUser(app.ctx.db, owner.userId, { role: 'PRO_USER' })
  const { webhooks, isIncluded } = await webhooksOf()
  expect([webhooks.length, isIncluded]).toEqual([1, false])
  expect((await create(URL_OF_HOOK)).json().code).toBe('plan_required')
  expect((await sendTest(id)).json().code).toBe('plan_required')
  expect(receiver.received).toEqual([])
})

test(`an account has at most ${MAX_WEBHOOKS} webhooks, also when two are added at once`, async () => {
  for (let webhooks = 1; webhooks < MAX_WEBHOOKS; webhooks += 1)
    await insertWebhook(app.ctx, owner.userId)
  const answers = await Promise.all([create(URL_OF_HOOK), create(URL_OF_HOOK)])
  expect(statusesOf(answers)).toEqual([200, 403])
  expect((await create(URL_OF_HOOK)).json().code).toBe('webhook_limit')
})

test('after a change of the secret, the nightly job reseals a webhook’s secret', async () => {
  const { db, config } = app.ctx
  await db.deleteFrom('system_state').where('key', '=', 'app_secret').execute()
  const keyringOf = (current: string, previous: string[]) =>
    openKeyring({
      ...app.ctx,
      config: { ...config, APP_SECRET: current, APP_SECRET_PREVIOUS: previous },
    })
  const [first, second] = ['first'.repeat(8), 'second'.repeat(8)]
  const before = await keyringOf(first, [])
  const { id, secret } = await insertWebhook({ ...app.ctx, keyring: before }, owner.userId)
  await resealWebhookSecrets({ db, keyring: await keyringOf(second, [first]) })
  const { secret: sealed } = await rowOf(id)
  expect(openSealedText((await keyringOf(second, [])).accepted('webhook'), sealed)).toBe(secret)
})

test('a webhook whose secret cannot be opened is shown as failing, and the log says why', async () => {
  app.ctx.testLog.expectError('webhook.secret_unreadable')
  const { id } = await insertWebhook(app.ctx, owner.userId, { secret: 'unreadable' })
  expect((await sendTest(id)).json()).toMatchObject({ state: 'failing', lastStatus: null })
  expect(receiver.received).toEqual([])
})
