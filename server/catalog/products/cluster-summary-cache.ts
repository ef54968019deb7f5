import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { ClusterSummary } from '#contracts/stores/product-clusters.ts'
import {
  type AskedCluster,
  type FigureRow,
  presentClusterSummary,
  readFigures,
  type Shown,
} from './cluster-summary.ts'

/** How far a summary's figures may lag behind the listings. */
const FRESH_MS = 60_000
const MAX_SUMMARIES = 5_000

type Asking = Shown & { now: () => Date }

export type ClusterSummaryCache = {
  /** Clusters by number; those without any listing are missing. */
  read: (ctx: Asking, asked: readonly AskedCluster[]) => Promise<Map<number, ClusterSummary>>
}

type Entry = { row: Promise<FigureRow | undefined>; atMs: number }

/**
 * Caches the summaries of a page of trending products, which are the same for all accounts: a popular product has thousands of listings, and
 * all are read for it. The listing that gives title and picture must still exist, so that nothing of an erased store is shown.
 */
export function createClusterSummaryCache(): ClusterSummaryCache {
  const cache = new LRUCache<string, Entry>({ max: MAX_SUMMARIES })

  function readMissing(ctx: Asking, missing: readonly AskedCluster[]): void {
    if (missing.length === 0) return
    const batch = readFigures(ctx, missing).then((rows) => new Map(rows.map((row) => [row.cluster, row])))
    for (const asked of missing) {
      const key = keyOf(ctx, asked)
      const entry = { row: batch.then((rows) => rows.get(asked.cluster)), atMs: ctx.now().getTime() }
      cache.set(key, entry)
      entry.row.catch(() => {
        if (cache.peek(key) === entry) cache.delete(key)
      })
    }
  }

  const isFresh = (ctx: Asking, asked: AskedCluster): boolean => {
    const entry = cache.get(keyOf(ctx, asked))
    // Also after the clock was set back.
    return entry !== undefined && Math.abs(ctx.now().getTime() - entry.atMs) < FRESH_MS
  }

  async function readRows(ctx: Asking, asked: readonly AskedCluster[]): Promise<FigureRow[]> {
    readMissing(
      ctx,
      asked.filter((each) => !isFresh(ctx, each)),
    )
    const rows = await Promise.all(asked.map(async (each) => cache.get(keyOf(ctx, each))?.row))
    return rows.filter((row) => row !== undefined)
  }

  return {
    async read(ctx, asked) {
      const cached = asked.filter((each) => isFresh(ctx, each))
      const rows = await readRows(ctx, asked)
      const erased = await findErased(ctx, rows, new Set(cached.map(({ cluster }) => cluster)))
      if (erased.size > 0) {
        const again = asked.filter(({ cluster }) => erased.has(cluster))
        for (const each of again) cache.delete(keyOf(ctx, each))
        const others = rows.filter(({ cluster }) => !erased.has(cluster))
        rows.splice(0, rows.length, ...others, ...(await readRows(ctx, again)))
      }
      return new Map(rows.map((row) => [row.cluster, presentClusterSummary(ctx, row)]))
    },
  }
}

const keyOf = ({ language }: Asking, { cluster, lastDay }: AskedCluster) =>
  `${cluster} ${lastDay} ${language}`

/** Clusters among the cached ones whose title comes from a listing that is no longer there. */
async function findErased(
  { db }: Asking,
  rows: readonly FigureRow[],
  cached: ReadonlySet<number>,
): Promise<ReadonlySet<number>> {
  const asked = rows.filter(({ cluster }) => cached.has(cluster))
  if (asked.length === 0) return new Set()
  const { rows: erased } = await sql<{ cluster: number }>`
    select cluster from unnest(${asked.map(({ cluster }) => cluster)}::bigint[],
      ${asked.map(({ face_store }) => face_store)}::bigint[], ${asked.map(({ face_product }) => face_product)}::bigint[])
      as face (cluster, store_id, product_id)
    where not exists (select from products p where p.store_id = face.store_id and p.product_id = face.product_id)`.execute(
    db,
  )
  return new Set(erased.map(({ cluster }) => cluster))
}
