import { readCommonName } from './common-name.ts'
import { byte, contentStart, elementEnd, endOfTag } from './der.ts'

const SEQUENCE = 0x30
const INTEGER = 0x02
const OID = 0x06
const BOOLEAN = 0x01
const OCTET_STRING = 0x04
const VERSION = 0xa0
const EXTENSIONS = 0xa3
const DNS_NAME = 0x82

// Why a walk ended without a list of names. The two differ: only a sound certificate without the extension may fall back.
const UNREADABLE = -1
const NO_EXTENSION = -2

/**
 * The DNS names of a certificate as written in its subject alternative names, in order. Falls back to the subject's common name if that
 * extension is missing and the common name looks like a public host. `[]` for anything that is not a certificate.
 *
 * The walk skips fields by their lengths and reads about forty of a certificate's 1,500 bytes. It is therefore faster than a search for the
 * extension's OID, and unlike a search it cannot be fooled by that OID inside another field.
 * @param isTbs the bytes are a TBSCertificate (log entries of pre-certificates), not a complete certificate
 */
export function readCertificateNames(der: Buffer, start: number, end: number, isTbs: boolean): string[] {
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

/** Position of the subject: after version, serial number, signature algorithm, issuer and validity. */
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
    if (next >= 0 && byte(der, at) === EXTENSIONS) return searchExtensions(der, contentStart(der, at), next)
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
    if (isAltNameOid(der, oid, next)) return openAltNames(der, oid + 5, next)
    at = next
  }
  return NO_EXTENSION
}

/** 2.5.29.17 as an element: 06 03 55 1d 11. */
function isAltNameOid(der: Buffer, at: number, limit: number): boolean {
  if (at + 5 > limit || byte(der, at) !== OID || byte(der, at + 1) !== 3) return false
  return byte(der, at + 2) === 0x55 && byte(der, at + 3) === 0x1d && byte(der, at + 4) === 0x11
}

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
