import type { Config } from '#server/platform/config.ts'
import { createKysely, sessionOptions } from '#server/platform/db/client.ts'
import { createPool, guardPool } from '#server/platform/db/postgres-pool.ts'
import { createCanceller } from '#server/platform/db/query-cancellation.ts'
import type { ReadReplicas } from '#server/platform/db/replicas/read-replicas.ts'
import { createTestLog } from '#testing/test-log.ts'

const MAX_CONNECTIONS = 4
const QUERY_TIMEOUT_MS = 30_000

/**
 * With `TEST_READS=read-only`: a replica that is never late, because it is the database itself over
 * connections that refuse every write. A request that writes where it should only read fails.
 */
export function testReplicas({ DATABASE_URL }: Config): ReadReplicas | undefined {
  if (process.env['TEST_READS'] !== 'read-only') return undefined
  const options = `${sessionOptions(QUERY_TIMEOUT_MS).options} -c default_transaction_read_only=on`
  const connection = { connectionString: DATABASE_URL, options }
  const pool = createPool(
    { connection, max: MAX_CONNECTIONS, queryTimeoutMs: QUERY_TIMEOUT_MS },
    () => undefined,
  )
  const canceller = createCanceller({ connectionString: DATABASE_URL })
  const open = (signal?: AbortSignal) => {
    const cancellation = signal && { signal, cancel: canceller.cancel }
    const guarded = guardPool(pool, () => pool.connect(), {
      onDiskFull: () => undefined,
      cancellation,
    })
    return createKysely(guarded, createTestLog().log)
  }
  const shared = open()
  return {
    choose: () => ({ shared, withSignal: open, strict: shared }),
    recordWrite: () => Promise.resolve(),
    measure: () => Promise.resolve(),
    figures: () => ({ replicas: [], reads: { replica: 0, primary: 0, repeated: 0 } }),
    async [Symbol.asyncDispose]() {
      await Promise.all([pool.end(), canceller.close()])
    },
  }
}
