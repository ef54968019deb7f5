import { hash as sha } from 'node:crypto'
import { finalCertificate, preCertificate, tbsCertificate } from './certificate.ts'
import type { Issuer } from './issuer.ts'
import type { LoggedCertificate } from './tick-certificates.ts'

export type LogEntry = { certificate: LoggedCertificate; isPrecertificate: boolean }

/** The entries that a tick's certificates make in one log (bit 1 or 2). */
export function entriesIn(logBit: number, certificates: readonly LoggedCertificate[]): LogEntry[] {
  const entries: LogEntry[] = []
  for (const certificate of certificates) {
    if (certificate.preLogs & logBit) entries.push({ certificate, isPrecertificate: true })
    if (certificate.finalLogs & logBit) entries.push({ certificate, isPrecertificate: false })
  }
  return entries
}

const u16 = (value: number): Uint8Array => Uint8Array.of(value >> 8, value & 0xff)
const u24 = (value: number): Uint8Array => Uint8Array.of(value >> 16, (value >> 8) & 0xff, value & 0xff)

/** TimestampedEntry of RFC 6962 with the leaf index as extension (c2sp.org/static-ct-api). */
function timestampedEntry(
  issuer: Issuer,
  { certificate, isPrecertificate }: LogEntry,
  index: number,
): Buffer {
  const head = Buffer.alloc(10)
  head.writeBigUInt64BE(BigInt(certificate.loggedMs))
  head.writeUInt16BE(isPrecertificate ? 1 : 0, 8)
  const extensions = Buffer.alloc(10)
  extensions.set([0, 8, 0, 0, 5])
  extensions.writeUIntBE(index, 5, 5)
  const body = isPrecertificate ? tbsCertificate(issuer, certificate) : finalCertificate(issuer, certificate)
  const parts = isPrecertificate
    ? [head, issuer.keyHash, u24(body.length), body, extensions]
    : [head, u24(body.length), body, extensions]
  return Buffer.concat(parts)
}

// 0x00 of the Merkle leaf, then version and leaf type of MerkleTreeLeaf.
const LEAF_PREFIX = Uint8Array.of(0, 0, 0)

export const leafHash = (issuer: Issuer, entry: LogEntry, index: number): Buffer =>
  sha('sha256', Buffer.concat([LEAF_PREFIX, timestampedEntry(issuer, entry, index)]), 'buffer')

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
  return JSON.stringify({
    Timestamp: loggedMs,
    ...(commonName === null ? {} : { Subject: { CommonName: commonName } }),
    ...(dnsNames.length === 0 ? {} : { DNS: dnsNames }),
  })
}
