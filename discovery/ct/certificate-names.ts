import { parse } from 'tldts'

const SEQUENCE = 0x30
const INTEGER = 0x02
const BOOLEAN = 0x01
const OCTET_STRING = 0x04
const VERSION = 0xa0
const EXTENSIONS = 0xa3
const DNS_NAME = 0x82

// Whole elements: tag, length, and the three bytes of 2.5.29.17 and of 2.5.4.3.
const ALT_NAMES_OID = 0x06_03_55_1d_11
const COMMON_NAME_OID = 0x06_03_55_04_03

// Why a walk ended without a list of names. The two differ: only a sound certificate without the
// extension may fall back.
const UNREADABLE = -1
const NO_EXTENSION = -2

/**
 * The DNS names of the subject alternative names, in order; without that extension the subject's
 * common name, if it looks like a public host; `[]` for no certificate. Skips fields by their
 * lengths: reads about forty of 1,500 bytes, and is not fooled by the extension's OID inside
 * another field.
 * @param isTbs the bytes are a TBSCertificate (log entries of pre-certificates)
 */
export function readCertificateNames(
  der: Buffer,
  start: number,
  end: number,
  isTbs: boolean,
): string[] {
  const tbs = isTbs ? start : enter(der, start, end)
  const tbsEnd = endOfTag(der, tbs, end, SEQUENCE)
  if (tbsEnd < 0) return []
  const subject = findSubject(der, contentStart(der, tbs), tbsEnd)
  const names = findAltNames(der, subject, tbsEnd)
  if (names >= 0) return readDnsNames(der, names)
  return names === NO_EXTENSION ? readCommonName(der, subject, tbsEnd) : []
}

/** Content of the SEQUENCE at `at`, or -1. */
function enter(der: Buffer, at: number, limit: number): number {
  return endOfTag(der, at, limit, SEQUENCE) < 0 ? UNREADABLE : contentStart(der, at)
}

/**
 * Position of the subject: after version, serial number, signature algorithm, issuer and validity.
 */
function findSubject(der: Buffer, start: number, limit: number): number {
  const serial = byte(der, start) === VERSION ? elementEnd(der, start, limit) : start
  const algorithm = endOfTag(der, serial, limit, INTEGER)
  const issuer = endOfTag(der, algorithm, limit, SEQUENCE)
  const validity = endOfTag(der, issuer, limit, SEQUENCE)
  return endOfTag(der, validity, limit, SEQUENCE)
}

/** Position of the GeneralNames SEQUENCE, or one of the two negative results above. */
function findAltNames(der: Buffer, subject: number, limit: number): number {
  const publicKey = endOfTag(der, subject, limit, SEQUENCE)
  let at = endOfTag(der, publicKey, limit, SEQUENCE)
  while (at >= 0 && at < limit) {
    const next = elementEnd(der, at, limit)
    if (next >= 0 && byte(der, at) === EXTENSIONS)
      return searchExtensions(der, contentStart(der, at), next)
    at = next // the unique identifiers in certificates of the 1990s
  }
  return at < 0 ? UNREADABLE : NO_EXTENSION
}

function searchExtensions(der: Buffer, start: number, limit: number): number {
  const listEnd = endOfTag(der, start, limit, SEQUENCE)
  if (listEnd < 0) return UNREADABLE
  let at = contentStart(der, start)
  while (at < listEnd) {
    const next = endOfTag(der, at, listEnd, SEQUENCE)
    if (next < 0) return UNREADABLE
    const oid = contentStart(der, at)
    if (isOid(der, oid, next, ALT_NAMES_OID)) return openAltNames(der, oid + 5, next)
    at = next
  }
  return NO_EXTENSION
}

const isOid = (der: Buffer, at: number, limit: number, oid: number): boolean =>
  at + 5 <= limit && der.readUIntBE(at, 5) === oid

function openAltNames(der: Buffer, afterOid: number, limit: number): number {
  const isCritical = afterOid < limit && byte(der, afterOid) === BOOLEAN
  const value = isCritical ? elementEnd(der, afterOid, limit) : afterOid
  const valueEnd = endOfTag(der, value, limit, OCTET_STRING)
  if (valueEnd < 0) return UNREADABLE
  const names = contentStart(der, value)
  return endOfTag(der, names, valueEnd, SEQUENCE) < 0 ? UNREADABLE : names
}

