import { expect, test } from 'vitest'
import { MINUTE_MS } from '#contracts/dates.ts'
import type { Today } from '#contracts/catalog/today.ts'
import { insertStore } from '#testing/factories.ts'
import { startTestApp } from '#testing/test-app.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const app = sharedByTests(startTestApp)

test('new stores are those since the end of the previous stay, even after many calls within one stay', async () => {
  const { ctx } = app
  const { send } = await app.as('PRO_USER')
  const today = async (): Promise<Today> => (await send('/api/today')).json()
  const listed = async () => (await send('/api/stores?isNew=yes')).json().totalElements
  const publish = () => insertStore(ctx.db, { visible_at: ctx.now() })

  const first = await today()
  ctx.clock.advance(10 * MINUTE_MS)
  await publish()
  // The first visit: everything since the account was created.
  expect(await today()).toMatchObject({ since: first.since, newStores: 1 })
  expect(await listed()).toBe(1)

  ctx.clock.advance(31 * MINUTE_MS)
  await publish()
  const second = await today()
  expect(second).toMatchObject({ newStores: 1, newLeads: 0 })
  ctx.clock.advance(29 * MINUTE_MS)
  expect((await today()).since).toBe(second.since)
  ctx.clock.advance(29 * MINUTE_MS)
  // Viewing the list counts as a visit too.
  expect(await listed()).toBe(1)
  ctx.clock.advance(29 * MINUTE_MS)
  expect((await today()).since).toBe(second.since)
})

test('parallel calls start one stay', async () => {
  const { ctx } = app
  const { send, userId } = await app.as('PLUS_USER')
  await send('/api/today')
  const before = ctx.now()
  ctx.clock.advance(40 * MINUTE_MS)
  await Promise.all(Array.from({ length: 6 }, () => send('/api/today')))
  const account = await ctx.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  expect(account.previous_stay_until).toEqual(before)
  expect(account.stayed_until).toEqual(ctx.now())
})
