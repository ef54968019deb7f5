import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { consistencyRanges, foldConsistency } from './consistency-proofs.ts'
import { testLeaves, treeRoot } from '#testing/discovery/test-log.ts'

const [OTHER = Buffer.alloc(32)] = testLeaves(1, 'other')

const sizes = fc
  .tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 300 }))
  .filter(([a, b]) => a !== b)
  .map(([a, b]) => ({ first: Math.min(a, b), second: Math.max(a, b) }))

const proofOf = (tree: Buffer[], first: number) =>
  consistencyRanges(first, tree.length).map(({ from, to }) => treeRoot(tree.slice(from, to)))

// RFC 9162 section 2.1.5: seven leaves, and the trees of 3, 4 and 6 of them.
test.each([
  [3, ['2-3', '3-4', '0-2', '4-7']],
  [4, ['0-4', '4-7']],
  [6, ['4-6', '6-7', '0-4']],
])('the proof from %i to 7 leaves consists of the nodes that the RFC names', (first, nodes) => {
  expect(consistencyRanges(first, 7).map(({ from, to }) => `${from}-${to}`)).toEqual(nodes)
})

test('a proof between any two sizes yields both roots', () => {
  fc.assert(
    fc.property(sizes, ({ first, second }) => {
      const tree = testLeaves(second)
      const roots = foldConsistency(first, second, proofOf(tree, first))
      expect(roots?.first).toEqual(treeRoot(tree.slice(0, first)))
      expect(roots?.second).toEqual(treeRoot(tree))
    }),
  )
})

test('a proof with a changed, dropped or added node does not yield both roots', () => {
  fc.assert(
    fc.property(
      sizes,
      fc.nat(),
      fc.constantFrom('change', 'drop', 'add'),
      ({ first, second }, at, how) => {
        const tree = testLeaves(second)
        const nodes = proofOf(tree, first)
        const index = at % nodes.length
        nodes.splice(index, how === 'add' ? 0 : 1, ...(how === 'drop' ? [] : [OTHER]))
        const roots = foldConsistency(first, second, nodes)
        const isProof =
          roots !== null &&
          Buffer.compare(roots.first, treeRoot(tree.slice(0, first))) === 0 &&
          Buffer.compare(roots.second, treeRoot(tree)) === 0
        expect(isProof).toBe(false)
      },
    ),
  )
})

test('a tree with changed older leaves yields its own root but not the older one', () => {
  const [before, after] = [testLeaves(300), testLeaves(500, 'rewritten')]
  const roots = foldConsistency(300, 500, proofOf(after, 300))
  expect(roots?.second).toEqual(treeRoot(after))
  expect(roots?.first).not.toEqual(treeRoot(before))
})

test('sizes beyond 32 bits split where the RFC splits them', () => {
  const [first, second] = [2 ** 33 + 5, 2 ** 40 + 3]
  const ranges = consistencyRanges(first, second)
  expect(ranges[0]).toEqual({ from: 2 ** 33 + 4, to: 2 ** 33 + 5 })
  const covered = ranges.reduce((sum, { from, to }) => sum + (to - from), 0)
  expect(covered).toBe(second)
  expect(
    foldConsistency(
      first,
      second,
      ranges.map(() => OTHER),
    ),
  ).not.toBeNull()
  expect(
    foldConsistency(
      first,
      second,
      ranges.slice(1).map(() => OTHER),
    ),
  ).toBeNull()
})
