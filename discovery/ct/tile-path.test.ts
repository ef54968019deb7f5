import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { tileIndexOf, tilePath } from './tiles.ts'

test.each([
  ['data', 0, 256, 'tile/data/000'],
  ['names', 7, 256, 'tile/names/007'],
  ['names', 1000, 256, 'tile/names/x001/000'],
  ['data', 1_234_067, 256, 'tile/data/x001/x234/067'],
  ['data', 1_234_067, 112, 'tile/data/x001/x234/067.p/112'],
  ['names', 1_000_000_000, 1, 'tile/names/x001/x000/x000/000.p/1'],
] as const)('%s tile %i of width %i is at %s', (form, index, width, path) => {
  expect(tilePath(form, index, width)).toBe(path)
})

test('a path gives back the index that produced it', () => {
  const width = fc.integer({ min: 1, max: 256 })
  fc.assert(
    fc.property(fc.nat(2 ** 31), width, fc.constantFrom('names', 'data'), (index, wide, form) => {
      expect(tileIndexOf(`/tmp/log/${tilePath(form, index, wide)}`)).toBe(index)
    }),
  )
})

test.each(['tile.bin', '/tmp/000', 'names', 'names/12', 'names/x1/000', 'level0/000'])(
  '%s does not name a tile',
  (path) => {
    expect(tileIndexOf(path)).toBeNull()
  },
)
