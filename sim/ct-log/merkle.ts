import { hash as sha } from 'node:crypto'

export const TILE_WIDTH = 256
export const HASH_BYTES = 32
const NODE_PREFIX = 1

/**
 * `count` hashes of a level, beginning at `first`; level n holds the roots of 256^n leaves each,
 * only complete ones.
 */
export type ReadHashes = (level: number, first: number, count: number) => Buffer

/** Hash over consecutive nodes; the left part is the largest power of two, as RFC 6962 requires. */
export function hashOfNodes(nodes: Buffer): Buffer {
  const count = nodes.length / HASH_BYTES
  if (count === 1) return nodes
  const left = largestPowerBelow(count)
  const pair = Buffer.allocUnsafe(1 + 2 * HASH_BYTES)
  pair[0] = NODE_PREFIX
  pair.set(hashOfNodes(nodes.subarray(0, left * HASH_BYTES)), 1)
  pair.set(hashOfNodes(nodes.subarray(left * HASH_BYTES)), 1 + HASH_BYTES)
  return sha('sha256', pair, 'buffer')
}

/** Root of the first `size` leaves, for any size up to the tree's own. */
export const rootOf = (read: ReadHashes, size: number): Buffer =>
  size === 0 ? sha('sha256', Buffer.alloc(0), 'buffer') : rangeRoot(read, 0, size)

/** PROOF(from, D[to]) of RFC 6962, section 2.1.2; 0 < from ≤ to. */
export const consistencyProof = (read: ReadHashes, from: number, to: number): Buffer[] =>
  subproof(read, { from, first: 0, size: to, isOld: true })

type Subproof = { from: number; first: number; size: number; isOld: boolean }

function subproof(read: ReadHashes, { from, first, size, isOld }: Subproof): Buffer[] {
  if (from === size) return isOld ? [] : [rangeRoot(read, first, size)]
  const left = largestPowerBelow(size)
  return from <= left
    ? [
        ...subproof(read, { from, first, size: left, isOld }),
        rangeRoot(read, first + left, size - left),
      ]
    : [
        ...subproof(read, {
          from: from - left,
          first: first + left,
          size: size - left,
          isOld: false,
        }),
        rangeRoot(read, first, left),
      ]
}

// `first` is a multiple of the smallest power of two that is at least `size`, so that one tile
// holds each complete part.
function rangeRoot(read: ReadHashes, first: number, size: number): Buffer {
  const height = Math.floor(Math.log2(size))
  if (2 ** height === size) {
    const level = Math.floor(height / 8)
    return hashOfNodes(read(level, first / TILE_WIDTH ** level, 2 ** (height % 8)))
  }
  const left = 2 ** height
  return hashOfNodes(
    Buffer.concat([rangeRoot(read, first, left), rangeRoot(read, first + left, size - left)]),
  )
}

function largestPowerBelow(count: number): number {
  let power = 1
  while (power * 2 < count) power *= 2
  return power
}

/**
 * The same tree with one leaf changed, as served by a log that signs two histories. Consistent in
 * itself at every size and level.
 */
export function withOtherLeaf(read: ReadHashes, index: number): ReadHashes {
  const other = sha('sha256', `another leaf ${index}`, 'buffer')
  const readOther: ReadHashes = (level, first, count) => {
    const hashes = Buffer.from(read(level, first, count))
    const above = Math.floor(index / TILE_WIDTH ** level)
    if (above >= first && above < first + count) {
      const hash =
        level === 0 ? other : hashOfNodes(readOther(level - 1, above * TILE_WIDTH, TILE_WIDTH))
      hashes.set(hash, (above - first) * HASH_BYTES)
    }
    return hashes
  }
  return readOther
}
