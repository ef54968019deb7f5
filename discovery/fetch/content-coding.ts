import type { Transform } from 'node:stream'
import zlib from 'node:zlib'

export type Coding = 'gzip' | 'deflate' | 'br' | 'zstd'

const MAX_CODINGS = 2

// RFC 9659 allows windows of at most 8 MiB in HTTP; with zlib's own default, a header could demand 128 MiB.
const ZSTD_OPTIONS = { params: { [zlib.constants.ZSTD_d_windowLogMax]: 23 } }

const CODING_BY_NAME: Record<string, Coding> = {
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
  br: 'br',
  zstd: 'zstd',
}

/** Codings of a `Content-Encoding` header in the order in which to undo them; null if one is unknown or there are too many. */
export function parseCodings(header: string): Coding[] | null {
  const names = header.split(',').map((name) => name.trim().toLowerCase())
  const applied = names.filter((name) => name !== '' && name !== 'identity')
  if (applied.length > MAX_CODINGS) return null
  const codings = applied.map((name) => CODING_BY_NAME[name])
  return codings.every((coding) => coding !== undefined) ? codings.reverse() : null
}

// By the standard "deflate" is a zlib stream, but some servers send a bare one; the zlib header tells them apart.
function isZlibWrapped(first: Uint8Array | undefined): boolean {
  const [method = 0, flags = 0] = first ?? []
  return (method & 0x0f) === 8 && ((method << 8) | flags) % 31 === 0
}

/** @throws if `input` is damaged or truncated, or decodes to more than `maxBytes` (code `ERR_BUFFER_TOO_LARGE`) */
export function decodeAtOnce(coding: Coding, input: Uint8Array, maxBytes: number): Uint8Array {
  const limit = { maxOutputLength: maxBytes }
  switch (coding) {
    case 'gzip':
      return zlib.gunzipSync(input, limit)
    case 'deflate':
      return isZlibWrapped(input) ? zlib.inflateSync(input, limit) : zlib.inflateRawSync(input, limit)
    case 'br':
      return zlib.brotliDecompressSync(input, limit)
    case 'zstd':
      return zlib.zstdDecompressSync(input, { ...ZSTD_OPTIONS, ...limit })
    default:
      return coding satisfies never
  }
}

/** `first` = the first bytes of the stream, if known. */
export function createDecoder(coding: Coding, first: Uint8Array | undefined): Transform {
  switch (coding) {
    case 'gzip':
      return zlib.createGunzip()
    case 'deflate':
      return isZlibWrapped(first) ? zlib.createInflate() : zlib.createInflateRaw()
    case 'br':
      return zlib.createBrotliDecompress()
    case 'zstd':
      return zlib.createZstdDecompress(ZSTD_OPTIONS)
    default:
      return coding satisfies never
  }
}
