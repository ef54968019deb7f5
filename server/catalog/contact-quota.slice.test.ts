import { beforeAll, describe, expect, test } from 'vitest'
import { planRights } from '#contracts/billing/plan-rights.ts'
import { createExportCalls } from '#testing/export-calls.ts'
import { changeUser, insertStore, insertStores } from '#testing/factories.ts'
import { type Answer, post, startTestApp } from '#testing/test-app.ts'
import { sharedByTests } from '#testing/shared-by-tests.ts'

const DAY = '2026-02-01'
const PRO = planRights.pro.contactsPerDay

const app = sharedByTests(startTestApp)
beforeAll(async () => {
  await insertStores(
    app.ctx.db,
    Array.from({ length: 12 }, (_, index) => ({
      found_at: `${DAY}T10:00:${String(index).padStart(2, '0')}Z`,
      name: `Shop ${String(index).padStart(2, '0')}`,
      email: `hello@shop-${index}.example`,
      phone: `+49 30 ${index}`,
    })),
  )
  await insertStore(app.ctx.db, {
    found_at: `${DAY}T11:00:00Z`,
    name: 'Shop 99',
    email: null,
    phone: null,
  })
})

const { someone, exported } = createExportCalls(() => app)

type Someone = Awaited<ReturnType<typeof someone>>
type Row = {
  id: number
  email: string | null
  phone: string | null
  hasEmail: boolean
  contactsLimited: boolean
}

const query = { date: DAY, sortBy: 'name', sortDirection: 'ASC' }
const LIST = `/api/stores?${new URLSearchParams(query)}`
const rowsOf = (answer: Answer): Row[] => answer.json().content
const list = async ({ send }: Someone, page: string) => rowsOf(await send(`${LIST}&${page}`))
const shownIn = (rows: Row[]) => rows.map(({ email }) => email !== null)

async function withLeft(
  count: number,
  role: 'PRO_USER' | 'PLUS_USER' = 'PRO_USER',
): Promise<Someone> {
  const own = await someone(role)
  const { contactsPerDay } = role === 'PRO_USER' ? planRights.pro : planRights.plus
  const day = app.ctx.now().toISOString().slice(0, 10)
  const usage = { user_id: own.userId, day, stores: contactsPerDay - count }
  await app.ctx.db.insertInto('contact_usage').values(usage).execute()
  return own
}

const counted = async ({ userId }: Someone) => {
  const rows = await app.ctx.db
    .selectFrom('contact_usage')
    .select('stores')
    .where('user_id', '=', userId)
    .orderBy('day', 'desc')
    .execute()
  return rows[0]?.stores
}

describe('daily contacts', () => {
  test('are counted once per store across list, details, saved stores and export files', async () => {
    const own = await someone('PRO_USER')
    const rows = await list(own, 'size=4')
    expect(await counted(own)).toBe(4)
    await list(own, 'size=4')
    await own.send(`/api/stores/details/${rows[0]?.id}`)
    await post(own.send, '/api/saved-stores', { storeId: rows[1]?.id })
    await own.send('/api/saved-stores')
    expect(await counted(own)).toBe(4)
    const [fifth] = await list(own, 'size=1&page=4')
    await own.send(`/api/stores/details/${fifth?.id}`)
    expect(await counted(own)).toBe(5)
    await exported(own.send, { query, columns: ['name', 'email'], limit: 7 })
    expect(await counted(own)).toBe(7)
    await exported(own.send, { query, columns: ['name', 'domain'], limit: 12 })
    expect(await counted(own)).toBe(7)
  })

  test(
    'stop at the plan limit: further rows hide the address but say that one exists',
    { tags: ['check-32'] },
    async () => {
      const own = await withLeft(3)
      const rows = await list(own, 'size=5')
      expect(shownIn(rows)).toEqual([true, true, true, false, false])
      expect(rows[4]).toMatchObject({
        email: null,
        phone: null,
        hasEmail: true,
        contactsLimited: true,
      })
      expect(rows[0]).toMatchObject({ phone: '+49 30 0', contactsLimited: false })
      expect(await counted(own)).toBe(PRO)
      const details = (await own.send(`/api/stores/details/${rows[4]?.id}`)).json()
      expect(details).toMatchObject({
        shopifyEmail: null,
        shopifyPhone: null,
        emails: [],
        phones: [],
      })
      expect(details.contactsLimited).toBe(true)
      expect((await own.send(`/api/stores/details/${rows[0]?.id}`)).json()).toMatchObject({
        shopifyEmail: 'hello@shop-0.example',
        contactsLimited: false,
      })
      expect(await counted(own)).toBe(PRO)
    },
  )

  test('already shown stay visible, even in another process', async () => {
    const own = await withLeft(2)
    await list(own, 'size=2')
    const other = await app.startAnother()
    const { token } = await app.openSession(own.userId)
    const answer = await other.inject({
      url: `${LIST}&size=4`,
      headers: { authorization: `Bearer ${token}` },
    })
    await other.close()
    expect(shownIn(rowsOf(answer))).toEqual([true, true, false, false])
  })

  test('do not exceed the limit under parallel calls', async () => {
    const own = await withLeft(5)
    const pages = await Promise.all(
      Array.from({ length: 12 }, (_, page) => list(own, `size=1&page=${page}`)),
    )
    expect(pages.flatMap(shownIn).filter(Boolean)).toHaveLength(5)
    expect(await counted(own)).toBe(PRO)
  })

  test('do not count for a store that publishes none', async () => {
    const own = await withLeft(0)
    const rows = await list(own, 'size=20')
    expect(
      rows.filter(({ contactsLimited }) => !contactsLimited).map(({ hasEmail }) => hasEmail),
    ).toEqual([false])
  })

  test('beyond the limit are left empty in an export, and the quota is reported beforehand', async () => {
    const own = await withLeft(2)
    expect((await own.send('/api/exports')).json().contacts).toEqual({
      perDay: PRO,
      remainingToday: 2,
    })
    const file = (await exported(own.send, { query, columns: ['email'], limit: 4 })).flat()
    expect(file).toEqual(['hello@shop-0.example', 'hello@shop-1.example', '', ''])
    expect((await own.send('/api/exports')).json().contacts).toEqual({
      perDay: PRO,
      remainingToday: 0,
    })
  })

  test('in a Plus export are neither limited nor counted', async () => {
    const own = await withLeft(0, 'PLUS_USER')
    const file = (await exported(own.send, { query, columns: ['email'], limit: 4 })).flat()
    expect(file[3]).toBe('hello@shop-3.example')
    expect((await own.send('/api/exports')).json().contacts).toBeNull()
    expect(shownIn(await list(own, 'size=1'))).toEqual([false])
  })

  test('reset at midnight UTC, and grow with a higher plan', async () => {
    const own = await withLeft(0)
    expect(shownIn(await list(own, 'size=1'))).toEqual([false])
    await changeUser(app.ctx.db, own.userId, { role: 'PLUS_USER' })
    expect(shownIn(await list(own, 'size=1'))).toEqual([true])
    await changeUser(app.ctx.db, own.userId, { role: 'PRO_USER' })
    expect(shownIn(await list(own, 'size=2'))).toEqual([true, false])
    app.ctx.clock.advance(24 * 60 * 60_000)
    const next = { ...own, ...(await app.openSession(own.userId)) }
    expect(shownIn(await list(next, 'size=2'))).toEqual([true, true])
    expect(await counted(next)).toBe(2)
  })
})
