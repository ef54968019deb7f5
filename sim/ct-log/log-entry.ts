import { hash as sha } from 'node:crypto'
import { finalCertificate, preCertificate, tbsCertificate } from './certificate.ts'
import type { Issuer } from './issuer.ts'
import type { LoggedCertificate } from './tick-certificates.ts'

export type LogEntry = { certificate: LoggedCertificate; isPrecertificate: boolean }

/** The entries for a tick's certificates in one log. */
export function entriesIn(logBit: number, certificates: readonly LoggedCertificate[]): LogEntry[] {
  const entries: LogEntry[] = []
  for (const certificate of certificates) {
    if (certificate.preLogs & logBit) entries.push({ certificate, isPrecertificate: true })
    if (certificate.finalLogs & logBit) entries.push({ certificate, isPrecertificate: false })
  }
  return entries
}

/** Leaf index of a static log; null in an RFC 6962 log, whose entries do not carry it. */
export type LeafIndex = number | null

const u16 = (value: number): Uint8Array => Uint8Array.of(value >> 8, value & 0xff)
const u24 = (value: number): Uint8Array =>
  Uint8Array.of(value >> 16, (value >> 8) & 0xff, value & 0xff)

const NO_EXTENSIONS = u16(0)

function extensionsOf(index: LeafIndex): Uint8Array {
  if (index === null) return NO_EXTENSIONS
  const extensions = Buffer.alloc(10)
  extensions.set([0, 8, 0, 0, 5])
  extensions.writeUIntBE(index, 5, 5)
  return extensions
}

/**
 * TimestampedEntry of RFC 6962; a static log adds the leaf index as an extension
 * (c2sp.org/static-ct-api).
 */
function timestampedEntry(
  issuer: Issuer,
  { certificate, isPrecertificate }: LogEntry,
  index: LeafIndex,
): Buffer {
  const head = Buffer.alloc(10)
  head.writeBigUInt64BE(BigInt(certificate.loggedMs))
  head.writeUInt16BE(isPrecertificate ? 1 : 0, 8)
  const body = isPrecertificate
    ? tbsCertificate(issuer, certificate)
    : finalCertificate(issuer, certificate)
  const parts = isPrecertificate
    ? [head, issuer.keyHash, u24(body.length), body, extensionsOf(index)]
    : [head, u24(body.length), body, extensionsOf(index)]
  return Buffer.concat(parts)
}

// Version and leaf type of MerkleTreeLeaf, preceded by 0x00, which distinguishes leaves from inner
// nodes.
const LEAF_HEAD = Uint8Array.of(0, 0)
const LEAF_PREFIX = Uint8Array.of(0, ...LEAF_HEAD)

export const leafHash = (issuer: Issuer, entry: LogEntry, index: LeafIndex): Buffer =>
  sha('sha256', Buffer.concat([LEAF_PREFIX, timestampedEntry(issuer, entry, index)]), 'buffer')

/** `leaf_input` and `extra_data` of RFC 6962, section 4.6. */
export function getEntriesItem(
  issuer: Issuer,
  entry: LogEntry,
): { leaf_input: string; extra_data: string } {
  const links = issuer.chain.flatMap(({ certificate }) => [u24(certificate.length), certificate])
  const chain = Buffer.concat(links)
  const extra: Uint8Array[] = [u24(chain.length), chain]
  if (entry.isPrecertificate) {
    const full = preCertificate(issuer, entry.certificate)
    extra.unshift(u24(full.length), full)
  }
  const leaf = Buffer.concat([LEAF_HEAD, timestampedEntry(issuer, entry, null)])
  return {
    leaf_input: leaf.toString('base64'),
    extra_data: Buffer.concat(extra).toString('base64'),
  }
}

/** One leaf of a data tile. */
export function tileLeaf(issuer: Issuer, entry: LogEntry, index: number): Buffer {
  const parts: Uint8Array[] = [timestampedEntry(issuer, entry, index)]
  if (entry.isPrecertificate) {
    const full = preCertificate(issuer, entry.certificate)
    parts.push(u24(full.length), full)
  }
  parts.push(u16(issuer.chain.length * 32), ...issuer.chain.map(({ fingerprint }) => fingerprint))
  return Buffer.concat(parts)
}

/** One line of a names tile (Sunlight's extension). */
export function namesLine({ certificate }: LogEntry): string {
  const { loggedMs, commonName, dnsNames } = certificate
  // A junk certificate has no names, so its line contains only the time of logging.
  return JSON.stringify({
    Timestamp: loggedMs,
    ...(commonName === null ? {} : { Subject: { CommonName: commonName } }),
    ...(dnsNames.length === 0 ? {} : { DNS: dnsNames }),
  })
}
