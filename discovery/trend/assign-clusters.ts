import type { ClusterId, StoreId } from '#contracts/ids.ts'
import { isPictureKey, type MatchTraits } from './match-signals.ts'

export type MatchableProduct = {
  id: string
  storeId: StoreId
  keys: readonly string[]
  traits: MatchTraits
  cluster?: ClusterId | null
}

/** Known facts about the keys of a batch, and about the clusters that they lead to. */
export type KnownClusters = {
  /** Cluster by key; null = a key that turned out to be meaningless. */
  keys: ReadonlyMap<string, ClusterId | null>
  leaders: ReadonlyMap<ClusterId, MatchTraits>
  /** Products of the same stores that share a picture with one of the batch. */
  storeMates: readonly Omit<MatchableProduct, 'cluster'>[]
}

export type ClusterChanges = {
  /** Cluster by product; null = no similar product. */
  assigned: Map<string, ClusterId | null>
  keys: Map<string, ClusterId | null>
  leaders: Map<ClusterId, MatchTraits>
  /** Cluster that ended → cluster that absorbed it. */
  merged: Map<ClusterId, ClusterId>
  /**
   * Clusters that exist only because of a meaningless key: delete their keys and match their other
   * products again.
   */
  dissolved: Set<ClusterId>
}

/**
 * A product joins by an equal key, unless it contradicts the first product of the cluster, so that
 * no chain of neighbours connects different things. Clusters whose first products also agree merge
 * under the smallest number. Pure and idempotent.
 */
export function assignClusters(
  products: readonly MatchableProduct[],
  known: KnownClusters,
  nextCluster: () => ClusterId,
): ClusterChanges {
  const state = createState(known)
  const meaningless = sharedPictures([...known.storeMates, ...products])
  for (const key of meaningless) state.forget(key)
  const assigned = new Map<string, ClusterId | null>()
  for (const product of products) assigned.set(product.id, state.assign(product, nextCluster))
  const { keys, leaders, merged, dissolved } = state
  return {
    assigned: resolved(assigned, merged),
    keys: resolved(keys, merged),
    leaders,
    merged,
    dissolved,
  }
}

const ALIKE_SHARE = 0.5

/** Pictures that one store shows with different products: size tables, banners, notes. */
function sharedPictures(products: KnownClusters['storeMates']): Set<string> {
  const first = new Map<string, MatchTraits>()
  const shared = new Set<string>()
  for (const { storeId, keys, traits } of products) {
    for (const key of keys.filter(isPictureKey)) {
      const storeKey = `${storeId} ${key}`
      const earlier = first.get(storeKey)
      if (!earlier) first.set(storeKey, traits)
      else if (isUnlike(earlier, traits)) shared.add(key)
    }
  }
  return shared
}

/** The same product in two colours shares most words; without words the answer is no. */
const isUnlike = (one: MatchTraits, other: MatchTraits): boolean =>
  one.words.length > 0 &&
  other.words.length > 0 &&
  wordShare(plainWords(one), plainWords(other)) < ALIKE_SHARE

const plainWords = ({ words, apart }: MatchTraits): string[] =>
  words.filter((word) => !apart.includes(word))

function createState(known: KnownClusters) {
  const allKeys = new Map(known.keys)
  const allLeaders = new Map(known.leaders)
  const keys = new Map<string, ClusterId | null>()
  const leaders = new Map<ClusterId, MatchTraits>()
  const merged = new Map<ClusterId, ClusterId>()
  const dissolved = new Set<ClusterId>()
  const clusterOf = (key: string): ClusterId | null | undefined => {
    const cluster = allKeys.get(key)
    if (cluster === undefined || cluster === null) return cluster
    const last = lastOf(merged, cluster)
    return dissolved.has(last) ? undefined : last
  }
  const setKey = (key: string, cluster: ClusterId | null) => {
    allKeys.set(key, cluster)
    keys.set(key, cluster)
  }
  const agree = (cluster: ClusterId, traits: MatchTraits): boolean => {
    const leader = allLeaders.get(cluster)
    return leader !== undefined && !contradict(leader, traits)
  }
  const create = (traits: MatchTraits, cluster: ClusterId): ClusterId => {
    for (const each of [allLeaders, leaders]) each.set(cluster, traits)
    return cluster
  }
  const mergeInto = (cluster: ClusterId, into: ClusterId) => {
    merged.set(cluster, into)
    leaders.delete(cluster)
  }
  return {
    keys,
    leaders,
    merged,
    dissolved,
    forget(key: string) {
      const cluster = clusterOf(key)
      if (cluster === null) return
      if (cluster !== undefined) dissolved.add(cluster)
      setKey(key, null)
    },
    assign(
      { keys: its, traits, cluster: present }: MatchableProduct,
      nextCluster: () => ClusterId,
    ): ClusterId | null {
      const usable = its.filter((key) => clusterOf(key) !== null)
      if (usable.length === 0) return null
      const met = new Set(
        usable.map(clusterOf).filter((cluster) => cluster !== undefined && cluster !== null),
      )
      const agreeing = [...met].filter((one) => agree(one, traits))
      // All its keys lead to clusters that it contradicts: it keeps its cluster, so that it does
      // not get a new one each time.
      const isLeftOver =
        agreeing.length === 0 && usable.every((key) => clusterOf(key) !== undefined)
      const keepsOwn = isLeftOver && present && !dissolved.has(present) && agree(present, traits)
      const joined = keepsOwn ? present : joinClusters(agreeing, allLeaders, mergeInto)
      const cluster = joined ?? create(traits, nextCluster())
      // A key that leads to a cluster which this product contradicts stays with that cluster.
      for (const key of usable) if (clusterOf(key) === undefined) setKey(key, cluster)
      return cluster
    },
  }
}

