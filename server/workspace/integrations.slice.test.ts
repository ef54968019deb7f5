import { changeUser, emptyTables } from '#testing/factories.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contracts/dates.ts'
import { setPlanByHand } from '#server/billing/api.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Integration } from '#server/platform/session/integrations.ts'
import { readMails } from '#testing/read-mails.ts'
import { post, type TestAccount } from '#testing/test-app.ts'
import { useTestApp } from '#testing/shared-app.ts'

type Kind = Integration['kind']

let owner: TestAccount
const app = useTestApp()
beforeEach(async () => {
  await emptyTables(app.ctx, 'request_limits', 'outgoing_mails')
  owner = await app.newAccount('PLUS_USER')
})

const calls: Record<Kind, { url: string; payload: object; list: string; shown: string }> = {
  apiKey: {
    url: '/api/users/api-keys',
    payload: { name: 'CRM import' },
    list: 'keys',
    shown: 'CRM import',
  },
  feed: { url: '/api/feeds', payload: {}, list: 'feeds', shown: 'your saved stores' },
  webhook: {
    url: '/api/webhooks',
    payload: { url: 'https://hooks.example/matches?secret=1' },
    list: 'webhooks',
    shown: 'hooks.example',
  },
}
const KINDS = Object.keys(calls) as Kind[]

const create = (kind: Kind, send = owner.send) => post(send, calls[kind].url, calls[kind].payload)
const listed = async (kind: Kind): Promise<{ id: string }[]> => {
  const answer = await owner.send(calls[kind].url)
  expect(answer.statusCode).toBe(200)
  return answer.json()[calls[kind].list]
}
const setPlan = (plan: 'pro' | 'plus' | null) =>
  inTransaction(app.ctx, (ctx) =>
    setPlanByHand(
      ctx,
      owner.userId,
      plan && { plan, until: new Date(ctx.now().getTime() + DAY_MS) },
    ),
  )
const eventsOf = (kind: Kind) =>
  app.ctx.db
    .selectFrom('audit_events')
    .select('detail')
    .where('user_id', '=', owner.userId)
    .where(
      'kind',
      'in',
      app.ctx.integrations.flatMap((each) => (each.kind === kind ? each.ended : [])),
    )
    .execute()

describe.each(KINDS)('%s', (kind) => {
  test('a new one is reported to its owner by mail, without its secret', async () => {
    const made = (await create(kind)).json()
    const [mail, ...others] = await readMails(app.ctx)
    expect(others).toEqual([])
    expect([mail?.kind, mail?.recipient]).toEqual(['integration_created', owner.email])
    expect(mail?.text).toContain(calls[kind].shown)
    const secret = made.key ?? made.secret ?? made.url.slice(made.url.lastIndexOf('/') + 1)
    expect(JSON.stringify(mail)).not.toContain(secret)
    expect(mail?.text).not.toContain('secret=1')
  })

  test('a reset of the password ends it', async () => {
    const { id } = (await create(kind)).json()
    const { email } = owner
    await post(app.anonymous, '/api/auth/forgot-password', { email })
    const token = (await readMails(app.ctx)).findLast((mail) => mail.token)?.token
    const newPassword = 'Another-horse-8!'
    const payload = { token, newPassword, confirmPassword: newPassword }
    const answer = await post(app.anonymous, '/api/auth/reset-password', payload)
    expect(answer.statusCode).toBe(200)
    owner = { ...owner, ...(await app.openSession(owner.userId)) }
    expect(await listed(kind)).toEqual([])
    expect(await eventsOf(kind)).toEqual([{ detail: { id, reason: 'password_reset' } }])
  })

  test('its owner lists and ends it without the plan', async () => {
    const { id } = (await create(kind)).json()
    await changeUser(app.ctx.db, owner.userId, { plan_until: app.ctx.now() })
    expect(await listed(kind)).toEqual([expect.objectContaining({ id })])
    expect((await create(kind)).json().code).toBe('plan_required')
    const remove = () => owner.send({ method: 'DELETE', url: `${calls[kind].url}/${id}` })
    expect((await remove()).statusCode).toBe(200)
    expect((await remove()).statusCode).toBe(404)
    expect(await listed(kind)).toEqual([])
  })

  test('ends with the plan, and a new plan does not bring it back', async () => {
    const { id } = (await create(kind)).json()
    await setPlan(null)
    await setPlan('plus')
    expect(await listed(kind)).toEqual([])
    expect(await eventsOf(kind)).toEqual([{ detail: { id, reason: 'plan' } }])
  })

  test('that outlived its plan by the clock ends when a new plan begins', async () => {
    await setPlan('plus')
    await create(kind)
    app.ctx.clock.advance(2 * DAY_MS)
    owner = { ...owner, ...(await app.openSession(owner.userId)) }
    expect(await listed(kind)).toHaveLength(1)
    await setPlan('plus')
    expect(await listed(kind)).toEqual([])
  })

  test('lasts while one plan follows the other, if both include it', async () => {
    await create(kind)
    await setPlan('plus')
    expect(await listed(kind)).toHaveLength(1)
    await setPlan('pro')
    expect(await listed(kind)).toHaveLength(kind === 'feed' ? 1 : 0)
  })
})
