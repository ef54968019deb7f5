import { byte } from './der.ts'

const X509_ENTRY = 0
const PRECERT_ENTRY = 1
const ISSUER_KEY_HASH_BYTES = 32
const FINGERPRINT_BYTES = 32
const LEAF_INDEX_EXTENSION = 0
const LEAF_INDEX_BYTES = 5

/** One log entry, as positions in the bytes that contain it. */
export type Leaf = {
  timestampMs: number
  /** The certificate is a TBSCertificate: the entry of a pre-certificate. */
  isPrecert: boolean
  certStart: number
  certEnd: number
  /** From the `leaf_index` extension; entries copied from RFC 6962 logs have none. */
  leafIndex: number | null
  end: number
}

/** Entry of a data tile (TileLeaf, c2sp.org/static-ct-api). `null` = truncated or of an unknown type. */
export function readTileLeaf(bytes: Uint8Array, at: number): Leaf | null {
  const entry = readTimestampedEntry(bytes, at)
  if (!entry) return null
  let end = entry.end
  if (entry.isPrecert) end = skipVector(bytes, end, 3)
  const chainEnd = skipVector(bytes, end, 2)
  if (chainEnd < 0 || (chainEnd - end - 2) % FINGERPRINT_BYTES !== 0) return null
  entry.end = chainEnd
  return entry
}

/** A complete `leaf_input` (MerkleTreeLeaf, RFC 6962 section 3.4). `null` = not one. */
export function readMerkleTreeLeaf(bytes: Uint8Array): Leaf | null {
  if (bytes.length < 2 || byte(bytes, 0) !== 0 || byte(bytes, 1) !== 0) return null
  const entry = readTimestampedEntry(bytes, 2)
  return entry?.end === bytes.length ? entry : null
}

/** Start and end of the submitted pre-certificate in a tile leaf, or `null` if the leaf has none. */
export function preCertificateRange(bytes: Uint8Array, leaf: Leaf): { start: number; end: number } | null {
  if (!leaf.isPrecert) return null
  const start = skipVector(bytes, leaf.certEnd, 2)
  const end = skipVector(bytes, start, 3)
  return end < 0 ? null : { start: start + 3, end }
}

function readTimestampedEntry(bytes: Uint8Array, at: number): Leaf | null {
  if (at + 10 > bytes.length) return null
  const timestampMs = uint(bytes, at, 4) * 2 ** 32 + uint(bytes, at + 4, 4)
  const type = uint(bytes, at + 8, 2)
  if (!Number.isSafeInteger(timestampMs) || (type !== X509_ENTRY && type !== PRECERT_ENTRY)) return null
  const isPrecert = type === PRECERT_ENTRY
  const cert = isPrecert ? at + 10 + ISSUER_KEY_HASH_BYTES : at + 10
  const certEnd = skipVector(bytes, cert, 3)
  const end = skipVector(bytes, certEnd, 2)
  if (end < 0) return null
  const leafIndex = readLeafIndex(bytes, certEnd + 2, end)
  return { timestampMs, isPrecert, certStart: cert + 3, certEnd, leafIndex, end }
}

function readLeafIndex(bytes: Uint8Array, start: number, end: number): number | null {
  let at = start
  while (at + 3 <= end) {
    const length = uint(bytes, at + 1, 2)
    const isLeafIndex = byte(bytes, at) === LEAF_INDEX_EXTENSION && length === LEAF_INDEX_BYTES
    if (isLeafIndex && at + 3 + length <= end) return uint(bytes, at + 3, LEAF_INDEX_BYTES)
    at += 3 + length
  }
  return null
}

/** End of a vector that is preceded by its length in `size` bytes; -1 if it is truncated, or if `at` is already -1. */
function skipVector(bytes: Uint8Array, at: number, size: number): number {
  if (at < 0 || at + size > bytes.length) return -1
  const end = at + size + uint(bytes, at, size)
  return end <= bytes.length ? end : -1
}

/** Big-endian unsigned integer of at most six bytes. */
function uint(bytes: Uint8Array, at: number, size: number): number {
  let value = 0
  for (let i = at; i < at + size; i++) value = value * 256 + byte(bytes, i)
  return value
}