function readDnsNames(der: Buffer, list: number): string[] {
  const names: string[] = []
  const end = elementEnd(der, list, der.length)
  let at = contentStart(der, list)
  while (at < end) {
    const next = elementEnd(der, at, end)
    if (next < 0) return []
    if (byte(der, at) === DNS_NAME) names.push(der.toString('latin1', contentStart(der, at), next))
    at = next
  }
  return names
}

const SET = 0x31
// UTF8String, PrintableString, T61String, IA5String: all four encode an ASCII character in one
// byte.
const TEXT_TAGS = new Set([0x0c, 0x13, 0x14, 0x16])
const HOST = /^(?:\*\.)?(?:[a-z0-9_-]{1,63}\.)+[a-z][a-z0-9-]{0,62}$/i

/**
 * The subject's common name in a list if it is a public host name (for certificates without
 * alternative names); else `[]`.
 */
function readCommonName(der: Buffer, subject: number, limit: number): string[] {
  const end = endOfTag(der, subject, limit, SEQUENCE)
  if (end < 0) return []
  let commonName = ''
  let at = contentStart(der, subject)
  while (at < end) {
    const next = endOfTag(der, at, end, SET)
    if (next < 0) return []
    // the last one is the most specific
    commonName = readIfCommonName(der, contentStart(der, at), next) ?? commonName
    at = next
  }
  return isPublicHostName(commonName) ? [commonName] : []
}

/**
 * True for `www.shop.com`, `*.shop.com` and `shop.test` (RFC 2606, so that tests and the demo
 * work); false for `leaf00.csr.pem`.
 */
export function isPublicHostName(text: string): boolean {
  if (text.length > 253 || !HOST.test(text)) return false
  if (text.toLowerCase().endsWith('.test')) return true
  return (
    parse(text.replace('*.', ''), { extractHostname: false, validateHostname: false }).isIcann ===
    true
  )
}

/** Value of an AttributeTypeAndValue if its type is 2.5.4.3. */
function readIfCommonName(der: Buffer, at: number, limit: number): string | null {
  if (endOfTag(der, at, limit, SEQUENCE) < 0) return null
  const oid = contentStart(der, at)
  if (!isOid(der, oid, limit, COMMON_NAME_OID)) return null
  const value = oid + 5
  const end = TEXT_TAGS.has(byte(der, value)) ? endOfTag(der, value, limit, byte(der, value)) : -1
  return end < 0 ? null : der.toString('latin1', contentStart(der, value), end)
}

// Steps through DER (X.690) by positions, without objects: one-byte tags and definite lengths of at
// most four bytes, as in certificates. `-1` = unsupported or beyond `limit`, and may be passed on.

/** End of the element that begins at `at`, or -1. */
function elementEnd(der: Uint8Array, at: number, limit: number): number {
  if (at < 0 || at + 2 > limit || (byte(der, at) & 0x1f) === 0x1f) return -1
  const first = byte(der, at + 1)
  const end = first < 0x80 ? at + 2 + first : longEnd(der, at + 2, first & 0x7f, limit)
  return end <= limit ? end : -1
}

/**
 * Where the content of the element at `at` begins. Only for elements that `elementEnd` accepted.
 */
function contentStart(der: Uint8Array, at: number): number {
  const first = byte(der, at + 1)
  return first < 0x80 ? at + 2 : at + 2 + (first & 0x7f)
}

/** End of the element at `at` if it has this tag, else -1. */
function endOfTag(der: Uint8Array, at: number, limit: number, tag: number): number {
  return at >= 0 && at < limit && byte(der, at) === tag ? elementEnd(der, at, limit) : -1
}

function longEnd(der: Uint8Array, at: number, count: number, limit: number): number {
  if (count === 0 || count > 4 || at + count > limit) return -1
  let length = 0
  for (let i = at; i < at + count; i++) length = length * 256 + byte(der, i)
  return at + count + length
}

/** Callers have checked the bounds; the fallback only satisfies the compiler. */
export const byte = (bytes: Uint8Array, at: number): number => bytes[at] ?? 0
