import { parse } from 'tldts'

import { byte, contentStart, endOfTag } from './der.ts'

const SEQUENCE = 0x30
const SET = 0x31
const OID = 0x06
// UTF8String, PrintableString, T61String, IA5String: all four encode an ASCII character in one byte.
const TEXT_TAGS = new Set([0x0c, 0x13, 0x14, 0x16])
const HOST = /^(?:\*\.)?(?:[a-z0-9_-]{1,63}\.)+[a-z][a-z0-9-]{0,62}$/i

/** The subject's common name in a list if it is a public host name (for certificates without alternative names); else `[]`. */
export function readCommonName(der: Buffer, subject: number, limit: number): string[] {
  const end = endOfTag(der, subject, limit, SEQUENCE)
  if (end < 0) return []
  let commonName = ''
  let at = contentStart(der, subject)
  while (at < end) {
    const next = endOfTag(der, at, end, SET)
    if (next < 0) return []
    commonName = readIfCommonName(der, contentStart(der, at), next) ?? commonName // the last one is the most specific
    at = next
  }
  return isPublicHostName(commonName) ? [commonName] : []
}

/** True for `www.shop.com`, `*.shop.com` and `shop.test` (RFC 2606, so that test worlds work); false for `leaf00.csr.pem`. */
export function isPublicHostName(text: string): boolean {
  if (text.length > 253 || !HOST.test(text)) return false
  if (text.toLowerCase().endsWith('.test')) return true
  return parse(text.replace('*.', ''), { extractHostname: false, validateHostname: false }).isIcann === true
}

/** Value of an AttributeTypeAndValue if its type is 2.5.4.3. */
function readIfCommonName(der: Buffer, at: number, limit: number): string | null {
  if (endOfTag(der, at, limit, SEQUENCE) < 0) return null
  const oid = contentStart(der, at)
  const isCommonName =
    oid + 5 < limit &&
    byte(der, oid) === OID &&
    byte(der, oid + 1) === 3 &&
    der.readUIntBE(oid + 2, 3) === 0x550403
  if (!isCommonName) return null
  const value = oid + 5
  const end = TEXT_TAGS.has(byte(der, value)) ? endOfTag(der, value, limit, byte(der, value)) : -1
  return end < 0 ? null : der.toString('latin1', contentStart(der, value), end)
}
