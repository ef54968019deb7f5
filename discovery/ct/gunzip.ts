import { gunzipSync } from 'node:zlib'

/** Largest tile that we take; real ones hold 256 entries of some 1.6 kB. */
export const MAX_TILE_BYTES = 16 * 1024 * 1024

/**
 * The bytes as they are, or inflated where they begin as gzip does: static logs may send tiles compressed without being
 * asked. `null` = damaged, or larger than `MAX_TILE_BYTES`. No tile begins with 1f 8b by itself (year 71,000 as a time).
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
