import { gunzipSync } from 'node:zlib'

/** Largest tile that we accept; real ones hold 256 entries of about 1.6 kB. */
export const MAX_TILE_BYTES = 16 * 1024 * 1024

/**
 * The bytes as they are, or inflated if they begin with the gzip magic number: static logs may send compressed tiles unasked. `null` =
 * damaged, or larger than `MAX_TILE_BYTES`. An uncompressed tile never begins with 1f 8b (as a time stamp, that is the year 71,000).
 */
export function gunzipIfNeeded(bytes: Uint8Array): Buffer | null {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  if (!isGzip) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_TILE_BYTES })
  } catch {
    return null
  }
}
