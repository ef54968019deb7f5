import { hash } from 'node:crypto'
import * as z from 'zod'
import { parseJsonBytes } from '#discovery/document/json.ts'
import type { LogHead } from './ct-log.ts'
import { decodeBase64, type LogFetch, type TroubleAnswer, troubleOf } from './log-fetch.ts'
import { gunzipIfNeeded, hashTilePath, TILE_WIDTH } from './tiles.ts'

/**
 * Whether the newer head contains the older one. `mismatch` = the nodes do not even lead to the
 * newer head: damaged, or not what the log signed. `contradicted` = they lead to it from another
 * history.
 */
type ProofOutcome =
  | { kind: 'consistent' }
  | TroubleAnswer
  | { kind: 'mismatch'; detail: string }
  | { kind: 'contradicted'; detail: string }

/** @param from an older head, of a smaller tree that is not empty */
export type ConsistencyProver = (
  from: LogHead,
  to: LogHead,
  signal: AbortSignal,
) => Promise<ProofOutcome>

const isSameRoot = (root: Uint8Array, head: LogHead): boolean =>
  Buffer.from(root).toString('base64') === head.rootHash

const TILE_BITS = 8
const MAX_HASH_TILE_BYTES = 64 * 1024

type HashTile = { level: number; index: number; width: number }
type TileAnswer =
  | { kind: 'tile'; hashes: Buffer }
  | TroubleAnswer
  | { kind: 'mismatch'; detail: string }
/** Consecutive hashes of a tile, whose fold is the root of a whole subtree. */
type Subtree = { tile: HashTile; first: number; count: number }

/**
 * Proves heads of a static log from about eight hash tiles of 8 kB. The newer root checks every
 * node first: what was damaged in transit is a `mismatch`; nodes that lead to the newer root alone
 * prove a fork.
 */
export function createTileProver(get: LogFetch): ConsistencyProver {
  return async (from, to, signal) => {
    const ranges = consistencyRanges(from.size, to.size)
    const parts = ranges.map((range) =>
      wholeSubtrees(range).map((subtree) => locate(subtree, to.size)),
    )
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
        subtrees.map((subtree) =>
          rootOf(subtree, tiles.get(pathOf(subtree.tile)) ?? Buffer.alloc(0)),
        ),
      ),
    )
    const roots = foldConsistency(from.size, to.size, nodes)
    if (!roots || !isSameRoot(roots.second, to))
      return {
        kind: 'mismatch',
        detail: `the hash tiles do not fit the head of ${to.size} entries`,
      }
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

/**
 * Which tile of a tree of `treeSize` leaves holds the hashes of a complete subtree: 1 to 128 hashes
 * of one tile.
 */
