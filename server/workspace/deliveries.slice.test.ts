import { beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#contracts/dates.ts'
import { DELIVERY_LOG_DAYS, listDeliveries } from '#contracts/workspace/deliveries.ts'
import { retention } from '#server/platform/api.ts'
import { recordDelivery } from '#server/platform/delivery-log.ts'
import { deleteOldRows } from '#server/platform/jobs/purge-old-rows.ts'
import type { TestAccount } from '#testing/test-app.ts'
import { useTestApp } from '#testing/shared-app.ts'

const app = useTestApp()
let owner: TestAccount
beforeEach(async () => {
  owner = await app.newAccount()
})

const failure = { status: 550, reason: 'mailbox', nextAt: null } as const

async function record(
  change: Partial<Parameters<typeof recordDelivery>[1]> = {},
  account = owner,
): Promise<void> {
  app.ctx.clock.advance(1)
  await recordDelivery(app.ctx, {
    userId: account.userId,
    channel: 'mail',
    kind: 'digest',
    subject: 'Your week',
    target: account.email,
    messageId: crypto.randomUUID(),
    outcome: 'sent',
    failure: null,
    ...change,
  })
}

const list = async (query = '', account = owner) =>
  listDeliveries.response.parse((await account.send(`/api/deliveries${query}`)).json())

test('an account reads its own attempts, the latest first, and no other account does', async () => {
  await record()
  await record({ outcome: 'failed', failure })
  const { content, totalElements } = await list()
  expect(totalElements).toBe(2)
  expect(content).toMatchObject([
    { outcome: 'failed', status: 550, reason: 'mailbox', nextAt: null, subject: 'Your week' },
    { outcome: 'sent', status: null, reason: null, target: owner.email, kind: 'digest' },
  ])
  const other = await app.newAccount('PLUS_USER')
  expect((await list('', other)).content).toEqual([])
})

test('they are filtered by channel and by failure, and come in pages', async () => {
  const webhook = { channel: 'webhook', kind: 'test', target: 'https://hooks.example/a' } as const
  await record()
  await record(webhook)
  await record({ ...webhook, outcome: 'failed', failure })
  await record({ ...webhook, outcome: 'paused', failure })
  const outcomes = async (query: string) =>
    (await list(query)).content.map(({ channel, outcome }) => `${channel} ${outcome}`)
  expect(await outcomes('?channel=webhook')).toEqual([
    'webhook paused',
    'webhook failed',
    'webhook sent',
  ])
  expect(await outcomes('?failed=yes')).toEqual(['webhook paused', 'webhook failed'])
  expect(await outcomes('?channel=mail&failed=yes')).toEqual([])
  expect(await outcomes('?size=1&page=3')).toEqual(['mail sent'])
  expect((await owner.send('/api/deliveries?channel=fax')).statusCode).toBe(400)
})

test(`they are kept for ${DELIVERY_LOG_DAYS} days`, async () => {
  await record()
  app.ctx.clock.advance(DELIVERY_LOG_DAYS * DAY_MS)
  await deleteOldRows(app.ctx, retention)
  const { send } = await app.openSession(owner.userId)
  const again = { ...owner, send }
  expect((await list('', again)).totalElements).toBe(1)
  app.ctx.clock.advance(1)
  await deleteOldRows(app.ctx, retention)
  expect((await list('', again)).totalElements).toBe(0)
})
