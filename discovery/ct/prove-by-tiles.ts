import { consistencyRanges, foldConsistency, type LeafRange } from './consistency.ts'
import { gunzipIfNeeded } from './gunzip.ts'
import type { LogFetch, Trouble } from './log-fetch.ts'
import { foldNodes, HASH_BYTES, splitPoint } from './merkle.ts'
import { isSameRoot, type Prove } from './proof.ts'
import { hashTilePath, TILE_WIDTH } from './tile-path.ts'

const TILE_BITS = 8
const MAX_HASH_TILE_BYTES = 64 * 1024

type HashTile = { level: number; index: number; width: number }
type TileAnswer =
  | { kind: 'tile'; hashes: Buffer }
  | { kind: 'trouble'; trouble: Trouble }
  | { kind: 'unfit'; detail: string }
/** Consecutive hashes of a tile, whose fold is the root of a whole subtree. */
type Subtree = { tile: HashTile; first: number; count: number }

/**
 * Proves heads of a static log from its hash tiles. The newer root checks every node first, so a tile damaged or truncated in transit shows
 * as `unfit`; nodes that lead to the newer root but not to the older one prove that the log forked. Reads about eight tiles of 8 kB.
 */
export function createTileProver(get: LogFetch): Prove {
  return async (from, to, signal) => {
    const ranges = consistencyRanges(from.size, to.size)
    const parts = ranges.map((range) => wholeSubtrees(range).map((subtree) => locate(subtree, to.size)))
    const tiles = new Map<string, Buffer>()
    for (const { tile } of parts.flat()) {
      const path = pathOf(tile)
      if (tiles.has(path)) continue
      const answer = await readHashTile(get, tile, signal)
      if (answer.kind !== 'tile') return answer
      tiles.set(path, answer.hashes)
    }
    const nodes = parts.map((subtrees) =>
      foldRight(
        subtrees.map((subtree) => rootOf(subtree, tiles.get(pathOf(subtree.tile)) ?? Buffer.alloc(0))),
      ),
    )
    const roots = foldConsistency(from.size, to.size, nodes)
    if (!roots || !isSameRoot(roots.second, to))
      return { kind: 'unfit', detail: `the hash tiles do not fit the head of ${to.size} entries` }
    if (isSameRoot(roots.first, from)) return { kind: 'consistent' }
    return {
      kind: 'contradicted',
      detail: `the head of ${to.size} entries does not contain the one of ${from.size}`,
    }
  }
}

/** A range of the tree as subtrees of 2^k leaves each, the largest first, as RFC 6962 splits it. */
function wholeSubtrees({ from, to }: LeafRange): LeafRange[] {
  const subtrees: LeafRange[] = []
  let at = from
  while (to - at > 1) {
    const size = splitPoint(to - at + 1)
    subtrees.push({ from: at, to: at + size })
    at += size
  }
  return at < to ? [...subtrees, { from: at, to }] : subtrees
}

/** Which tile of a tree of `treeSize` leaves holds the hashes of a complete subtree: 1 to 128 hashes of one tile. */
function locate({ from, to }: LeafRange, treeSize: number): Subtree {
  const level = Math.floor(Math.log2(to - from) / TILE_BITS)
  const leavesPerHash = TILE_WIDTH ** level
  const first = from / leavesPerHash
  const index = Math.floor(first / TILE_WIDTH)
  const width = Math.min(TILE_WIDTH, Math.floor(treeSize / leavesPerHash) - index * TILE_WIDTH)
  return { tile: { level, index, width }, first: first % TILE_WIDTH, count: (to - from) / leavesPerHash }
}

function rootOf({ first, count }: Subtree, hashes: Buffer): Uint8Array {
  const at = (index: number) => hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES)
  return foldNodes(Array.from({ length: count }, (_, offset) => at(first + offset)))
}

/** Subtrees shrink from left to right, so the fold starts at the right. */
const foldRight = (roots: Uint8Array[]): Uint8Array =>
  roots.reduceRight((right, left) => foldNodes([left, right]))

const pathOf = ({ level, index, width }: HashTile): string => hashTilePath(level, index, width)

/** A log may delete a partial tile once the full one exists, so the full one is requested next. */
async function readHashTile(get: LogFetch, tile: HashTile, signal: AbortSignal): Promise<TileAnswer> {
  const path = pathOf(tile)
  let answer = await get(path, MAX_HASH_TILE_BYTES, signal)
  if (answer.kind === 'missing' && tile.width < TILE_WIDTH)
    answer = await get(pathOf({ ...tile, width: TILE_WIDTH }), MAX_HASH_TILE_BYTES, signal)
  if (answer.kind === 'trouble') return answer
  if (answer.kind === 'missing') {
    const detail = `${path}: missing (status ${answer.status})`
    return { kind: 'trouble', trouble: { detail, afterMs: null } }
  }
  const hashes = readHashes(answer.body, tile.width)
  return hashes ? { kind: 'tile', hashes } : { kind: 'unfit', detail: `${path}: not ${tile.width} hashes` }
}

/** The length decides, not the first bytes alone: hashes may begin with the gzip magic number. */
function readHashes(body: Uint8Array, width: number): Buffer | null {
  const isPlain = (bytes: Uint8Array) =>
    bytes.length % HASH_BYTES === 0 &&
    bytes.length >= width * HASH_BYTES &&
    bytes.length <= TILE_WIDTH * HASH_BYTES
  if (isPlain(body)) return Buffer.from(body)
  const inflated = gunzipIfNeeded(body)
  return inflated && isPlain(inflated) ? inflated : null
}
