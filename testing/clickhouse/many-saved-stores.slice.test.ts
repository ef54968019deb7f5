import { expect, test } from 'vitest'
import { toStoreId } from '#contracts/ids.ts'
import { NO_CHOICE } from '#contracts/catalog/store-filters.ts'
import type { StoreQuery } from '#server/catalog/search/search.ts'
import { marksOf } from '#testing/account-marks.ts'
import { insertStores } from '#testing/factories.ts'
import { createTestContext } from '#testing/test-context.ts'

const SAVED_ELSEWHERE = Array.from({ length: 100_000 }, (_, at) =>
  toStoreId(900_000_000_000_000 + at),
)
const BY_ID = { sortBy: 'foundAt', direction: 'asc' } as const

test('an account with a hundred thousand saved stores can search among them and count filters', async () => {
  await using ctx = await createTestContext()
  const [saved, other] = await insertStores(ctx.db, [{ country: 'DE' }, { country: 'FR' }])
  const marks = { saved: marksOf({ yes: [...SAVED_ELSEWHERE, saved] }) }
  const query = (answer: string): StoreQuery => ({
    days: null,
    scope: 'all',
    choices: { saved: { ...NO_CHOICE, include: [answer] } },
    marks,
  })
  for (const [answer, id] of [
    ['yes', saved],
    ['no', other],
  ] as const) {
    const match = await ctx.storeSearch.find(query(answer))
    const page = await match.page(BY_ID, { offset: 0, size: 10 })
    expect([match.total, page.stores.map((store) => store.id)]).toEqual([1, [id]])
    const facets = await match.facets(['saved', 'country', 'apps'])
    expect(facets.find(({ key }) => key === 'saved')?.options.map(({ count }) => count)).toEqual([
      1, 1,
    ])
  }
  const passing = await ctx.storeSearch.evaluate(query('yes'), [...SAVED_ELSEWHERE, other, saved])
  expect([...passing]).toEqual([saved])
})
