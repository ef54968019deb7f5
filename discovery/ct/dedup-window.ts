import { randomInt } from 'node:crypto'

const SLOTS_PER_BUCKET = 8
// Buckets are half full on average, so only about 2 % of the hosts land in a bucket that overflows
// and drops its oldest entry early.
const SLOTS_PER_HOST = 2

export type DedupWindow = ReturnType<typeof createDedupWindow>

/**
 * About `capacity` recently checked hosts for `keepMs`, in 24 to 48 bytes each. One may be dropped
 * early (a second check), never kept longer. Only equal 64-bit hashes collide; the seed is random,
 * so nobody can prepare a name that hides another.
 */
export function createDedupWindow(options: { capacity: number; keepMs: number; now: () => Date }) {
  const { capacity, keepMs, now } = options
  const buckets =
    2 ** Math.ceil(Math.log2(Math.max(1, (capacity * SLOTS_PER_HOST) / SLOTS_PER_BUCKET)))
  const hashes = new Uint32Array(buckets * SLOTS_PER_BUCKET * 2)
  const addedAtSeconds = new Uint32Array(buckets * SLOTS_PER_BUCKET) // 0 = empty
  const seed = randomInt(2 ** 32)
  const startedMs = now().getTime()
  const seconds = (): number => Math.max(1, 1 + Math.floor((now().getTime() - startedMs) / 1000))

  const find = (first: number, low: number, high: number): number => {
    for (let slot = first; slot < first + SLOTS_PER_BUCKET; slot++) {
      if (
        hashes[slot * 2] === low &&
        hashes[slot * 2 + 1] === high &&
        (addedAtSeconds[slot] ?? 0) > 0
      )
        return slot
    }
    return -1
  }

  /** When the host was last added, to the second; `null` = not remembered. */
  const seenAtMs = (host: string): number | null => {
    const { low, high } = hashHost(host, seed)
    const slot = find((low % buckets) * SLOTS_PER_BUCKET, low, high)
    const addedAt = addedAtSeconds[slot] ?? 0
    if (slot < 0 || (seconds() - addedAt) * 1000 >= keepMs) return null
    return startedMs + (addedAt - 1) * 1000
  }

  return {
    seenAtMs,
    has: (host: string) => seenAtMs(host) !== null,
    add(host: string) {
      const { low, high } = hashHost(host, seed)
      const first = (low % buckets) * SLOTS_PER_BUCKET
      const known = find(first, low, high)
      const slot = known >= 0 ? known : oldestSlot(addedAtSeconds, first)
      hashes[slot * 2] = low
      hashes[slot * 2 + 1] = high
      addedAtSeconds[slot] = seconds()
    },
  }
}

function oldestSlot(addedAtSeconds: Uint32Array, first: number): number {
  let oldest = first
  for (let slot = first + 1; slot < first + SLOTS_PER_BUCKET; slot++) {
    if ((addedAtSeconds[slot] ?? 0) < (addedAtSeconds[oldest] ?? 0)) oldest = slot
  }
  return oldest
}

/**
 * Two 32-bit multiply-and-xor hashes over the same characters, each finished with the mixer of
 * MurmurHash3.
 */
function hashHost(host: string, seed: number): { low: number; high: number } {
  let low = seed ^ 0x9e3779b9
  let high = seed ^ 0x41c6ce57
  for (let i = 0; i < host.length; i++) {
    const code = host.charCodeAt(i)
    low = Math.imul(low ^ code, 0x85ebca6b)
    low ^= low >>> 15
    high = Math.imul(high ^ code, 0x5bd1e995)
    high ^= high >>> 13
  }
  return { low: mix(low ^ host.length), high: mix(high ^ Math.imul(host.length, 0xc2b2ae35)) }
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
