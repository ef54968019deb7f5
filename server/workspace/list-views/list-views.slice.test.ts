import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ListDisplay } from '#contracts/workspace/list-views.ts'
import { useTestApp } from '#testing/shared-app.ts'

const app = useTestApp()

async function newAccount() {
  const { userId, send } = await app.newAccount('PRO_USER')
  const put = (view: string, display: object | null) =>
    send({ method: 'PUT', url: '/api/list-view', payload: { view, display } })
  return { userId, put, read: async () => (await send('/api/list-view')).json() }
}

const display: ListDisplay = {
  columns: ['tags', 'price', 'country'],
  density: 'compact',
  sortBy: 'name',
  sortDirection: 'ASC',
}
const USUAL = { stores: null, leads: null, prelaunch: null }

test('an account has each list shown its own way, until it returns to the usual columns', async () => {
  const own = await newAccount()
  expect(await own.read()).toEqual(USUAL)
  expect((await own.put('leads', display)).json()).toEqual({ ...USUAL, leads: display })
  const later = { ...display, columns: ['email'] }
  await own.put('leads', later)
  await own.put('stores', display)
  expect(await own.read()).toEqual({ stores: display, leads: later, prelaunch: null })
  await own.put('leads', null)
  expect(await own.read()).toEqual({ ...USUAL, stores: display })
})

test('another account has its own default view', async () => {
  const [own, other] = [await newAccount(), await newAccount()]
  await own.put('stores', display)
  expect(await other.read()).toEqual(USUAL)
})

test('columns of a later release are dropped, as sent and as stored; other values are refused', async () => {
  const own = await newAccount()
  const columns = ['revenue', 'price', 'price', 'country']
  expect((await own.put('stores', { ...display, columns })).json()).toMatchObject({
    stores: { columns: ['price', 'country'] },
  })
  expect((await own.put('stores', { ...display, density: 'huge' })).statusCode).toBe(400)
  expect((await own.put('products', display)).statusCode).toBe(400)
  const stored = JSON.stringify({ ...display, columns })
  await app.ctx.db
    .updateTable('list_views')
    .set({ display: stored })
    .where('user_id', '=', own.userId)
    .execute()
  expect(await own.read()).toMatchObject({ stores: { columns: ['price', 'country'] } })
  await sql`update list_views set display = '{"density":"later"}' where user_id = ${own.userId}`.execute(
    app.ctx.db,
  )
  expect(await own.read()).toEqual(USUAL)
})
