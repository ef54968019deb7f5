import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

const GREY = 0
const BIT_DEPTH = 8

function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, checksum])
}

export function lyingPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([BIT_DEPTH, GREY, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(64))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

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
