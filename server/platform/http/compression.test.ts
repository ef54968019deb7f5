import { expect, test } from 'vitest'
import { inOwnMemory } from './compression.ts'
import { bodyOf } from './shared-bodies.ts'

const heldBy = (bytes: Buffer) => bytes.buffer.byteLength

test.each([0, 1, 2_000, 40_000, 200_000])(
  'a body of %d bytes and its copies hold no more memory than they need',
  async (length) => {
    const { bytes, compressed } = bodyOf('a'.repeat(length))
    expect(heldBy(bytes)).toBe(length)
    for (const encoding of ['br', 'gzip'] as const) {
      const copy = await compressed(encoding)
      expect(heldBy(copy)).toBe(copy.byteLength)
    }
  },
)

test('a slice of a larger block is copied as it is', () => {
  const block = Buffer.from('before kept after')
  expect(inOwnMemory(block.subarray(7, 11)).toString()).toBe('kept')
})
