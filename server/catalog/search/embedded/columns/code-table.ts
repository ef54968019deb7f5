const SHARD_BITS = 6
const MIN_SLOTS = 16
const MAX_LOAD = 0.7

/**
 * `tags` have other bits of the hash, and 0 for a free slot: a quarter of the memory tells most
 * items apart.
 */
type Shard = { slots: Uint32Array; tags: Uint8Array; count: number }

const tagOf = (hash: number): number => (hash >>> (24 - SHARD_BITS)) & 0xff || 1

/**
 * A hash table from the hash of an item to its code, 1 or more; the items themselves are kept
 * elsewhere. Open addressing in arrays: a `Map` takes five times the memory and ends at 2^24
 * entries. Each shard grows alone, so growing blocks for a sixty-fourth of the time. `hashOf` = 32
 * bits, of an item that was added.
 */
export function createCodeTable(hashOf: (code: number) => number) {
  const shards = Array.from({ length: 2 ** SHARD_BITS }, (): Shard => ({
    slots: new Uint32Array(MIN_SLOTS),
    tags: new Uint8Array(MIN_SLOTS),
    count: 0,
  }))
  const insert = ({ slots, tags }: Shard, hash: number, code: number): void => {
    let at = hash & (slots.length - 1)
    while (tags[at] !== 0) at = (at + 1) & (tags.length - 1)
    slots[at] = code
    tags[at] = tagOf(hash)
  }
  const grow = (shard: Shard): void => {
    const { slots } = shard
    shard.slots = new Uint32Array(slots.length * 2)
    shard.tags = new Uint8Array(slots.length * 2)
    for (const code of slots) if (code !== 0) insert(shard, hashOf(code), code)
  }
  return {
    /** The code with this hash for which `isSame` holds; 0 = none. */
    find(hash: number, isSame: (code: number) => boolean): number {
      const shard = shards[hash >>> (32 - SHARD_BITS)]
      if (!shard) return 0
      const { slots, tags } = shard
      const [mask, tag] = [slots.length - 1, tagOf(hash)]
      for (let at = hash & mask; tags[at] !== 0; at = (at + 1) & mask)
        if (tags[at] === tag && isSame(slots[at] ?? 0)) return slots[at] ?? 0
      return 0
    },
    add(hash: number, code: number): void {
      const shard = shards[hash >>> (32 - SHARD_BITS)]
      if (!shard) return
      if (++shard.count > shard.slots.length * MAX_LOAD) grow(shard)
      insert(shard, hash, code)
    },
  }
}
