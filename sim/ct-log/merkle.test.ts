import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedFolder } from '#testing/test-folder.ts'
import { openHashTree, type HashTree } from './hash-tree.ts'
import { merkleRoot, provesGrowth, sha256 } from './log-verifier.ts'
import { consistencyProof, rootOf, withOtherLeaf } from './merkle.ts'

/** More than 256 × 256, so that there is a third level of tiles. */
const LEAVES = 66_000
const { folder } = sharedFolder()
const leaves = Array.from({ length: LEAVES }, (_, number) => sha256(Buffer.from(`leaf ${number}`)))
let tree: HashTree

beforeAll(() => {
  tree = openHashTree(join(folder, 'tree.hashes'))
  for (let first = 0; first < LEAVES;) {
    const count = 1 + (first % 997)
    tree.append(leaves.slice(first, first + count))
    first += count
  }
})
afterAll(() => tree[Symbol.dispose]())

const sizes = fc.oneof(
  fc.integer({ min: 1, max: 600 }),
  fc.integer({ min: 1, max: LEAVES }),
  fc.constantFrom(256, 257, 511, 512, 65_535, 65_536, 65_537, LEAVES),
)

test('the example tree in RFC 9162 has the roots that section 2.1.5 draws', () => {
  const [d0, d1, d2, d3, d4, d5, d6] = leaves.slice(0, 7)
  const node = (left = sha256(), right = sha256()): Buffer => sha256(Uint8Array.of(1), left, right)
  const [g, h, i] = [node(d0, d1), node(d2, d3), node(d4, d5)]
  const [k, l] = [node(g, h), node(i, d6)]
  expect(rootOf(tree.read, 7)).toEqual(node(k, l))
  expect(consistencyProof(tree.read, 3, 7)).toEqual([d2, d3, g, l])
  expect(consistencyProof(tree.read, 4, 7)).toEqual([l])
  expect(consistencyProof(tree.read, 6, 7)).toEqual([i, d6, k])
  expect(rootOf(tree.read, 0)).toEqual(sha256())
})

test('the root of any size matches the textbook root of its leaves', () => {
  fc.assert(
    fc.property(sizes, (size) => {
      expect(tree.root(size)).toEqual(merkleRoot(leaves.slice(0, size)))
    }),
    { numRuns: 12 },
  )
})

test('an independent verifier accepts the proof of growth between any two sizes', () => {
  fc.assert(
    fc.property(sizes, sizes, (one, other) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)]
      const before = { size: from, root: tree.root(from) }
      const after = { size: to, root: tree.root(to) }
      expect(provesGrowth(before, after, consistencyProof(tree.read, from, to))).toBe(true)
    }),
    { numRuns: 200 },
  )
})

test('a forked tree proves its own growth but never that it contains the honest tree', () => {
  const forked = withOtherLeaf(tree.read, 1)
  fc.assert(
    fc.property(sizes, sizes, (one, other) => {
      const [from, to] = [Math.max(2, Math.min(one, other)), Math.max(3, one, other)]
      const proof = consistencyProof(forked, from, to)
      const after = { size: to, root: rootOf(forked, to) }
      expect(provesGrowth({ size: from, root: rootOf(forked, from) }, after, proof)).toBe(true)
      expect(provesGrowth({ size: from, root: tree.root(from) }, after, proof)).toBe(false)
    }),
    { numRuns: 100 },
  )
})

test('every tile above the leaves holds the roots of the tiles below it, also in the forked tree', () => {
  for (const read of [tree.read, withOtherLeaf(tree.read, 1)]) {
    const below = (level: number, number: number): Buffer[] => {
      const bytes = read(level, number * 256, 256)
      return Array.from({ length: 256 }, (_, hash) => bytes.subarray(hash * 32, hash * 32 + 32))
    }
    expect(read(1, 3, 1)).toEqual(merkleRoot(below(0, 3)))
    expect(read(1, 0, 1)).toEqual(merkleRoot(below(0, 0)))
    expect(read(2, 0, 1)).toEqual(merkleRoot(below(1, 0)))
  }
})
