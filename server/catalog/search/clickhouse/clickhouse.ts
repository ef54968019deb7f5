import { setTimeout as sleep } from 'node:timers/promises'
import { ClickHouseError, type ClickHouseSettings, createClient } from '@clickhouse/client'
import { AppError, overloaded, searchUnavailable } from '#server/platform/errors.ts'

/** A ClickHouse server, asked with statements whose values travel separately. */
export type ClickHouse = AsyncDisposable & {
  /** One array for each row, in the order of the selected columns. */
  select: (statement: string, values?: Record<string, unknown>) => Promise<unknown[][]>
  /** Also how many rows there are without the statement's limit. */
  selectCounted: (
    statement: string,
    values?: Record<string, unknown>,
  ) => Promise<{ rows: unknown[][]; total: number }>
  /**
   * Rows of numbers, one after the other in one array: eight bytes for each. Read at once, however
   * slowly they are used: the server gives up an answer that is not fetched.
   */
  selectNumbers: (statement: string, values?: Record<string, unknown>) => Promise<Float64Array>
  run: (statement: string) => Promise<void>
  insert: (table: string, rows: readonly object[]) => Promise<void>
}

const MAX_QUERY_S = 10
const MAX_MEMORY_BYTES = 4 * 1024 ** 3
/** Beside the query's own deadline: the answer also has to travel. */
const REQUEST_TIMEOUT_MS = (MAX_QUERY_S + 5) * 1000
const RETRY_AFTER_MS = 100

const SETTINGS = `settings final = 1, do_not_merge_across_partitions_select_final = 1, use_skip_indexes_if_final = 1,
  max_execution_time = ${MAX_QUERY_S}, max_memory_usage = ${MAX_MEMORY_BYTES}, distributed_product_mode = 'local'`
// The follower notes its position after its rows: in a cluster they must have reached their shards
// by then.
const INSERT_SETTINGS = { distributed_foreground_insert: 1 } as const
// The deadline of the query ends before the answer travels, which takes seconds for millions of
// rows.
const LONG_ANSWER_SETTINGS = { wait_end_of_query: 1 } as const

/**
 * A server refuses a value of more than 128 KiB (`http_max_field_value_size`), in which this many
 * ids of up to 15 digits fit.
 */
const IDS_PER_VALUE = 8_000

/** In as many parts as are needed for each to be one value of a statement. */
export const inValues = <Id extends number>(ids: readonly Id[]): Id[][] =>
  Array.from({ length: Math.ceil(ids.length / IDS_PER_VALUE) }, (_, at) =>
    ids.slice(at * IDS_PER_VALUE, (at + 1) * IDS_PER_VALUE),
  )

export const ITEMS_PER_BATCH = 20_000

/** @param url with the user and the password, if there are any */
export function connectClickHouse(url: string, requestTimeoutMs = REQUEST_TIMEOUT_MS): ClickHouse {
  const client = createClient({
    url,
    request_timeout: requestTimeoutMs,
    max_open_connections: 20,
    // Many values travel in the body: a server refuses an address above a megabyte.
    use_multipart_params_auto: true,
    log: { level: 127 },
  })
  const query = (
    statement: string,
    values: Record<string, unknown> = {},
    clickhouse_settings: ClickHouseSettings = {},
  ) =>
    client.query({
      query: `${statement}\n${SETTINGS}`,
      query_params: values,
      format: 'JSONCompactEachRow',
      clickhouse_settings,
    })
  return {
    select: (statement, values) =>
      retryOnce(
        async () => (await query(statement, values)).json<unknown[]>() as Promise<unknown[][]>,
      ),
    selectCounted: (statement, values = {}) =>
      retryOnce(async () => {
        const answer = await client.query({
          query: `${statement}\n${SETTINGS}, exact_rows_before_limit = 1`,
          query_params: values,
          format: 'JSONCompact',
        })
        const { data, rows_before_limit_at_least: total = data.length } =
          await answer.json<unknown[]>()
        return { rows: data, total }
      }),
    selectNumbers: (statement, values) =>
      retryOnce(async () =>
        readNumbers((await query(statement, values, LONG_ANSWER_SETTINGS)).stream<unknown[]>()),
      ),
    run: (statement) => retryOnce(async () => void (await client.command({ query: statement }))),
    insert: (table, rows) =>
      retryOnce(async () => {
        if (rows.length > 0)
          await client.insert({
            table,
            values: [...rows],
            format: 'JSONEachRow',
            clickhouse_settings: INSERT_SETTINGS,
          })
      }),
    [Symbol.asyncDispose]: () => client.close(),
  }
}

type Rows = AsyncIterable<readonly { json: () => unknown[] }[]>

async function readNumbers(parts: Rows): Promise<Float64Array> {
  let [numbers, count] = [new Float64Array(MIN_NUMBERS), 0]
  for await (const rows of parts)
    for (const row of rows)
      for (const value of row.json()) {
        if (count === numbers.length) numbers = enlarge(numbers)
        numbers[count++] = Number(value)
      }
  return numbers.subarray(0, count)
}

const MIN_NUMBERS = 1_024

function enlarge(numbers: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(2 * numbers.length)
  larger.set(numbers)
  return larger
}

/** Everything asked of the server may be repeated: rows of the same version replace each other. */
async function retryOnce<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ClickHouseError) throw toRefusal(error)
    await sleep(RETRY_AFTER_MS)
    return work().catch((again: unknown) => {
      throw toRefusal(again)
    })
  }
}

// Codes of ClickHouse: too many simultaneous queries, timeout, memory limit, too slow.
const BUSY_CODES = new Set(['202', '159', '241', '160'])
// Server is shutting down; no such table, no such database: it lost its data, and the follower
// loads it again.
const AWAY_CODES = new Set(['236', '60', '81'])

/**
 * A server that is away or busy is a refusal that the caller may repeat; an invalid statement is a
 * bug.
 */
function toRefusal(error: unknown): unknown {
  if (error instanceof AppError) return error
  if (!(error instanceof ClickHouseError) || AWAY_CODES.has(error.code))
    return searchUnavailable(error)
  return BUSY_CODES.has(error.code) ? overloaded(error) : error
}
