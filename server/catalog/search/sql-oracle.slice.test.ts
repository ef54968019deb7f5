import type { StoreId } from '#contracts/ids.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asksSql, countBySql, findBySql, sqlKeys, textKeys } from '#testing/differential/ask-sql.ts'
import { createStoreMaker, insertMade, type MadeStore } from '#testing/differential/make-stores.ts'
import { questions, valuesOf } from '#testing/differential/questions.ts'
import type { Asked } from '#testing/differential/read-stores.ts'
import { NO_CHOICE } from '#contracts/stores/store-filters.ts'
import { createRandom, pick } from '#testing/random.ts'
import { createTestContext, type TestContext } from '#testing/test-context.ts'

/** Compares the search engine with PostgreSQL's own reading of the rows. */
const STORES = 10_000
const COMBINATIONS = 40
const NEWEST = { sortBy: 'foundAt', direction: 'desc' } as const

let ctx: TestContext
let stores: MadeStore[]
const random = createRandom(41_209)
const person = {
  savedStoreIds: new Set(Array.from({ length: 300 }, (_, at) => (1 + at * 31) as StoreId)),
  since: '2026-02-20T10:00:00.000Z',
}

beforeAll(async () => {
  ctx = await createTestContext()
  const makeStore = await createStoreMaker(ctx.db)
  stores = Array.from({ length: STORES }, (_, at) => makeStore(random, at + 1))
  await insertMade(ctx.db, stores)
  while ((await search({ days: null, scope: 'all', choices: {} })).asOf !== null);
})
afterAll(() => ctx[Symbol.asyncDispose]())

const search = (asked: Asked) =>
  ctx.storeSearch.find({
    ...asked,
    savedStoreIds: person.savedStoreIds,
    since: new Date(person.since),
  })

async function idsOf(asked: Asked): Promise<number[]> {
  const match = await search(asked)
  const ids: number[] = []
  for await (const batch of match.ids(NEWEST, STORES)) ids.push(...batch)
  expect(match.total).toBe(ids.length)
  return ids
}

test.each(sqlKeys)('%s finds the stores that PostgreSQL finds', async (key) => {
  const values = valuesOf(key, stores, person)
  const [some, other] = [pick(random, values), pick(random, values)]
  for (const choice of [
    { unknown: true },
    { include: [some, other] },
    { exclude: [some] },
    { include: values.slice(0, 3), exclude: [other], unknown: true },
  ]) {
    const asked: Asked = {
      days: null,
      scope: 'all',
      choices: { [key]: { ...NO_CHOICE, ...choice } },
    }
    expect([choice, await idsOf(asked)]).toEqual([choice, await findBySql(ctx.db, asked, person)])
  }
})

test('combinations of dates and filters find and count what PostgreSQL does', async () => {
  let compared = 0
  await fc.assert(
    fc.asyncProperty(
      questions(stores, person),
      fc.constantFrom(...textKeys),
      async ({ asked }, key) => {
        fc.pre(asksSql(asked))
        compared++
        expect(await idsOf(asked)).toEqual(await findBySql(ctx.db, asked, person))
        const [facet] = await (await search(asked)).facets([key])
        const counts = await countBySql(ctx.db, key, asked, person)
        expect(facet?.unknown).toBe(counts.get(null) ?? 0)
        for (const { value, count } of facet?.options ?? [])
          expect([value, count]).toEqual([value, counts.get(value) ?? 0])
      },
    ),
    { numRuns: COMBINATIONS, seed: 17 },
  )
  expect(compared).toBe(COMBINATIONS)
})