function locate({ from, to }: LeafRange, treeSize: number): Subtree {
  const level = Math.floor(Math.log2(to - from) / TILE_BITS)
  const leavesPerHash = TILE_WIDTH ** level
  const first = from / leavesPerHash
  const index = Math.floor(first / TILE_WIDTH)
  const width = Math.min(TILE_WIDTH, Math.floor(treeSize / leavesPerHash) - index * TILE_WIDTH)
  return {
    tile: { level, index, width },
    first: first % TILE_WIDTH,
    count: (to - from) / leavesPerHash,
  }
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
async function readHashTile(
  get: LogFetch,
  tile: HashTile,
  signal: AbortSignal,
): Promise<TileAnswer> {
  const path = pathOf(tile)
  let answer = await get(path, MAX_HASH_TILE_BYTES, signal)
  if (answer.kind === 'missing' && tile.width < TILE_WIDTH)
    answer = await get(pathOf({ ...tile, width: TILE_WIDTH }), MAX_HASH_TILE_BYTES, signal)
  if (answer.kind === 'trouble') return answer
  if (answer.kind === 'missing') {
    return troubleOf(`${path}: missing (status ${answer.status})`)
  }
  const hashes = readHashes(answer.body, tile.width)
  return hashes
    ? { kind: 'tile', hashes }
    : { kind: 'mismatch', detail: `${path}: not ${tile.width} hashes` }
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

const MAX_PROOF_BYTES = 64 * 1024
// Two nodes for each level of a tree of 2^53 leaves.
const Proof = z.object({ consistency: z.array(z.string().max(64)).max(106) })

/**
 * Proves heads of an RFC 6962 log with the consistency proof that the log itself returns (section
 * 4.4).
 */
export function createLogProver(get: LogFetch): ConsistencyProver {
  return async (from, to, signal) => {
    const path = `ct/v1/get-sth-consistency?first=${from.size}&second=${to.size}`
    const answer = await get(path, MAX_PROOF_BYTES, signal)
    if (answer.kind === 'trouble') return answer
    if (answer.kind === 'missing') return troubleOf(`${path}: status ${answer.status}`)
    const proof = Proof.safeParse(parseJsonBytes(answer.body))
    if (!proof.success) return troubleOf(`${path}: not a proof`)
    const nodes = proof.data.consistency.map(decodeBase64)
    const contradicted = {
      kind: 'contradicted',
      detail: `a bad proof from ${from.size} to ${to.size} entries`,
    } as const
    if (!nodes.every((node) => node?.length === HASH_BYTES)) return contradicted
    const hashes = nodes.filter((node) => node !== null)
    // The log omits a node that the client already has: the older root, if it is a node of the
    // newer tree.
    if (isPowerOfTwo(from.size)) hashes.unshift(Buffer.from(from.rootHash, 'base64'))
    const roots = foldConsistency(from.size, to.size, hashes)
    const isProof = roots !== null && isSameRoot(roots.first, from) && isSameRoot(roots.second, to)
    return isProof ? { kind: 'consistent' } : contradicted
  }
}

/** Leaves from `from` (inclusive) to `to` (exclusive). */
type LeafRange = { from: number; to: number }

/**
 * The subtrees whose roots show that a tree of `second` leaves begins with one of `first` leaves (0
 * < first < second), in the order of `foldConsistency`. Unlike RFC 9162 section 2.1.4.1 it always
 * includes the first.
 */
export function consistencyRanges(first: number, second: number): LeafRange[] {
  const path: LeafRange[] = []
  let [from, to] = [0, second]
  while (to !== first) {
    const middle = from + splitPoint(to - from)
    if (first <= middle) {
      path.push({ from: middle, to })
      to = middle
    } else {
      path.push({ from, to: middle })
      from = middle
    }
  }
  return [{ from, to }, ...path.toReversed()]
}

/**
 * Computes both roots from the nodes of a consistency proof (RFC 9162 section 2.1.4.2), the first
 * node included. The nodes prove something only if these roots equal the ones that the log signed.
 * `null` = too many nodes or too few.
 */
export function foldConsistency(
  first: number,
  second: number,
  nodes: readonly Uint8Array[],
): { first: Uint8Array; second: Uint8Array } | null {
  const [seed, ...rest] = nodes
  if (!seed) return null
  // BigInt because sizes may exceed 32 bits, the limit of the bitwise operators on numbers.
  let [fn, sn] = [BigInt(first) - 1n, BigInt(second) - 1n]
  while ((fn & 1n) === 1n) [fn, sn] = [fn >> 1n, sn >> 1n]
  let [firstRoot, secondRoot] = [seed, seed]
  for (const node of rest) {
    if (sn === 0n) return null
    if ((fn & 1n) === 1n || fn === sn) {
      firstRoot = nodeHash(node, firstRoot)
      secondRoot = nodeHash(node, secondRoot)
      while ((fn & 1n) === 0n && fn !== 0n) [fn, sn] = [fn >> 1n, sn >> 1n]
    } else secondRoot = nodeHash(secondRoot, node)
    ;[fn, sn] = [fn >> 1n, sn >> 1n]
  }
  return sn === 0n ? { first: firstRoot, second: secondRoot } : null
}

const isPowerOfTwo = (size: number): boolean => size === 2 ** Math.round(Math.log2(size))

const HASH_BYTES = 32

const NODE_PREFIX = 1

/** Hash of an inner node of a log's tree (RFC 6962 section 2.1). */
function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(1 + 2 * HASH_BYTES)
  bytes[0] = NODE_PREFIX
  bytes.set(left, 1)
  bytes.set(right, 1 + HASH_BYTES)
  return hash('sha256', bytes, 'buffer')
}

/**
 * Largest power of two below `size`, where RFC 6962 splits a tree. For sizes of at least 2, also
 * beyond 32 bits.
 */
function splitPoint(size: number): number {
  let left = 1
  while (left * 2 < size) left *= 2
  return left
}

/** Root over adjacent nodes, first to last. At least one. */
function foldNodes(nodes: readonly Uint8Array[]): Uint8Array {
  const [only] = nodes
  if (!only) throw new Error('a tree of no nodes has no root here')
  if (nodes.length === 1) return only
  const left = splitPoint(nodes.length)
  return nodeHash(foldNodes(nodes.slice(0, left)), foldNodes(nodes.slice(left)))
}
