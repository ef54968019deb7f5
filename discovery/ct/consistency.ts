import { nodeHash, splitPoint } from './merkle.ts'

/** Leaves from `from` (inclusive) to `to` (exclusive). */
export type LeafRange = { from: number; to: number }

/**
 * The subtrees whose roots show that a tree of `second` leaves begins with one of `first` leaves (0 < first < second), in the order in
 * which `foldConsistency` takes them. Unlike a proof by RFC 9162 section 2.1.4.1, this list always includes the first subtree.
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
 * Computes both roots from the nodes of a consistency proof (RFC 9162 section 2.1.4.2), the first node included. The nodes prove something
 * only if these roots equal the ones that the log signed. `null` = too many nodes or too few.
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

export const isPowerOfTwo = (size: number): boolean => size === 2 ** Math.round(Math.log2(size))
