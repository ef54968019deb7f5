const ROWS_PER_READ = 500

/** Reads what stands behind keys, some hundred at a time, each when the ones before it were taken. */
export async function* readInBatches<Key, Row>(
  keys: AsyncIterable<Key[]>,
  read: (keys: Key[]) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for await (const some of keys)
    for (let at = 0; at < some.length; at += ROWS_PER_READ) yield read(some.slice(at, at + ROWS_PER_READ))
}

/** Keys that are all known. */
export async function* allAtOnce<Key>(keys: Key[]): AsyncGenerator<Key[]> {
  yield keys
}
