import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type StoreId, toClusterId, toStoreId } from '#contracts/ids.ts'
import { TREND_BADGES } from '#contracts/catalog/trending.ts'
import type { TrendRow } from '#server/catalog/search/trend-rows.ts'
import { matchTrends, narrowTrends } from './trend-match.ts'
import { createTrendTable, type TrendDay, type TrendTable, withoutRepeats } from './trend-table.ts'

const DAY = '2026-11-20'

type Cluster = { score: number; badge: number; listings: [store: number, product: number][] }

const anyCluster: fc.Arbitrary<Cluster> = fc.record({
  score: fc.integer({ min: 0, max: 100 }),
  badge: fc.integer({ min: 0, max: TREND_BADGES.length - 1 }),
  listings: fc.uniqueArray(
    fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 4 })),
    {
      minLength: 1,
      maxLength: 6,
      selector: String,
    },
  ),
})
const anyClusters = fc.array(fc.option(anyCluster, { nil: undefined }), {
  minLength: 6,
  maxLength: 6,
})

const allIds = [0, 1, 2, 3, 4, 5]

const rowsOf = (clusters: readonly (Cluster | undefined)[], ids: readonly number[]): TrendRow[] =>
  ids.flatMap((id) => {
    const { score = 0, badge = 0, listings = [] } = clusters[id] ?? {}
    return listings.map(([store, product]) => ({
      cluster: toClusterId(id + 1),
      store_id: toStoreId(store),
      product_id: product,
      score,
      stores: listings.length,
      badge: TREND_BADGES[badge] ?? 'testing',
    }))
  })

function contentOf(table: TrendTable, day: TrendDay) {
  const content = [...day.clusters].map((cluster, row) => {
    const products = [...day.products.subarray(day.starts[row], day.starts[row + 1])]
    return {
      cluster: table.clusterIdOf(cluster),
      score: day.scores[row],
      stores: day.stores[row],
      badge: day.badges[row],
      listings: products.map((product) => [table.storeIdOf(product), table.productIdOf(product)]),
    }
  })
  return content.toSorted((a, b) => a.cluster - b.cluster)
}

test('a day with replaced clusters equals a day that is read as a whole', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyClusters,
      anyClusters,
      fc.subarray(allIds),
      async (before, changes, changed) => {
        const after = before.map((cluster, id) => (changed.includes(id) ? changes[id] : cluster))
        const table = createTrendTable()
        const day = await table.toDay({ day: DAY, rows: rowsOf(before, allIds) })
        const ids = changed.map((id) => toClusterId(id + 1))
        const replaced = await table.replace(day, ids, { day: DAY, rows: rowsOf(after, changed) })
        const whole = createTrendTable()
        const read = await whole.toDay({ day: DAY, rows: rowsOf(after, allIds) })
        expect(contentOf(table, replaced)).toEqual(contentOf(whole, read))
      },
    ),
  )
})

test('a day without trends so far begins with the clusters that are read', async () => {
  const table = createTrendTable()
  const clusters: Cluster[] = [{ score: 7, badge: 0, listings: [[3, 1]] }]
  const day = await table.replace(undefined, [toClusterId(1)], {
    day: DAY,
    rows: rowsOf(clusters, [0]),
  })
  expect(contentOf(table, day)).toEqual([
    { cluster: 1, score: 7, stores: 1, badge: 0, listings: [[3, 1]] },
  ])
  expect(table.untitled()).toEqual([0])
})

test('a search over days without repeated listings finds the same as one over all of them', async () => {
  const anyDays = fc.array(anyClusters, { minLength: 1, maxLength: 5 })
  const anyStores = fc.subarray([1, 2, 3, 4, 5])
  await fc.assert(
    fc.asyncProperty(anyDays, anyStores, async (read, passing) => {
      const table = createTrendTable()
      const latestFirst: TrendDay[] = []
      for (const [at, clusters] of read.entries())
        latestFirst.push(
          await table.toDay({ day: `2026-11-${20 - at}`, rows: rowsOf(clusters, allIds) }),
        )
      const stores = { has: (id: StoreId) => passing.includes(id) }
      const tests = { badges: null, isInTitle: null, stores }
      const find = async (days: readonly TrendDay[]) => {
        const all = await matchTrends(table, days, null)
        const some = await narrowTrends(table, all, tests)
        const range = { offset: 0, size: 20 }
        return Promise.all([all, some].map(({ page }) => page({ sortBy: 'score' }, range)))
      }
      const once = await withoutRepeats(table, latestFirst)
      expect(await find(once)).toEqual(await find(latestFirst))
    }),
  )
})

test('a listing that trends on several days stays on the latest of them', async () => {
  const table = createTrendTable()
  const [both, one]: Cluster[][] = [
    [{ score: 7, badge: 0, listings: [[3, 1], [2, 1]] }],
    [{ score: 5, badge: 0, listings: [[2, 1]] }],
  ] // prettier-ignore
  const days = [
    await table.toDay({ day: '2026-11-20', rows: rowsOf(one ?? [], [0]) }),
    await table.toDay({ day: '2026-11-19', rows: rowsOf(both ?? [], [0]) }),
    await table.toDay({ day: '2026-11-18', rows: rowsOf(both ?? [], [0]) }),
  ]
  const listings = (await withoutRepeats(table, days)).map((day) =>
    contentOf(table, day).map((cluster) => [cluster.score, cluster.listings]),
  )
  expect(listings).toEqual([[[5, [[2, 1]]]], [[7, [[3, 1]]]], []])
})
