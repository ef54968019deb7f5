import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

export function chunk(type: string, data: Uint8Array, checksum?: number): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(checksum ?? crc32(named))
  return Buffer.concat([length, named, sum])
}

type Header = {
  width?: number
  height?: number
  depth?: number
  colour?: number
  ways?: [number, number, number]
  checksum?: number
}

/** Of a grey square of eight by eight. */
export function header({
  width = 8,
  height = 8,
  depth = 8,
  colour = 0,
  ways = [0, 0, 0],
  checksum,
}: Header = {}): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([depth, colour, ...ways], 8)
  return chunk('IHDR', data, checksum)
}

export const MARK = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const END = chunk('IEND', Buffer.alloc(0))
export const png = (...chunks: Buffer[]) => Buffer.concat([MARK, ...chunks, END])

export const lyingPng = (width: number, height: number): Buffer =>
  png(header({ width, height }), chunk('IDAT', deflateSync(Buffer.alloc(64))))

const canvas = (width: number, height: number, background = '#e58b3a') =>
  sharp({ create: { width, height, channels: 3, background } })

export const pngOf = (width: number, height: number): Promise<Buffer> =>
  canvas(width, height).png().toBuffer()

export const pictureOfType = {
  png: () => pngOf(300, 200),
  jpeg: () => canvas(300, 200).jpeg().toBuffer(),
  webp: () => canvas(300, 200).webp().toBuffer(),
  gif: () => canvas(300, 200).gif().toBuffer(),
  avif: () => canvas(300, 200).avif({ effort: 0 }).toBuffer(),
}

/** A photo as a phone takes it: rotated, with the place where it was taken. */
export const phonePhoto = (): Promise<Buffer> =>
  canvas(300, 200)
    .withExif({
      IFD0: { Copyright: 'Somebody' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

export async function animation(): Promise<Buffer> {
  const frames = await Promise.all(
    ['#e58b3a', '#2040c0'].map((colour) => canvas(60, 60, colour).png().toBuffer()),
  )
  return sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer()
}
