export type LruCache<Key, Value> = {
  get: (key: Key, make: () => Value) => Value
  readonly size: number
}

/**
 * Keeps the most recently used values; a Map keeps insertion order, so its first key is the least
 * recently used one.
 */
export function createLruCache<Key, Value>(capacity: number): LruCache<Key, Value> {
  const values = new Map<Key, Value>()
  return {
    get(key, make) {
      const known = values.get(key)
      if (known !== undefined) {
        values.delete(key)
        values.set(key, known)
        return known
      }
      const made = make()
      values.set(key, made)
      if (values.size > capacity) {
        const oldest = values.keys().next()
        if (!oldest.done) values.delete(oldest.value)
      }
      return made
    },
    get size() {
      return values.size
    },
  }
}
