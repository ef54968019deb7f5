import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createClientCutter } from '#server/db/embedded/wire-frames.ts'

const message = (type: string, body: string): Buffer => {
  const buffer = Buffer.alloc(5 + body.length)
  buffer.write(type)
  buffer.writeInt32BE(4 + body.length, 1)
  buffer.write(body, 5)
  return buffer
}
const STARTUP = Buffer.from([0, 0, 0, 9, 0, 3, 0, 0, 0])
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f])

function cut(pieces: Buffer[]): string[] {
  let refusals = 0
  const cutter = createClientCutter(() => refusals++)
  const units = pieces
    .flatMap((piece) => cutter.push(piece))
    .map((unit) => `${unit.kind} ${unit.bytes.toString('latin1')}`)
  return [...units, `refused ${refusals}`]
}

test('keeps the messages of one query together up to its Sync', () => {
  const query = [message('P', 'parse'), message('B', 'bind'), message('E', 'run'), message('S', '')]
  const units = cut([STARTUP, ...query, message('Q', 'select 1')])
  expect(units).toHaveLength(4)
  expect(units[1]).toBe(`messages ${Buffer.concat(query).toString('latin1')}`)
})

test('marks a flushed sequence as open, so that nobody comes between', () => {
  const cutter = createClientCutter(() => undefined)
  cutter.push(STARTUP)
  expect(cutter.push(message('H', ''))).toMatchObject([{ isOpenEnded: true }])
  expect(cutter.push(message('S', ''))).toMatchObject([{ isOpenEnded: false }])
})

test('finds the same units however the network cuts the bytes', () => {
  const bytes = Buffer.concat([
    SSL_REQUEST,
    STARTUP,
    message('P', 'a'),
    message('S', ''),
    message('Q', 'bc'),
    message('X', ''),
  ])
  const whole = cut([bytes])
  expect(whole).toHaveLength(5)
  fc.assert(
    fc.property(fc.array(fc.nat({ max: bytes.length }), { maxLength: 12 }), (points) => {
      const ends = [...points.toSorted((a, b) => a - b), bytes.length]
      const pieces = ends.map((end, at) => bytes.subarray(ends[at - 1] ?? 0, end))
      expect(cut(pieces)).toEqual(whole)
    }),
  )
})

test('refuses what is not the PostgreSQL protocol', () => {
  expect(() => cut([Buffer.from('GET / HTTP/1.1\r\n\r\n')])).toThrow(/a message of/)
})
