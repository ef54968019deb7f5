import type { ClusterId, StoreId } from '#contracts/ids.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { assignClusters, type MatchableProduct } from './assign-clusters.ts'
import { type LabelledProduct, labelledProducts } from '#testing/discovery/labelled-products.ts'
import { matchSignals, type MatchTraits } from './match-signals.ts'

const MIN_PRECISION = 0.95
const MIN_RECALL = 0.85

/**
 * Matches all products in batches, as the pipeline does, with the state that it would keep in the
 * database.
 */
function clusterAll(products: LabelledProduct[], batch: number): (ClusterId | null)[] {
  const all = products.map(({ storeId, product }, at) => ({
    id: String(at),
    storeId,
    ...matchSignals(product),
  }))
  const keys = new Map<string, ClusterId | null>()
  const leaders = new Map<ClusterId, MatchTraits>()
  const clusters = new Map<string, ClusterId | null>()
  const due = [...all]
  let last = 0
  while (due.length > 0) {
    const part = due.splice(0, batch)
    const changes = assignClusters(
      part,
      { keys, leaders, storeMates: matesOf(part, all, clusters) },
      () => (last += 1) as ClusterId,
    )
    for (const [key, cluster] of keys)
      if (cluster !== null && changes.dissolved.has(cluster)) keys.delete(key)
    const others = all.filter(({ id }) => !part.some((product) => product.id === id))
    const again = others.filter(({ id }) =>
      changes.dissolved.has(clusters.get(id) ?? (-1 as ClusterId)),
    )
    for (const { id } of again) clusters.delete(id)
    due.push(...again)
    const settle = (cluster: ClusterId | null) =>
      cluster === null ? null : (changes.merged.get(cluster) ?? cluster)
    for (const [id, cluster] of clusters) clusters.set(id, settle(cluster))
    for (const [key, cluster] of keys) keys.set(key, settle(cluster))
    for (const [id, cluster] of changes.assigned) clusters.set(id, cluster)
    for (const [key, cluster] of changes.keys) keys.set(key, cluster)
    for (const [cluster, traits] of changes.leaders) leaders.set(cluster, traits)
  }
  return all.map(({ id }) => clusters.get(id) ?? null)
}

const matesOf = (part: MatchableProduct[], all: MatchableProduct[], known: Map<string, unknown>) =>
  all.filter(
    ({ id, storeId }) =>
      known.has(id) && part.some((product) => product.storeId === storeId && product.id !== id),
  )

type Pair = (one: LabelledProduct | undefined, other: LabelledProduct | undefined) => boolean

const isAcrossLanguages: Pair = (one, other) =>
  one?.language !== undefined && other?.language !== undefined && one.language !== other.language

function evaluate(products: LabelledProduct[], clusters: (ClusterId | null)[], counts: Pair) {
  let [right, wrong, missed] = [0, 0, 0]
  for (let one = 0; one < products.length; one++) {
    for (let other = one + 1; other < products.length; other++) {
      if (!counts(products[one], products[other])) continue
      const isSame = products[one]?.label === products[other]?.label
      const isSaidSame = clusters[one] !== null && clusters[one] === clusters[other]
      if (isSame && isSaidSame) right += 1
      else if (isSaidSame) wrong += 1
      else if (isSame) missed += 1
    }
  }
  return {
    precision: right / (right + wrong),
    recall: right / (right + missed),
    pairs: right + missed,
  }
}

const shuffled = (products: LabelledProduct[], seed: number): LabelledProduct[] =>
  products
    .map((product, at) => ({
      product,
      order: Math.sin(seed * 1000 + at) * 10_000 - Math.floor(Math.sin(seed * 1000 + at) * 10_000),
    }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ product }) => product)

