import type { ClusterId } from '#contracts/ids.ts'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { ClusterSummary } from '#contracts/catalog/product-clusters.ts'
import { type Language, languages } from '#i18n/languages.ts'
import { createBatchLoader } from '#server/platform/db/batch-loader.ts'
import type { Db } from '#server/platform/db/schema.ts'
import {
  type AskedCluster,
  type FigureRow,
  presentSummaries,
  readFigures,
  type Shown,
} from './cluster-summary.ts'

/** After this a summary is read again while the old one is shown. */
const FRESH_MS = 60_000
/**
 * A read that takes a second keeps its summaries fresh for half a minute more, so that reads take a
 * thirtieth of the time at most.
 */
const FRESH_PER_READ = 30
/** How long a summary is fresh at most, and how long it is then shown while it is read again. */
const MAX_AGE_MS = 15 * 60_000
const MAX_SUMMARIES = 5_000

/** Reads are shared through `sharedDb`: they continue when the caller who started them leaves. */
type Reader = Shown & { sharedDb: Db }

export type ClusterSummaryCache = {
  /** Clusters by number; those without any listing are missing. */
  read: (reader: Reader, asked: readonly AskedCluster[]) => Promise<Map<ClusterId, ClusterSummary>>
}

/** `row` is null for a cluster without any listing. */
type Summary = { row: FigureRow | null }
type Read = { db: Db; language: Language; cluster: ClusterId }

/**
 * Caches the summaries of a page of trending products, which are the same for all accounts and days:
 * a popular product has thousands of listings, and all are read for it. The listing that gives title
 * and picture must still exist, so that nothing of an erased store is shown.
 */
export function createClusterSummaryCache({ now }: { now: () => Date }): ClusterSummaryCache {
  const loaders = new Map(languages.map((language) => [language, createLoader(language)]))
  const cache = new LRUCache<string, Summary, Read>({
    max: MAX_SUMMARIES,
    ttl: FRESH_MS,
    ttlResolution: 0,
    perf: { now: () => now().getTime() },
    allowStale: true,
    fetchMethod: async (_key, _stale, { options, context: { db, language, cluster } }) => {
      const startedMs = performance.now()
      const row = (await loaders.get(language)?.(db, cluster)) ?? null
      options.ttl = Math.min(
        MAX_AGE_MS,
        FRESH_MS + FRESH_PER_READ * (performance.now() - startedMs),
      )
      return { row }
    },
  })

  async function readRows({ sharedDb: db, language }: Reader, clusters: readonly ClusterId[]) {
    const summaries = await Promise.all(
      clusters.map((cluster) => {
        const key = keyOf(language, cluster)
        // Also after the clock was set back.
        if (Math.abs(cache.getRemainingTTL(key)) > MAX_AGE_MS) cache.delete(key)
        return cache.fetch(key, { context: { db, language, cluster } })
      }),
    )
    return summaries.flatMap((summary) => summary?.row ?? [])
  }

  return {
    async read(reader, asked) {
      const keyIn = (cluster: ClusterId) => keyOf(reader.language, cluster)
      const clusters = asked.map(({ cluster }) => cluster)
      // Unlike `has`, `peek` finds the old summaries too.
      const cached = new Set(clusters.map((cluster) => cache.peek(keyIn(cluster))?.row))
      const rows = await readRows(reader, clusters)
      const erased = await findErased(
        reader.db,
        rows.filter((row) => cached.has(row)),
      )
      const again = clusters.filter((cluster) => erased.has(cluster))
      for (const key of again.map(keyIn)) {
        const row = cache.peek(key)?.row
        // Another request may be reading it again already: deleting would end that read with an
        // error.
        if (row && rows.includes(row)) cache.delete(key)
      }
      const readAgain = await readRows(reader, again)
      const all = [...rows.filter(({ cluster }) => !erased.has(cluster)), ...readAgain]
      return presentSummaries(reader, asked, all)
    },
  }
}

const keyOf = (language: Language, cluster: ClusterId) => `${cluster} ${language}`

const createLoader = (language: Language) =>
  createBatchLoader<ClusterId, FigureRow | null>(async (db, clusters) => {
    const rows = await readFigures({ db, language }, [...new Set(clusters)])
    return clusters.map((cluster) => rows.find((row) => row.cluster === cluster) ?? null)
  })

/** Clusters whose title comes from a listing that is no longer there. */
async function findErased(db: Db, cached: readonly FigureRow[]): Promise<ReadonlySet<ClusterId>> {
  if (cached.length === 0) return new Set()
  const { rows } = await sql<{ cluster: ClusterId }>`
    select cluster from unnest(${cached.map(({ cluster }) => cluster)}::bigint[],
      ${cached.map(({ face_store }) => face_store)}::bigint[], ${cached.map(({ face_product }) => face_product)}::bigint[])
      as face (cluster, store_id, product_id)
    where not exists (select from products p where p.store_id = face.store_id and p.product_id = face.product_id)`.execute(
    db,
  )
  return new Set(rows.map(({ cluster }) => cluster))
}
