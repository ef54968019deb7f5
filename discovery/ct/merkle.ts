import { hash } from 'node:crypto'

export const HASH_BYTES = 32

const NODE_PREFIX = 1

/** Hash of an inner node of a log's tree (RFC 6962 section 2.1). */
export function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(1 + 2 * HASH_BYTES)
  bytes[0] = NODE_PREFIX
  bytes.set(left, 1)
  bytes.set(right, 1 + HASH_BYTES)
  return hash('sha256', bytes, 'buffer')
}

/** Largest power of two below `size`, where RFC 6962 splits a tree. For sizes of at least 2, also beyond 32 bits. */
export function splitPoint(size: number): number {
  let left = 1
  while (left * 2 < size) left *= 2
  return left
}

/** Root over adjacent nodes, first to last. At least one. */
export function foldNodes(nodes: readonly Uint8Array[]): Uint8Array {
  const [only] = nodes
  if (!only) throw new Error('a tree of no nodes has no root here')
  if (nodes.length === 1) return only
  const left = splitPoint(nodes.length)
  return nodeHash(foldNodes(nodes.slice(0, left)), foldNodes(nodes.slice(left)))
}
