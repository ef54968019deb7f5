export type ItemStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Something that this browser keeps for a while, across its tabs. `read` turns what was stored into
 * a value, or null: the storage is untrusted.
 */
export function createDatedItem<Value>(
  key: string,
  maxAgeMs: number,
  read: (stored: unknown) => Value | null,
) {
  return {
    save(value: Value, nowMs: number, storage: ItemStorage = localStorage): void {
      try {
        storage.setItem(key, JSON.stringify({ value, atMs: nowMs }))
      } catch {
        // Storage is full or blocked, and the item is lost.
      }
    },
    /** Null when there is none, and when it is too old. */
    read(nowMs: number, storage?: ItemStorage): Value | null {
      try {
        const item: unknown = JSON.parse((storage ?? localStorage).getItem(key) ?? 'null')
        return isItem(item) && nowMs - item.atMs < maxAgeMs ? read(item.value) : null
      } catch {
        return null
      }
    },
    clear(storage?: ItemStorage): void {
      try {
        ;(storage ?? localStorage).removeItem(key)
      } catch {
        // Storage is blocked, so there is none.
      }
    },
  }
}

const isItem = (item: unknown): item is { value: unknown; atMs: number } =>
  typeof item === 'object' &&
  item !== null &&
  'value' in item &&
  'atMs' in item &&
  typeof item.atMs === 'number'
