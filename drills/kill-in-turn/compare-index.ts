import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { filterKeys } from '#contracts/catalog/store-filters.ts'
import { readFeedState } from '#server/catalog/search/change-feed.ts'
import { compareSearch } from '#scripts/search/compare.ts'
import { FOLLOWER } from '#server/catalog/search/clickhouse/generations.ts'
import {
  connectSearch,
  openSearch,
  type SearchServices,
} from '#server/catalog/search/open-search.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db/schema.ts'

const EVERYTHING = { days: null, scope: 'all', choices: {} } as const
const ORDER = { sortBy: 'foundAt', direction: 'desc' } as const
const CAUGHT_UP_WITHIN_MS = 300_000

export async function untilIndexFollowed(db: Db): Promise<void> {
  const deadline = Date.now() + CAUGHT_UP_WITHIN_MS
  while ((await positionOf(db)) < (await readFeedState(db)).head) {
    if (Date.now() > deadline) throw new Error('ClickHouse does not catch up with the database')
    await sleep(200)
  }
}

async function positionOf(db: Db): Promise<number> {
  const row = await db
    .selectFrom('change_followers')
    .select('position')
    .where('name', '=', FOLLOWER)
    .executeTakeFirst()
  return row?.position ?? -1
}

/** Every column of every store, and every trend, in ClickHouse. */
export async function findIndexDifferences(config: Config, db: Db): Promise<string[]> {
  const server = connectSearch(config)
  if (!server) throw new Error('SEARCH_URL is not set')
  await using clickHouse = server.clickHouse
  const { generation } = await db
    .selectFrom('change_followers')
    .select('generation')
    .where('name', '=', FOLLOWER)
    .executeTakeFirstOrThrow()
  const differences: string[] = []
  for await (const one of compareSearch({ ...server, db, clickHouse, generation }))
    differences.push(`ClickHouse differs: ${JSON.stringify(one)}`)
  return differences
}

/**
 * The stores that the embedded engine has, and its answers about all of them: figures, days and the
 * counts of every filter. ClickHouse, whose columns were compared one by one, must answer the same.
 */
export async function findEmbeddedDifferences(config: Config, db: Db, embedded: SearchServices) {
  await using clickHouse = await openSearch({ config, db })
  const [mine, other] = await Promise.all([embedded, clickHouse].map(answersOf))
  const found = await listIds(embedded)
  const rows = await db.selectFrom('stores').select('id').orderBy('id').execute()
  const problems: string[] = []
  if (
    !isDeepStrictEqual(
      found.toSorted((one, two) => one - two),
      rows.map(({ id }) => id),
    )
  )
    problems.push(
      `the embedded engine lists ${found.length} stores, the database has ${rows.length}`,
    )
  for (const [name, answer] of Object.entries(mine ?? {}))
    if (!isDeepStrictEqual(answer, other?.[name]))
      problems.push(
        `the engines differ in ${name}: ${JSON.stringify(answer)} and ${JSON.stringify(other?.[name])}`,
      )
  return problems
}

async function answersOf({ storeSearch }: SearchServices): Promise<Record<string, unknown>> {
  const match = await storeSearch.find({
    ...EVERYTHING,
    since: new Date(0),
  })
  const { total, asOf } = match
  const facets = await match.facets(filterKeys)
  return { total, ...(await match.sums()), asOf, days: await match.days(), facets }
}

async function listIds({ storeSearch }: SearchServices): Promise<number[]> {
  const match = await storeSearch.find(EVERYTHING)
  const ids: number[] = []
  for await (const batch of match.ids(ORDER, Number.MAX_SAFE_INTEGER)) ids.push(...batch)
  return ids
}
