import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Config } from '#server/platform/config.ts'
import type { AppContext } from '#server/platform/context.ts'
import { DatabaseUnusableError } from '#server/platform/db/errors.ts'
import type { Db } from '#server/platform/db/schema.ts'
import { createLease } from '#server/platform/locks.ts'
import { startStageLoop } from '#server/platform/stage-loop.ts'
import { connectClickHouse, type Server } from './clickhouse/clickhouse.ts'
import { createFollower } from './clickhouse/follow-changes.ts'
import { FOLLOWER_LEASE } from './clickhouse/generations.ts'
import * as clickHouseProducts from './clickhouse/product-search.ts'
import { createMarkLoader } from './clickhouse/marks.ts'
import { createServingState } from './clickhouse/serving-state.ts'
import * as clickHouseStores from './clickhouse/store-search.ts'
import { readFeedState } from './change-feed.ts'
import { coalesce } from '#server/platform/async-cache.ts'
import * as embeddedProducts from './embedded/product-search.ts'
import * as embeddedStores from './embedded/store-search.ts'
import type { ProductSearch, StoreSearch } from './search.ts'

export type SearchServices = {
  storeSearch: StoreSearch
  productSearch: ProductSearch
}

type Settings = Pick<Config, 'SEARCH_URL'>
type Deps = { config: Settings & Pick<Config, 'SEARCH_EMBEDDED_MAX'>; db: Db }

/**
 * The engine that the configuration names: ClickHouse, or the memory of this process.
 * @throws DatabaseUnusableError for too many stores
 */
export async function openSearch({ config, db }: Deps): Promise<SearchServices & AsyncDisposable> {
  const server = connectSearch(config)
  if (!server) {
    await checkSize(db, config.SEARCH_EMBEDDED_MAX)
    return createEmbeddedSearch(db)
  }
  const loadMarks = createMarkLoader(server)
  const deps = { ...server, state: createServingState({ db }), loadMarks }
  return {
    storeSearch: clickHouseStores.createStoreSearch(deps),
    productSearch: clickHouseProducts.createProductSearch(deps),
    [Symbol.asyncDispose]: () => server.clickHouse[Symbol.asyncDispose](),
  }
}

export function createEmbeddedSearch(db: Db): SearchServices & AsyncDisposable {
  const readFeed = coalesce(() => readFeedState(db))
  const storeSearch = embeddedStores.createStoreSearch({ db, readFeed })
  const productSearch = embeddedProducts.createProductSearch({ db, stores: storeSearch, readFeed })
  return { storeSearch, productSearch, [Symbol.asyncDispose]: () => Promise.resolve() }
}

const DEFAULT_DATABASE = 'storedawn'

/** The path of the address names the database. */
export function connectSearch({ SEARCH_URL }: Settings, requestTimeoutMs?: number): Server | null {
  if (!SEARCH_URL) return null
  const url = new URL(SEARCH_URL)
  const database = url.pathname.slice(1) || DEFAULT_DATABASE
  url.pathname = '/'
  return { clickHouse: connectClickHouse(url.href, requestTimeoutMs), database }
}

/** Of the largest write, the latest trends of a month of millions of rows, on a busy machine. */
const WRITE_TIMEOUT_MS = 60_000

type FollowerContext = Pick<AppContext, 'config' | 'db' | 'log' | 'now'>

/**
 * Keeps ClickHouse equal to the database, in one process at a time. Does nothing with the embedded
 * engine, which follows by itself.
 */
export function startSearchFollower(ctx: FollowerContext): { stop: () => Promise<void> } {
  const server = connectSearch(ctx.config, WRITE_TIMEOUT_MS)
  if (!server) return { stop: () => Promise.resolve() }
  const stop = new AbortController()
  const lease = createLease(ctx, FOLLOWER_LEASE, randomUUID())
  const isHolder = async () => !stop.signal.aborted && (await lease.hold())
  const loop = startStageLoop({
    name: 'search-follower',
    log: ctx.log,
    signal: stop.signal,
    step: createFollower({ ...ctx, ...server, isHolder }),
  })
  return {
    async stop() {
      stop.abort()
      await loop.stopped
      await lease.release()
      await server.clickHouse[Symbol.asyncDispose]()
    },
  }
}

/**
 * Each process would need about a gigabyte for each million stores.
 * @throws DatabaseUnusableError when there are more than `limit`
 */
async function checkSize(db: Db, limit: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (select from stores limit ${limit + 1}) as stores`.execute(
    db,
  )
  if ((rows[0]?.count ?? 0) > limit)
    throw new DatabaseUnusableError(
      `The database has more than ${limit} stores, which is as many as a process keeps in memory (SEARCH_EMBEDDED_MAX). Set SEARCH_URL to a ClickHouse server.`,
    )
}
