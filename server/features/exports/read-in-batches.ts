/** Small enough to sort without blocking the process, large enough to limit the number of passes over the index. */
const KEYS_AT_ONCE = 20_000
const ROWS_PER_READ = 500

type Place = { offset: number; size: number }

/** The first `limit` keys of a list at one moment: changes meanwhile do not shift the others. */
export async function* keysInOrder<Key>(
  limit: number,
  page: (place: Place) => Promise<Key[]>,
): AsyncGenerator<Key[]> {
  for (let offset = 0; offset < limit; offset += KEYS_AT_ONCE)
    yield page({ offset, size: Math.min(KEYS_AT_ONCE, limit - offset) })
}

/** Keys that are already known, in one batch. */
export async function* allAtOnce<Key>(keys: Key[]): AsyncGenerator<Key[]> {
  yield keys
}

/** Reads the rows of keys in batches of some hundred, each after the previous one was consumed. */
export async function* readInBatches<Key, Row>(
  keys: AsyncIterable<Key[]>,
  read: (keys: Key[]) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for await (const some of keys)
    for (let at = 0; at < some.length; at += ROWS_PER_READ) yield read(some.slice(at, at + ROWS_PER_READ))
}