/** The smallest of the clusters; it absorbs the others if their first products also agree. */
function joinClusters(
  clusters: readonly ClusterId[],
  leaders: ReadonlyMap<ClusterId, MatchTraits>,
  mergeInto: (cluster: ClusterId, into: ClusterId) => void,
): ClusterId | undefined {
  const [smallest, ...others] = clusters.toSorted((a, b) => a - b)
  if (smallest === undefined) return undefined
  const first = leaders.get(smallest)
  for (const other of others) {
    const leader = leaders.get(other)
    if (first && leader && !contradict(leader, first)) mergeInto(other, smallest)
  }
  return smallest
}

function lastOf(merged: ReadonlyMap<ClusterId, ClusterId>, cluster: ClusterId): ClusterId {
  let last = cluster
  for (let next = merged.get(last); next !== undefined; next = merged.get(last)) last = next
  return last
}

const resolved = <Key>(
  clusters: Map<Key, ClusterId | null>,
  merged: ReadonlyMap<ClusterId, ClusterId>,
) =>
  new Map(
    [...clusters].map(([key, cluster]) => [key, cluster === null ? null : lastOf(merged, cluster)]),
  )

/**
 * Shops charge two to three times the supplier's price; a larger factor means another product, or
 * another size of it.
 */
const MAX_PRICE_FACTOR = 4
/**
 * From this share of common words on, two titles use one language and describe one thing, so their
 * differences matter.
 */
const COMPARABLE_SHARE = 0.4

/**
 * True if two products cannot be the same despite an equal key: price, numbers, colours, models, or
 * options differ.
 */
function contradict(one: MatchTraits, other: MatchTraits): boolean {
  return arePricesFarApart(one, other) || differInModel(one, other) || differInChoices(one, other)
}

function arePricesFarApart({ usd: one }: MatchTraits, { usd: other }: MatchTraits): boolean {
  if (one === null || other === null) return false
  return Math.max(one, other) > MAX_PRICE_FACTOR * Math.min(one, other)
}

const HAS_NUMBER = /\p{N}/u

/**
 * Numbers count in any language if both titles have some; words count only if the titles are
 * similar.
 */
function differInModel(one: MatchTraits, other: MatchTraits): boolean {
  const numbers = [one, other].map(({ apart }) => apart.filter((word) => HAS_NUMBER.test(word)))
  if (numbers.every((list) => list.length > 0) && !isEqual(numbers[0], numbers[1])) return true
  return wordShare(one.words, other.words) >= COMPARABLE_SHARE && !isEqual(one.apart, other.apart)
}

function differInChoices({ kinds: one }: MatchTraits, { kinds: other }: MatchTraits): boolean {
  if (one.length === 0 || other.length === 0) return false
  return (
    !one.some((kind) => other.includes(kind)) && (one.includes('scent') || other.includes('scent'))
  )
}

const isEqual = (one: readonly string[] = [], other: readonly string[] = []): boolean =>
  one.length === other.length && one.every((word, at) => word === other[at])

/** Common words as a fraction of all words, 0 to 1. */
function wordShare(one: readonly string[], other: readonly string[]): number {
  const common = one.filter((word) => other.includes(word)).length
  const all = one.length + other.length - common
  return all === 0 ? 0 : common / all
}
