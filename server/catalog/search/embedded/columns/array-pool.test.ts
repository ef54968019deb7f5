import { expect, test } from 'vitest'
import { rentUint32 } from './array-pool.ts'

test('parallel borrowers hold different arrays, and a returned array is lent again', () => {
  let first: Uint32Array
  {
    using one = rentUint32(100)
    using other = rentUint32(100)
    expect(one.values).not.toBe(other.values)
    first = one.values
  }
  const held = [rentUint32(100), rentUint32(100)]
  expect(held.map(({ values }) => values)).toContain(first)
  for (const lent of held) lent[Symbol.dispose]()
})

test.each([1, 16_384, 16_385, 1_000_000])(
  '%i values fit into the array lent for them',
  (length) => {
    using lent = rentUint32(length)
    expect(lent.values.length).toBeGreaterThanOrEqual(length)
  },
)

test('a small request borrows a small array, even when a large one is free', () => {
  rentUint32(1_000_000)[Symbol.dispose]()
  rentUint32(10)[Symbol.dispose]()
  using lent = rentUint32(10)
  expect(lent.values.length).toBeLessThan(1_000_000)
})
