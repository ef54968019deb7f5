import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Role } from '#contracts/accounts/auth.ts'
import type { ListDisplay } from '#contracts/workspace/list-views.ts'
import { insertUser } from '#testing/factories.ts'
import { startTestApp } from '#testing/test-app.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const app = sharedByTests(startTestApp)

async function newAccount(role: Role = 'PRO_USER') {
  const { userId } = await insertUser(app.ctx, { role })
  const { send } = await app.openSession(userId)
  const put = (view: string, display: object | null) =>
    send({ method: 'PUT', url: '/api/list-view', payload: { view, display } })
  return { userId, send, put, read: async () => (await send('/api/list-view')).json() }
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

test('another account has its own default view, and a guest has none', async () => {
  const [own, other, guest] = [await newAccount(), await newAccount(), await newAccount('GUEST')]
  await own.put('stores', display)
  expect(await other.read()).toEqual(USUAL)
  expect((await guest.put('stores', display)).statusCode).toBe(403)
  expect((await guest.send('/api/list-view')).statusCode).toBe(403)
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
