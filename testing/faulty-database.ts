import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import type { OpenDatabase } from '#server/platform/db/client.ts'
import type { Database, Db } from '#server/platform/db/schema.ts'

/**
 * `lost`: the connection breaks before the query is sent. `done`: it breaks after execution, before
 * the result arrives.
 */
export type Fault = { atQuery: number; kind: 'lost' | 'done' }

export type FaultyDatabase = {
  db: Db
  /** Sets a fault; the next query is number 1. Null = no fault. */
  arm: (fault: Fault | null) => void
  /** Queries since the last `arm`; `begin` and `commit` are queries too. */
  queryCount: () => number
}

/**
 * The database behind a connection that breaks at a chosen query; later queries on that connection
 * fail as well.
 */
export function createFaultyDatabase({ pool }: OpenDatabase): FaultyDatabase {
  let fault: Fault | null = null
  let count = 0

  const breakable = (client: pg.PoolClient): PostgresPoolClient => {
    let isBroken = false
    const query = async (text: string, parameters: readonly unknown[] = []) => {
      count += 1
      const isHit = fault?.atQuery === count
      if (isHit && fault?.kind === 'done') await client.query(text, [...parameters])
      isBroken ||= isHit
      if (isBroken) throw new Error('Connection terminated unexpectedly')
      return client.query(text, [...parameters])
    }
    return {
      // Safe: the product uses no cursors, so a query is always text with parameters.
      query: query as unknown as PostgresPoolClient['query'],
      // Closing the connection makes the server roll back, as a real failure does.
      release: () => client.release(isBroken),
    }
  }
  return {
    db: new Kysely<Database>({
      dialect: new PostgresDialect({
        pool: {
          options: pool.options,
          connect: async () => breakable(await pool.connect()),
          end: async () => undefined,
        },
      }),
    }),
    arm(next) {
      fault = next
      count = 0
    },
    queryCount: () => count,
  }
}