describe('the same product in several stores', () => {
  const anyPair: Pair = () => true
  test.each([
    [1, 1],
    [2, 7],
    [3, 50],
    [4, 1000],
  ])(
    'is matched with the promised precision and recall, across languages too: set %i, %i at a time',
    (seed, batch) => {
      const products = shuffled(labelledProducts(seed), seed)
      const clusters = clusterAll(products, batch)
      for (const [counts, leastPairs] of [
        [anyPair, 500],
        [isAcrossLanguages, 150],
      ] as const) {
        const found = evaluate(products, clusters, counts)
        expect(found.pairs).toBeGreaterThan(leastPairs)
        expect(found.precision).toBeGreaterThanOrEqual(MIN_PRECISION)
        expect(found.recall).toBeGreaterThanOrEqual(MIN_RECALL)
      }
    },
  )
})

const NOTHING = {
  title: '',
  vendor: null,
  productType: null,
  priceMinor: 2000,
  currency: 'EUR',
  images: [],
  options: [],
}
const pictured = (file: string, size = 800) => [
  { src: `https://cdn.example/files/${file}`, width: size, height: size },
]
const SUPPLIERS = 'S0a1b2c3d4e5f6a7b.jpg'

function isSame(one: Partial<typeof NOTHING>, other: Partial<typeof NOTHING>): boolean {
  const products = [one, other].map((product, at) => ({
    label: '',
    storeId: at as StoreId,
    product: { ...NOTHING, ...product },
  }))
  const [first, second] = clusterAll(products as LabelledProduct[], 2)
  return first !== null && first === second
}

describe('two listings match as the same product', () => {
  test.each([
    [
      'a title of three telling words in another order',
      { title: 'Sunset Projection Lamp' },
      { title: '🔥 Lamp Projection Sunset' },
    ],
    [
      'the supplier’s picture under a title in another language',
      { title: 'Katzen Trinkbrunnen', images: pictured(SUPPLIERS) },
      { title: 'Kedi Su Pınarı', images: pictured(SUPPLIERS) },
    ],
    [
      'the picture with the suffix that the platform adds to its name',
      { title: 'A', images: pictured(SUPPLIERS) },
      { title: 'B', images: pictured('s0a1b2c3d4e5f6a7b_800x.jpg?v=3') },
    ],
    [
      'a short title and an equal ordinary file name',
      { title: 'Moon Lamp', images: pictured('moon-lamp-1.jpg') },
      { title: 'NEW Moon Lamp', images: pictured('moon-lamp-1_1024x1024.jpg') },
    ],
    [
      'the same four choices under two telling words',
      {
        title: 'Star Projector',
        options: [{ name: 'Mode', values: ['Nebula', 'Aurora', 'Ocean', 'Moon'] }],
      },
      {
        title: 'Star Projector',
        options: [{ name: 'Typ', values: ['Moon', 'Aurora', 'Nebula', 'Ocean'] }],
      },
    ],
    [
      'prices in different currencies that are about equal',
      { title: 'Sunset Projection Lamp', priceMinor: 3000, currency: 'JPY' },
      { title: 'Sunset Projection Lamp', priceMinor: 80_000, currency: 'TRY' },
    ],
  ] as [string, object, object][])('by %s', (_name, one, other) =>
    expect(isSame(one, other)).toBe(true),
  )

  test.each([
    ['a title that every shop has', { title: 'Leather Wallet' }, { title: 'Leather Wallet' }],
    [
      'a camera’s file name',
      { title: 'Moon Lamp', images: pictured('IMG_1234.jpg') },
      { title: 'Moon Lamp', images: pictured('IMG_1234.jpg') },
    ],
    [
      'a picture of another size',
      { title: 'A', images: pictured(SUPPLIERS) },
      { title: 'B', images: pictured(SUPPLIERS, 700) },
    ],
    [
      'the supplier’s picture when the size in the title differs',
      { title: 'Tumbler Cup 500 ml', images: pictured(SUPPLIERS) },
      { title: 'Tumbler Cup 750 ml', images: pictured(SUPPLIERS) },
    ],
    [
      'the supplier’s picture of a spare part',
      { title: 'Cat Water Fountain', images: pictured(SUPPLIERS) },
      { title: 'Cat Water Fountain Filter', images: pictured(SUPPLIERS) },
    ],
    [
      'the title when one costs ten times as much',
      { title: 'Sunset Projection Lamp' },
      { title: 'Sunset Projection Lamp', priceMinor: 20_000 },
    ],
    [
      'a gift card’s picture',
      { title: 'Gift Card', images: pictured(SUPPLIERS) },
      { title: 'Carte cadeau', images: pictured(SUPPLIERS) },
    ],
    [
      'sizes alone',
      { title: 'Ribbed Bodycon Dress', options: [{ name: 'Size', values: ['S', 'M', 'L', 'XL'] }] },
      {
        title: 'Ribbed Bodycon Dress',
        priceMinor: 9000,
        options: [{ name: 'Size', values: ['S', 'M', 'L', 'XL'] }],
      },
    ],
  ] as [string, object, object][])('but not by %s', (_name, one, other) =>
    expect(isSame(one, other)).toBe(false),
  )
})

