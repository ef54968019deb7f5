import { expect, test } from 'vitest'
import { ExportFormat } from '#contracts/billing/plans.ts'
import { type PlanName, planRights } from '#contracts/billing/plan-rights.ts'
import { DAY_MS } from '#contracts/dates.ts'
import { changeUser, insertUser } from '#testing/factories.ts'
import { useTestApp } from '#testing/shared-app.ts'
import { codeOf, post } from '#testing/test-app.ts'

const app = useTestApp()

test.each([
  ['GUEST', 'guest'],
  ['PRO_USER', 'pro'],
  ['PLUS_USER', 'plus'],
] as const)(
  'the plan of %s is called %s',
  { tags: ['plan-current.product-name', 'calls.plans-current'] },
  async (role, productName) => {
    const { send } = await app.as(role)
    const answer = await send('/api/plans/current')
    expect([answer.statusCode, answer.json()]).toEqual([200, { productName }])
  },
)

test.each([
  ['guest', 'GUEST', null],
  ['pro', 'PRO_USER', null],
  ['plus', 'PLUS_USER', null],
  ['plus, until a month from now,', 'PLUS_USER', 30],
  // From that moment on, although the provider has not reported it yet.
  ['guest, after plus', 'PLUS_USER', 0],
] as const)(
  '%s has exactly the rights in the plan table',
  { tags: ['product.tiers'] },
  async (name, role, daysLeft) => {
    const { ctx } = app
    const { userId } = await insertUser(ctx, { role })
    if (daysLeft !== null) {
      const plan_until = new Date(ctx.now().getTime() + daysLeft * DAY_MS)
      await changeUser(ctx.db, userId, { plan_until })
    }
    const { send } = await app.openSession(userId)
    const [plan] = name.split(',') as [PlanName]
    const rights = planRights[plan]
    expect((await send('/api/plans/current')).json()).toEqual({ productName: plan })

    const formats: string[] = []
    for (const format of ExportFormat.options) {
      const answer = await post(send, '/api/exports', {
        view: 'stores',
        format,
        columns: ['id'],
        query: {},
      })
      if (answer.statusCode === 200) formats.push(format)
      else expect(codeOf(answer)).toEqual([403, 'plan_required'])
    }
    expect(formats).toEqual(rights.exportFormats)
    const told = (await send('/api/exports')).json()
    if (rights.hasResearch) expect(told).toMatchObject({ rowsPerDay: rights.exportRowsPerDay })
    else expect(told.code).toBe('plan_required')

    const searches: number[] = []
    for (const word of ['Lamps', 'Chairs', 'Tables']) {
      const search = { name: word, view: 'stores', query: 'country=DE', mails: true }
      searches.push((await post(send, '/api/saved-searches', search)).statusCode)
    }
    const allowed = rights.savedSearches ?? searches.length
    expect(searches).toEqual(searches.map((_status, index) => (index < allowed ? 200 : 403)))
    expect((await send('/api/today')).statusCode).toBe(rights.hasResearch ? 200 : 403)
  },
)
