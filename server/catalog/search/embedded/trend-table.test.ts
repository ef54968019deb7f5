import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toClusterId, toStoreId } from '#contracts/ids.ts'
import { TREND_BADGES } from '#contracts/catalog/trend-formula.ts'
import type { TrendRow } from '#server/catalog/search/trend-rows.ts'
import { createTrendTable, type TrendDay, type TrendTable } from './trend-table.ts'

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

test('a day whose changed clusters are replaced equals one that is read as a whole', async () => {
  const allIds = [0, 1, 2, 3, 4, 5]
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
