import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAnswerWatch } from '#server/db/embedded/watch-answers.ts'

function answer(type: string, body: string): Buffer {
  const buffer = Buffer.alloc(5 + body.length)
  buffer.write(type)
  buffer.writeInt32BE(4 + body.length, 1)
  buffer.write(body, 5, 'latin1')
  return buffer
}

const DISK_FULL = answer('E', 'SERROR\0VERROR\0C53100\0Mcould not extend file\0\0')
const ROW_THAT_LOOKS_LIKE_IT = answer('D', 'E\0\0\0\u0010C53100\0')

test('reports the SQLSTATE of errors and only of errors, however the answer is cut', () => {
  const bytes = Buffer.concat([ROW_THAT_LOOKS_LIKE_IT, DISK_FULL, answer('Z', 'I'), ROW_THAT_LOOKS_LIKE_IT])
  fc.assert(
    fc.property(fc.array(fc.nat({ max: bytes.length }), { maxLength: 12 }), (points) => {
      const seen: string[] = []
      const watch = createAnswerWatch((sqlState) => seen.push(sqlState))
      const ends = [...points.toSorted((a, b) => a - b), bytes.length]
      for (const [at, end] of ends.entries()) watch(bytes.subarray(ends[at - 1] ?? 0, end))
      expect(seen).toEqual(['53100'])
    }),
  )
})