const traits = (words: string, usd = 20): MatchTraits => ({
  words: words.split(' '),
  apart: [],
  usd,
  kinds: [],
})
const NO_ONE = { keys: new Map(), leaders: new Map(), storeMates: [] }
const counter = (from = 0) => {
  let last = from
  return () => (last += 1) as ClusterId
}

describe('clusters', () => {
  test('do not drift: a new member is compared with the first product, not with the last', () => {
    const products = [10, 30, 90].map((usd, at) => ({
      id: `p${at}`,
      storeId: at as StoreId,
      keys: ['t:one'],
      traits: traits('a b c', usd),
    }))
    const { assigned } = assignClusters(products, NO_ONE, counter())
    expect([...assigned.values()]).toEqual([1, 1, 2])
  })

  test('merge under the smaller number when one product has keys of both', () => {
    const product = {
      id: 'c',
      storeId: 3 as StoreId,
      keys: ['t:one', 'p:two'],
      traits: traits('a b c'),
    }
    const keys = new Map([
      ['t:one', 7 as ClusterId],
      ['p:two', 4 as ClusterId],
    ])
    const leaders = new Map([
      [7 as ClusterId, traits('a b c')],
      [4 as ClusterId, traits('x y z')],
    ])
    const changes = assignClusters([product], { keys, leaders, storeMates: [] }, counter(9))
    expect(changes).toMatchObject({ assigned: new Map([['c', 4]]), merged: new Map([[7, 4]]) })
  })

  test('split when their shared picture turns out to be a size chart', () => {
    const mate = {
      id: 'a',
      storeId: 1 as StoreId,
      keys: ['p:table'],
      traits: traits('pleated skirt'),
    }
    const product = {
      id: 'b',
      storeId: 1 as StoreId,
      keys: ['p:table', 't:own'],
      traits: traits('leather blazer'),
    }
    const known = {
      keys: new Map([['p:table', 5 as ClusterId]]),
      leaders: new Map([[5 as ClusterId, mate.traits]]),
      storeMates: [mate],
    }
    const changes = assignClusters([product], known, counter(9))
    expect(changes.dissolved).toEqual(new Set([5]))
    expect(changes.keys).toEqual(
      new Map([
        ['p:table', null],
        ['t:own', 10],
      ]),
    )
  })

  test('stay the same when the same products are matched again', () => {
    const all = labelledProducts(9).map(({ storeId, product }, at) => ({
      id: String(at),
      storeId,
      ...matchSignals(product),
    }))
    const first = assignClusters(all, NO_ONE, counter())
    const again = assignClusters(
      all.map((product) => ({ ...product, cluster: first.assigned.get(product.id) ?? null })),
      { keys: first.keys, leaders: first.leaders, storeMates: [] },
      counter(10_000),
    )
    expect(again.assigned).toEqual(first.assigned)
    expect([again.merged.size, again.dissolved.size, again.leaders.size]).toEqual([0, 0, 0])
  })
})

test('hostile products yield bounded signals quickly', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.nat({ max: 3000 }),
      (text, times) => {
        const long = text.repeat(times).slice(0, 100_000)
        const { keys } = matchSignals({
          ...NOTHING,
          title: long,
          images: pictured(long),
          options: [{ name: long, values: [long, text, 'c', 'd'] }],
        })
        expect(keys.every((key) => key.length <= 24) && keys.length <= 6).toBe(true)
      },
    ),
    { numRuns: 200 },
  )
})
