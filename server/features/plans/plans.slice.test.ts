import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/test-app.ts'

let world: TestApp
beforeAll(async () => {
  world = await startTestApp()
})
afterAll(() => world[Symbol.asyncDispose]())

test.each([
  ['GUEST', 'guest'],
  ['PRO_USER', 'pro'],
  ['PLUS_USER', 'plus'],
] as const)('the plan of %s is called %s', async (role, productName) => {
  const { send } = await world.as(role)
  const answer = await send('/api/plans/current')
  expect([answer.statusCode, answer.json()]).toEqual([200, { productName }])
})

test('a role that changed counts at the next question', async () => {
  const { send, userId } = await world.as('GUEST')
  await world.ctx.db.updateTable('users').set({ role: 'PLUS_USER' }).where('id', '=', userId).execute()
  expect((await send('/api/plans/current')).json()).toEqual({ productName: 'plus' })
})

test('nobody else is told', async () => {
  const answer = await world.anonymous('/api/plans/current')
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'authentication_required'])
})
