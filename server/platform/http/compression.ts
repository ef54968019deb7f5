import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyCompressOptions } from '@fastify/compress'

export type Encoding = 'br' | 'gzip'
const encodings: Encoding[] = ['br', 'gzip']

const brotliOptions = {
  params: {
    // The default of 11 takes longer than the answer itself.
    [constants.BROTLI_PARAM_QUALITY]: 5,
  },
}

export const compressionOptions: FastifyCompressOptions = {
  encodings,
  globalDecompression: false,
  brotliOptions,
}

const REFUSED = /;\s*q=0(\.0*)?\s*$/

/** The first supported encoding in the header `accept-encoding`; null = none. */
export function encodingFor(accepted = ''): Encoding | null {
  const taken = accepted.split(',').filter((part) => !REFUSED.test(part))
  const names = taken.map((part) => part.replace(/;.*/, '').trim().toLowerCase())
  return encodings.find((each) => names.includes(each)) ?? null
}

const compressors = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, brotliOptions),
  gzip: promisify(gzip),
} satisfies Record<Encoding, (bytes: Buffer) => Promise<Buffer>>

export type CompressedCopies = (encoding: Encoding) => Promise<Buffer>

/** Each copy is made once, for its first reader. */
export function compressedCopies(bytes: Buffer): CompressedCopies {
  const made = new Map<Encoding, Promise<Buffer>>()
  return (encoding) => {
    const copy = made.get(encoding) ?? compressors[encoding](bytes).then(inOwnMemory)
    made.set(encoding, copy)
    return copy
  }
}

/**
 * For bytes that are kept: Node cuts buffers below 32 kB out of blocks of 64 kB, and each of them
 * keeps its whole block in memory.
 */
export const inOwnMemory = (bytes: Buffer): Buffer =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes : Buffer.from(Uint8Array.from(bytes).buffer)
