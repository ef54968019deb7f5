import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import {
  animation,
  chunk,
  header,
  MARK,
  phonePhoto,
  pictureOfType,
  png,
  pngOf,
} from '#testing/test-pictures.ts'
import { encodePicture, type Frame, withoutTextChunks } from './picture-encoder.ts'

const FRAME: Frame = { width: 64, height: 64, fit: 'cover' }

/** Small ones, so that every prefix and every byte of them can be tried. */
const samples: Record<string, () => Promise<Buffer>> = {
  ...pictureOfType,
  png: () => pngOf(20, 15),
  'png with an animation': animation,
  'jpeg of a phone': phonePhoto,
}

const kindOf = async (bytes: Uint8Array) => (await encodePicture(bytes, FRAME)).kind

function positions(length: number, count: number): number[] {
  const step = Math.max(1, Math.floor(length / count))
  return Array.from({ length: Math.ceil(length / step) }, (_, index) => index * step)
}

describe('a broken picture decodes or is refused, and never crashes', () => {
  test.each(Object.entries(samples))(
    '%s, cut anywhere',
    { tags: ['check-43'] },
    async (_name, make) => {
      const whole = await make()
      expect(await kindOf(whole)).toBe('picture')
      for (const at of positions(whole.length, 40)) {
        expect(['picture', 'damaged', 'unsupported']).toContain(await kindOf(whole.subarray(0, at)))
      }
      expect(await kindOf(whole.subarray(0, 4))).not.toBe('picture')
    },
  )

  test.each(Object.entries(samples))(
    '%s, with a byte changed anywhere',
    { tags: ['check-43'] },
    async (_name, make) => {
      const whole = await make()
      for (const at of positions(whole.length, 80)) {
        const changed = Buffer.from(whole)
        // Another bit at each place, and all of them at every eighth.
        changed[at] = (changed[at] ?? 0) ^ (at % 8 === 7 ? 0xff : 1 << (at % 8))
        expect(['picture', 'damaged', 'unsupported']).toContain(await kindOf(changed))
      }
    },
  )
})

/** A grey square of eight by eight: each row is a filter and its bytes. */
const PIXELS = deflateSync(Buffer.alloc(8 * 9))
const IHDR = header()
const IDAT = chunk('IDAT', PIXELS)

describe('a PNG that breaks the rules of the format', () => {
  test('a valid PNG passes', async () => {
    expect(await kindOf(png(IHDR, IDAT))).toBe('picture')
  })

  const broken: [string, () => Buffer][] = [
    ['bytes before its mark', () => Buffer.concat([Buffer.from('x'), png(IHDR, IDAT)])],
    ['a mark that a text transfer spoilt', () => Buffer.from(png(IHDR, IDAT).toString('latin1').replace('\r\n', '\n'), 'latin1')],
    ['a mark without its high bit', () => Buffer.concat([Buffer.from([0x09]), png(IHDR, IDAT).subarray(1)])],
    ['no width', () => png(header({ width: 0 }), IDAT)],
    ['no height', () => png(header({ height: 0 }), IDAT)],
    ['a negative width', () => png(header({ width: 0xffffffff }), IDAT)],
    ['a depth of 0', () => png(header({ depth: 0 }), IDAT)],
    ['a depth of 3', () => png(header({ depth: 3 }), IDAT)],
    ['a depth of 99', () => png(header({ depth: 99 }), IDAT)],
    ['a kind of colour that there is not: 1', () => png(header({ colour: 1 }), IDAT)],
    ['a kind of colour that there is not: 9', () => png(header({ colour: 9 }), IDAT)],
    ['a compression that there is not', () => png(header({ ways: [1, 0, 0] }), IDAT)],
    ['an order of rows that there is not', () => png(header({ ways: [0, 0, 9] }), IDAT)],
    ['a palette without its colours', () => png(header({ colour: 3 }), IDAT)],
    ['a header with a wrong checksum', () => png(header({ checksum: 1 }), IDAT)],
    ['pixels with a wrong checksum', () => png(IHDR, chunk('IDAT', PIXELS, 1))],
    ['no header', () => png(IDAT)],
    ['no pixels', () => png(IHDR)],
    ['pixels that are not packed', () => png(IHDR, chunk('IDAT', Buffer.alloc(72, 7)))],
    ['too few pixels', () => png(IHDR, chunk('IDAT', deflateSync(Buffer.alloc(9))))],
    ['a chunk longer than the file', () => Buffer.concat([MARK, IHDR, Buffer.from('\x7f\xff\xff\xffIDAT', 'latin1')])],
  ] // prettier-ignore
  test.each(broken)('is refused: %s', { tags: ['check-43'] }, async (_what, make) => {
    expect(await kindOf(make())).not.toBe('picture')
  })

  test('loses its text chunks before decoding, and nothing else', { tags: ['check-42'] }, () => {
    const texts = ['tEXt', 'zTXt', 'iTXt'].map((type) => chunk(type, Buffer.from('Comment\0\0x')))
    const whole = png(IHDR, IDAT)
    expect(withoutTextChunks(png(IHDR, ...texts, IDAT, ...texts))).toEqual(whole)
    for (let end = 0; end <= whole.length; end++)
      expect(withoutTextChunks(whole.subarray(0, end))).toEqual(whole.subarray(0, end))
  })

  test(
    'with texts that would unpack to a gigabyte is handled',
    { tags: ['check-42'] },
    async () => {
      const packed = deflateSync(Buffer.alloc(64 * 1024 * 1024))
      const text = chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), packed]))
      const profile = chunk('iCCP', Buffer.concat([Buffer.from('icc\0\0', 'latin1'), packed]))
      for (const bytes of [
        png(IHDR, ...Array.from({ length: 16 }, () => text), IDAT),
        png(IHDR, profile, IDAT),
      ]) {
        expect(['picture', 'damaged']).toContain(await kindOf(bytes))
      }
    },
  )
})
