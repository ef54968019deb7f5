import { setTimeout as sleep } from 'node:timers/promises'
import { ClickHouseError, type ClickHouseSettings, createClient } from '@clickhouse/client'
import { daysBetween } from '#contracts/dates.ts'
import type { DaySpan } from '#server/catalog/search/search.ts'
import { AppError, overloaded, searchUnavailable } from '#server/platform/errors.ts'
import { createSlots } from '#server/platform/slots.ts'

type Values = Record<string, unknown>

type Asking = {
  /** One array for each row, in the order of the selected columns. */
  select: (statement: string, values?: Values) => Promise<unknown[][]>
  /** Also how many rows there are without the statement's limit. */
  selectCounted: (
    statement: string,
    values?: Values,
  ) => Promise<{ rows: unknown[][]; total: number }>
  /**
   * Rows of numbers, one after the other in one array: eight bytes for each. Read at once, however
   * slowly they are used: the server gives up an answer that is not fetched.
   */
  selectNumbers: (statement: string, values?: Values) => Promise<Float64Array>
}

/** A ClickHouse server, asked with statements whose values travel separately. */
export type ClickHouse = AsyncDisposable &
  Asking & {
    /** The same for what reads many rows: one of each kind at once, and the server puts others first. */
    long: Record<LongKind, Asking>
    run: (statement: string, values?: Values) => Promise<void>
    insert: (table: string, rows: readonly object[]) => Promise<void>
  }

/** A connection, and the name of the database that holds our tables. */
export type Server = { clickHouse: ClickHouse; database: string }

/** The kinds do not wait for each other. */
type LongKind = 'stores' | 'trends'
const MAX_SHORT_DAYS = 92

/** How to ask about some days; null = all. */
export const askAbout = (clickHouse: ClickHouse, kind: LongKind, days: DaySpan): Asking =>
  days && daysBetween(days.from, days.to) <= MAX_SHORT_DAYS ? clickHouse : clickHouse.long[kind]

const MAX_QUERY_S = 10
const MAX_MEMORY_BYTES = 4 * 1024 ** 3
/** Beside the query's own deadline: the answer also has to travel. */
const REQUEST_TIMEOUT_MS = (MAX_QUERY_S + 5) * 1000
const RETRY_AFTER_MS = 100

const SETTINGS = `final = 1, do_not_merge_across_partitions_select_final = 1, use_skip_indexes_if_final = 1,
  max_execution_time = ${MAX_QUERY_S}, max_memory_usage = ${MAX_MEMORY_BYTES}`
/**
 * A question of a higher number rests before each block of rows while one of a lower number runs,
 * this long at most: with a second, as usual, it would never end while short ones follow each other.
 */
const MAX_REST_MS = 20
const SHORT_SETTINGS = `${SETTINGS}, priority = 1`
const LONG_SETTINGS = `${SETTINGS}, priority = 2, low_priority_query_wait_time_ms = ${MAX_REST_MS}`
/** Two long questions, of different kinds, share them. */
const LONG_THREADS = 2
/** Together with the time that a question may take, as long as its caller waits. */
const LONG_WAITING = { maxWaiting: 30, waitMs: 5_000 }
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
  const askWith = (inTurn: InTurn): Asking => {
    const query = (statement: string, query_params: Values, more: ClickHouseSettings = {}) =>
      client.query({
        query: statement,
        query_params,
        format: 'JSONCompactEachRow',
        clickhouse_settings: more,
      })
    return {
      select: (statement, values = {}) =>
        inTurn(
          async (settings) =>
            (await query(statement + settings, values)).json<unknown[]>() as Promise<unknown[][]>,
        ),
      selectCounted: (statement, values = {}) =>
        inTurn(async (settings) => {
          const answer = await client.query({
            query: `${statement}${settings}, exact_rows_before_limit = 1`,
            query_params: values,
            format: 'JSONCompact',
          })
          const { data, rows_before_limit_at_least: total = data.length } =
            await answer.json<unknown[]>()
          return { rows: data, total }
        }),
      selectNumbers: (statement, values = {}) =>
        inTurn(async (settings) => {
          const answer = await query(statement + settings, values, LONG_ANSWER_SETTINGS)
          return readNumbers(answer.stream<unknown[]>())
        }),
    }
  }
  const turns = createTurns()
  return {
    ...askWith((work) => retryOnce(() => work(`\nsettings ${SHORT_SETTINGS}`))),
    long: { stores: askWith(turns.stores), trends: askWith(turns.trends) },
    run: (query, query_params = {}) =>
      retryOnce(async () => void (await client.command({ query, query_params }))),
    insert: (table, rows) =>
      retryOnce(async () => {
        if (rows.length > 0)
          await client.insert({ table, values: [...rows], format: 'JSONEachRow' })
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

/** `settings` = the end of a statement. */
type InTurn = <Result>(work: (settings: string) => Promise<Result>) => Promise<Result>

/**
 * For each kind of long questions, whose turn ends with the answer. A question that waited too long,
 * or finds too many waiting, is refused as overload.
 */
function createTurns(): Record<LongKind, InTurn> {
  let running = 0
  const takeTurns = (): InTurn => {
    const slots = createSlots<symbol>({
      ...LONG_WAITING,
      max: 1,
      mayWait: () => true,
      refusal: () => overloaded(new Error('too many long questions are waiting')),
    })
    return async (work) => {
      const holder = Symbol('question')
      await slots.acquire(holder, '')
      const threads = Math.max(1, LONG_THREADS - running++)
      return retryOnce(() => work(`\nsettings ${LONG_SETTINGS}, max_threads = ${threads}`)).finally(
        () => {
          running--
          slots.release(holder)
        },
      )
    }
  }
  return { stores: takeTurns(), trends: takeTurns() }
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

// Codes of ClickHouse: too many simultaneous queries, memory limit.
const BUSY_CODES = new Set(['202', '241'])
// Timeout, too slow: asking again would take as long.
const OVER_BUDGET_CODES = new Set(['159', '160'])
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
  if (OVER_BUDGET_CODES.has(error.code)) return new AppError('search_too_broad', { cause: error })
  return BUSY_CODES.has(error.code) ? overloaded(error) : error
}
