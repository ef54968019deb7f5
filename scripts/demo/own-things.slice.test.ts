import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { insertStores, insertUser } from '#testing/factories.ts'
import { createTestContext } from '#testing/test-context.ts'
import { seedOwnThings } from './own-things.ts'

test('the demo fills its own lists and adds lines, and leaves the list of a visitor alone', async () => {
  await using ctx = await createTestContext()
  const demo = await insertUser(ctx, { role: 'PLUS_USER', email: 'plus@demo.storedawn.test' })
  const { userId: user_id } = await insertUser(ctx, { role: 'PRO_USER' })
  const visitors = { id: randomUUID(), user_id, name: 'Mine', created_at: ctx.now() }
  await ctx.db.insertInto('lists').values(visitors).execute()
  await insertStores(
    ctx.db,
    Array.from({ length: 15 }, () => ({})),
  )
  await seedOwnThings(ctx)
  const readLines = async () =>
    (await ctx.db.selectFrom('exclusions').select('user_id').execute()).map((row) => row.user_id)
  await expect.poll(readLines).toEqual(Array(12).fill(demo.userId))
  const { rows } = await sql`
    select name, count(store_id)::int as stores from lists left join list_stores on list_id = lists.id
    group by lists.id order by name`.execute(ctx.db)
  expect(rows).toEqual([
    { name: 'Mailed in November', stores: 4 },
    { name: 'Mine', stores: 0 },
    { name: 'Shops to learn from', stores: 4 },
    { name: 'To call this week', stores: 4 },
  ])
})
