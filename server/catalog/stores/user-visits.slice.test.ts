import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE_MS } from '#contracts/dates.ts'
import type { Dashboard } from '#contracts/catalog/dashboard.ts'
import { insertStore } from '#testing/factories.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app[Symbol.asyncDispose]())

test('new stores are those since the end of the previous stay, even after many calls within one stay', async () => {
  const { ctx } = app
  const { send } = await app.as('PRO_USER')
  const dashboard = async (): Promise<Dashboard> => (await send('/api/dashboard')).json()
  const listed = async () => (await send('/api/stores?isNew=yes')).json().totalElements
  const publish = () => insertStore(ctx.db, { visible_at: ctx.now() })

  const first = await dashboard()
  ctx.clock.advance(10 * MINUTE_MS)
  await publish()
  // The first visit: everything since the account was created.
  expect(await dashboard()).toMatchObject({ since: first.since, newStores: 1 })
  expect(await listed()).toBe(1)

  ctx.clock.advance(31 * MINUTE_MS)
  await publish()
  const second = await dashboard()
  expect(second).toMatchObject({ newStores: 1, newLeads: 0 })
  expect(second.latest.map(({ launchStatus }) => launchStatus)).toEqual(['new'])
  ctx.clock.advance(29 * MINUTE_MS)
  expect((await dashboard()).since).toBe(second.since)
  ctx.clock.advance(29 * MINUTE_MS)
  // Viewing the list counts as a visit too.
  expect(await listed()).toBe(1)
  ctx.clock.advance(29 * MINUTE_MS)
  expect((await dashboard()).since).toBe(second.since)
})

test('parallel calls start one stay', async () => {
  const { ctx } = app
  const { send, userId } = await app.as('PLUS_USER')
  await send('/api/dashboard')
  const before = ctx.now()
  ctx.clock.advance(40 * MINUTE_MS)
  await Promise.all(Array.from({ length: 6 }, () => send('/api/dashboard')))
  const account = await ctx.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  expect(account.previous_stay_until).toEqual(before)
  expect(account.stayed_until).toEqual(ctx.now())
})
