/** Few enough to be put in order without keeping the process, many enough that the index is not gone through too often. */
const KEYS_AT_ONCE = 20_000
const ROWS_PER_READ = 500

type Place = { offset: number; size: number }

/** The first `limit` keys of a list that is of one moment: what comes or goes meanwhile moves none. */
export async function* keysInOrder<Key>(
  limit: number,
  page: (place: Place) => Promise<Key[]>,
): AsyncGenerator<Key[]> {
  for (let offset = 0; offset < limit; offset += KEYS_AT_ONCE)
    yield page({ offset, size: Math.min(KEYS_AT_ONCE, limit - offset) })
}

/** Keys that are all known. */
export async function* allAtOnce<Key>(keys: Key[]): AsyncGenerator<Key[]> {
  yield keys
}

/** Reads what stands behind keys, some hundred at a time, each when the ones before it were taken. */
export async function* readInBatches<Key, Row>(
  keys: AsyncIterable<Key[]>,
  read: (keys: Key[]) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for await (const some of keys)
    for (let at = 0; at < some.length; at += ROWS_PER_READ) yield read(some.slice(at, at + ROWS_PER_READ))
}
