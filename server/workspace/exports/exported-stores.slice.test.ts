import { expect, test } from 'vitest'
import { dayOf } from '#contracts/dates.ts'
import type { UserId } from '#contracts/ids.ts'
import { eraseDomain } from '#server/opt-out/erase-domain.ts'
import { createExportCalls } from '#testing/export-calls.ts'
import { insertStores } from '#testing/factories.ts'
import { found } from '#testing/saved-calls.ts'
import { useTestApp } from '#testing/shared-app.ts'

const app = useTestApp()
const { ask, exported, someone } = createExportCalls(() => app)

const idsOf = (rows: string[][]) => rows.map(([id]) => Number(id))
const rememberedBy = (userId: UserId) =>
  app.ctx.db
    .selectFrom('exported_stores')
    .select(['store_id', 'day'])
    .where('user_id', '=', userId)
    .orderBy('store_id')
    .execute()

test('an account finds exactly the stores that its files held; another account finds none of them', async () => {
  const [own, other] = [await someone('PRO_USER'), await someone('PRO_USER')]
  const [one, two, three] = await insertStores(app.ctx.db, [
    { country: 'AD' },
    { country: 'AD' },
    { country: 'AD', email: 'hello@ad.example' },
  ])
  await ask(own.send, { query: { launchStatus: 'all', country: 'AD' } })
  expect(await found(own.send, 'country=AD&exported=yes')).toEqual([])
  await exported(own.send, { view: 'leads', query: { launchStatus: 'all', country: 'AD' } })
  expect(await found(own.send, 'country=AD&exported=yes')).toEqual([three])
  expect(await found(own.send, 'country=AD&exported=no')).toEqual([one, two])
  const query = { launchStatus: 'all', country: 'AD', sortBy: 'foundAt', sortDirection: 'ASC' }
  const [first] = idsOf(await exported(own.send, { query, limit: 1 }))
  expect(await found(own.send, 'country=AD&exported=yes')).toEqual([first, three])
  expect(await found(other.send, 'exported=yes')).toEqual([])
})

test('one row for each store keeps the latest day, and goes with the store', async () => {
  const { send, userId } = await someone('PRO_USER')
  const [gone, kept] = await insertStores(app.ctx.db, [
    { country: 'LI', domain: 'li.example' },
    { country: 'LI' },
  ])
  const query = { launchStatus: 'all', country: 'LI' }
  await exported(send, { query })
  await app.ctx.db
    .updateTable('exported_stores')
    .set({ day: '2026-01-01' })
    .where('user_id', '=', userId)
    .execute()
  await exported(send, { query, storeIds: [kept] })
  expect(await rememberedBy(userId)).toEqual([
    { store_id: gone, day: '2026-01-01' },
    { store_id: kept, day: dayOf(app.ctx.now()) },
  ])
  await eraseDomain(app.ctx, 'li.example')
  expect(await rememberedBy(userId)).toMatchObject([{ store_id: kept }])
})

test('a file holds ticked stores in their order, or a whole list without the unticked ones', async () => {
  const { send } = await someone('PLUS_USER')
  const made = { country: 'MC' }
  const ids = await insertStores(app.ctx.db, [made, made, made, made, made])
  const [one, two, three, four, five] = ids
  const query = { launchStatus: 'all', country: 'MC', sortBy: 'foundAt', sortDirection: 'ASC' }
  const ticked = [four, one, 999_999_999, four]
  const answer = await ask(send, { query, storeIds: ticked })
  expect(answer.json().rows).toBe(2)
  expect(idsOf(await exported(send, { query, storeIds: ticked }))).toEqual([four, one])
  const all = idsOf(await exported(send, { query }))
  const except = [two, three, 999_999_999]
  expect((await ask(send, { query, except })).json().rows).toBe(3)
  const rest = idsOf(await exported(send, { query, except }))
  expect(rest).toEqual(all.filter((id) => id !== Number(two) && id !== Number(three)))
  expect(new Set(rest)).toEqual(new Set([one, four, five]))
  const limited = idsOf(await exported(send, { query, except, limit: 2 }))
  expect(limited).toEqual(rest.slice(0, 2))
})
