import { setTimeout as sleep } from 'node:timers/promises'
import type { ClickHouse } from '#server/catalog/search/clickhouse/clickhouse.ts'
import { tableName } from '#server/catalog/search/clickhouse/tables.ts'

/** The follower writes what has gathered since its last step. */
const WRITES_PER_SECOND = 10

/**
 * Rewrites stores all over the table at a steady rate, as the follower does: a few rows with a
 * higher version at a time.
 */
export function startChanges(
  clickHouse: ClickHouse,
  database: string,
  { stores, perSecond }: { stores: number; perSecond: number },
): { stop: () => Promise<number> } {
  const table = tableName(database, 1, 'stores')
  const rows = Math.ceil(perSecond / WRITES_PER_SECOND)
  const stopping = new AbortController()
  const write = async (): Promise<number> => {
    let written = 0
    for (let version = 2; !stopping.signal.aborted; version++) {
      const ids = Array.from(
        { length: rows },
        (_, at) => 1 + ((version * 7_919 + at * 104_729) % stores),
      )
      await clickHouse.run(
        `insert into ${table} select * replace(${version} as version) from ${table} where id in (${ids.join(', ')}) settings final = 1`,
      )
      written += rows
      await sleep(1000 / WRITES_PER_SECOND, undefined, { signal: stopping.signal }).catch(
        () => undefined,
      )
    }
    return written
  }
  const running = write()
  return {
    stop() {
      stopping.abort()
      return running
    },
  }
}
