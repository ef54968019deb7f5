import { gunzipSync } from 'node:zlib'
import { isRecord, parseJson } from '#discovery/document/json.ts'
import { byte, isPublicHostName, readCertificateNames } from './certificate-names.ts'
import type { EntriesOutcome, LogEntry } from './ct-log.ts'

/**
 * Entries of a data tile, plain or gzip. An unreadable certificate yields no names. Malformed as a
 * whole if truncated, or with other indexes than `firstIndex`, `firstIndex + 1`, … Never throws.
 * @param firstIndex in the log; `null` = from the entry's own extension, or 0
 */
export function parseDataTile(bytes: Uint8Array, firstIndex: number | null): EntriesOutcome {
  const tile = gunzipIfNeeded(bytes)
  if (!tile) return { kind: 'malformed', detail: 'the tile cannot be decompressed' }
  const entries: LogEntry[] = []
  let index = firstIndex
  for (let at = 0; at < tile.length; index++) {
    const leaf = readTileLeaf(tile, at)
    if (!leaf)
      return { kind: 'malformed', detail: `entry ${entries.length} of the tile is cut off` }
    index ??= leaf.leafIndex ?? 0
    if (leaf.leafIndex !== null && leaf.leafIndex !== index) {
      return { kind: 'malformed', detail: `entry ${index} carries the index ${leaf.leafIndex}` }
    }
    const names = readCertificateNames(tile, leaf.certStart, leaf.certEnd, leaf.isPrecert)
    entries.push({ index, timestampMs: leaf.timestampMs, names })
    at = leaf.end
  }
  return { kind: 'entries', entries }
}

/**
 * Entries of a names tile, plain or gzip: JSON lines `{Timestamp, Subject?, DNS?, IP?}`
 * (names-tiles.md of Sunlight). No signature covers it, so its lines are hints. Never throws.
 * @param firstIndex in the log
 */
export function parseNamesTile(bytes: Uint8Array, firstIndex: number): EntriesOutcome {
  const tile = gunzipIfNeeded(bytes)
  if (!tile) return { kind: 'malformed', detail: 'the tile cannot be decompressed' }
  const lines = tile.toString('utf8').split('\n')
  if (lines.at(-1) === '') lines.pop()
  const entries: LogEntry[] = []
  for (const line of lines) {
    const entry = readLine(line, firstIndex + entries.length)
    if (!entry)
      return { kind: 'malformed', detail: `line ${entries.length + 1} of the tile is no entry` }
    entries.push(entry)
  }
  return { kind: 'entries', entries }
}

// Checked by hand: a zod schema per line would take longer than the rest of the tile together.
function readLine(line: string, index: number): LogEntry | null {
  const json = parseJson(line)
  if (!isRecord(json)) return null
  const { Timestamp: timestampMs, DNS: dns = null, IP: ip = null, Subject: subject } = json
  if (typeof timestampMs !== 'number' || !Number.isSafeInteger(timestampMs) || timestampMs < 0)
    return null
  if (dns === null || (Array.isArray(dns) && dns.length === 0)) {
    const hasAltNames = Array.isArray(ip) && ip.length > 0
    return { index, timestampMs, names: hasAltNames ? [] : commonNameOf(subject) }
  }
  return isStrings(dns) ? { index, timestampMs, names: dns } : null
}

function commonNameOf(subject: unknown): string[] {
  const name = isRecord(subject) ? subject['CommonName'] : null
  return typeof name === 'string' && isPublicHostName(name) ? [name] : []
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

const X509_ENTRY = 0
const PRECERT_ENTRY = 1
const ISSUER_KEY_HASH_BYTES = 32
const FINGERPRINT_BYTES = 32
const LEAF_INDEX_EXTENSION = 0
const LEAF_INDEX_BYTES = 5

/** One log entry, as positions in the bytes that contain it. */
type Leaf = {
  timestampMs: number
  /** The certificate is a TBSCertificate: the entry of a pre-certificate. */
  isPrecert: boolean
  certStart: number
  certEnd: number
  /** From the `leaf_index` extension; entries copied from RFC 6962 logs have none. */
  leafIndex: number | null
  end: number
}

/**
 * Entry of a data tile (TileLeaf, c2sp.org/static-ct-api). `null` = truncated or of an unknown
 * type.
 */
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

/**
 * Start and end of the submitted pre-certificate in a tile leaf, or `null` if the leaf has none.
 */
export function preCertificateRange(
  bytes: Uint8Array,
  leaf: Leaf,
): { start: number; end: number } | null {
  if (!leaf.isPrecert) return null
  const start = skipVector(bytes, leaf.certEnd, 2)
  const end = skipVector(bytes, start, 3)
  return end < 0 ? null : { start: start + 3, end }
}

function readTimestampedEntry(bytes: Uint8Array, at: number): Leaf | null {
  if (at + 10 > bytes.length) return null
  const timestampMs = uint(bytes, at, 4) * 2 ** 32 + uint(bytes, at + 4, 4)
  const type = uint(bytes, at + 8, 2)
  if (!Number.isSafeInteger(timestampMs) || (type !== X509_ENTRY && type !== PRECERT_ENTRY))
    return null
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

/**
 * End of a vector that is preceded by its length in `size` bytes; -1 if it is truncated, or if `at`
 * is already -1.
 */
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

/** Entries in a full tile. */
export const TILE_WIDTH = 256

/**
 * Path of a tile of entries below the log's monitoring prefix: index 1234067 is `x001/x234/067`,
 * and a partial tile ends in `.p/<width>` (c2sp.org/static-ct-api).
 * @param width 1 to 256; 256 = the full tile
 */
export function tilePath(
  form: 'names' | 'data',
  tileIndex: number,
  width: number = TILE_WIDTH,
): string {
  return `tile/${form}/${numberPath(tileIndex, width)}`
}

/** Path of a tile of hashes; level 0 holds the leaves. */
export const hashTilePath = (level: number, tileIndex: number, width: number): string =>
  `tile/${level}/${numberPath(tileIndex, width)}`

function numberPath(tileIndex: number, width: number): string {
  const groups = [String(tileIndex % 1000).padStart(3, '0')]
  for (let rest = Math.floor(tileIndex / 1000); rest > 0; rest = Math.floor(rest / 1000)) {
    groups.unshift(`x${String(rest % 1000).padStart(3, '0')}`)
  }
  const suffix = width < TILE_WIDTH ? `.p/${width}` : ''
  return `${groups.join('/')}${suffix}`
}

const TILE_PATH = /(?:^|\/)(?:data|names)\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/\d{1,3})?$/

/** Index of the tile in a path or file name, or `null` if there is no tile. */
export function tileIndexOf(path: string): number | null {
  const digits = TILE_PATH.exec(path)?.[1]?.replaceAll(/[x/]/g, '')
  return digits === undefined ? null : Number(digits)
}

/** Largest tile that we accept; real ones hold 256 entries of about 1.6 kB. */
export const MAX_TILE_BYTES = 16 * 1024 * 1024

/**
 * Inflated if they begin with the gzip magic number: static logs may send compressed tiles unasked.
 * `null` = damaged, or larger than `MAX_TILE_BYTES`. A plain tile never begins with 1f 8b (as a
 * time, the year 71,000).
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
