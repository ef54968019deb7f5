/**
 * A hash table from the hash of an item to its code, 1 or more; the items themselves are kept
 * elsewhere.
 */
type CodeTable = {
  /** The code with this hash for which `isSame` holds; 0 = none. */
  find: (hash: number, isSame: (code: number) => boolean) => number
  add: (hash: number, code: number) => void
}

const SHARD_BITS = 6
const MIN_SLOTS = 16
const MAX_LOAD = 0.7

type Shard = { slots: Uint32Array; count: number }

/**
 * Open addressing in arrays: a `Map` takes five times the memory and ends at 2^24 entries. Each
 * shard grows alone, so growing blocks for a sixty-fourth of the time. `hashOf` = 32 bits, of an
 * item that was added.
 */
export function createCodeTable(hashOf: (code: number) => number): CodeTable {
  const shards = Array.from({ length: 2 ** SHARD_BITS }, (): Shard => ({
    slots: new Uint32Array(MIN_SLOTS),
    count: 0,
  }))
  const insert = (slots: Uint32Array, hash: number, code: number): void => {
    let at = hash & (slots.length - 1)
    while (slots[at] !== 0) at = (at + 1) & (slots.length - 1)
    slots[at] = code
  }
  const grow = (shard: Shard): void => {
    const larger = new Uint32Array(shard.slots.length * 2)
    for (const code of shard.slots) if (code !== 0) insert(larger, hashOf(code), code)
    shard.slots = larger
  }
  return {
    find(hash, isSame) {
      const slots = shards[hash >>> (32 - SHARD_BITS)]?.slots
      if (!slots) return 0
      const mask = slots.length - 1
      for (let at = hash & mask; ; at = (at + 1) & mask) {
        const code = slots[at] ?? 0
        if (code === 0 || isSame(code)) return code
      }
    },
    add(hash, code) {
      const shard = shards[hash >>> (32 - SHARD_BITS)]
      if (!shard) return
      if (++shard.count > shard.slots.length * MAX_LOAD) grow(shard)
      insert(shard.slots, hash, code)
    },
  }
}
