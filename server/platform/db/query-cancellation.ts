import pg from 'pg'

export type QueryCancellation = {
  signal: AbortSignal
  /** Resolves once PostgreSQL received the request; the connection can then be reused. */
  cancel: (processId: number) => Promise<void>
}

const READS = /^\s*(select|with)\b/i
const WRITES = /\b(insert|update|delete|merge)\b/i

/** Only reads are cancelled: a write is still wanted after its caller leaves. */
export const isCancellable = (sql: string): boolean => READS.test(sql) && !WRITES.test(sql)

/**
 * Runs one statement and cancels it when the signal aborts. Settles only after the cancellation was
 * delivered, because that targets the connection, not the statement: it would hit the next one
 * there.
 */
export async function runCancellable<Result>(
  { signal, cancel }: QueryCancellation,
  client: pg.ClientBase,
  run: () => Promise<Result>,
): Promise<Result> {
  if (signal.aborted) throw callerLeft()
  let cancelling: Promise<void> | undefined
  const onAbort = () => {
    const processId = processIdOf(client)
    if (processId !== undefined) cancelling = cancel(processId).catch(() => undefined)
  }
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await run()
  } finally {
    signal.removeEventListener('abort', onAbort)
    await cancelling
  }
}

// The driver's types leave out the backend's number, which the driver itself needs for the same
// purpose.
const processIdOf = (client: pg.ClientBase) => (client as { processID?: number }).processID

const QUERY_CANCELED = '57014'

/** The error that PostgreSQL raises for a statement in progress. */
const callerLeft = () => Object.assign(new Error('the caller has left'), { code: QUERY_CANCELED })

/** Uses separate connections: statements to be cancelled may occupy the whole pool. */
export function createCanceller(connectionString: string) {
  const pool = new pg.Pool({
    connectionString,
    max: 2,
    query_timeout: 5_000,
    idleTimeoutMillis: 10_000,
  })
  pool.on('error', () => undefined) // an idle connection that breaks is replaced at the next use
  return {
    cancel: async (processId: number) => {
      await pool.query('select pg_cancel_backend($1)', [processId])
    },
    close: () => pool.end(),
  }
}
