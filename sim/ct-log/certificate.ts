import { hash as sha, sign } from 'node:crypto'
import { type KeyPair, p256KeyFor } from '../keys.ts'
import { at, hash, hexToken } from '../random.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../time.ts'
import type { Issuer } from './issuer.ts'
import {
  bitString,
  extension,
  integer,
  octets,
  oid,
  sequence,
  tlv,
  TAG,
  text,
  time,
  TRUE,
} from './der.ts'

/** The content of a certificate in the world; its bytes are derived from it. */
export type CertificatePlan = {
  /** Seed for serial number and key. */
  salt: number
  loggedMs: number
  commonName: string | null
  /** Empty for the rare certificate that names its host only in the subject. */
  dnsNames: string[]
  /**
   * Bytes that are not a certificate: a log accepts anything that a trusted authority has signed.
   */
  isJunk?: boolean
}

export const VALIDITY_DAYS = 90

const OID = {
  commonName: oid('2.5.4.3'),
  keyUsage: oid('2.5.29.15'),
  extendedKeyUsage: oid('2.5.29.37'),
  basicConstraints: oid('2.5.29.19'),
  subjectKey: oid('2.5.29.14'),
  authorityKey: oid('2.5.29.35'),
  authorityInfo: oid('1.3.6.1.5.5.7.1.1'),
  subjectAltName: oid('2.5.29.17'),
  policies: oid('2.5.29.32'),
  poison: oid('1.3.6.1.4.1.11129.2.4.3'),
  sctList: oid('1.3.6.1.4.1.11129.2.4.2'),
}
export const ED25519_ALGORITHM = sequence(oid('1.3.101.112'))
const VERSION_3 = tlv(0xa0, integer(Uint8Array.of(2)))
const KEY_USAGE = extension(OID.keyUsage, bitString(Uint8Array.of(0x80), 7), true)
const SERVER_AUTH = extension(OID.extendedKeyUsage, sequence(oid('1.3.6.1.5.5.7.3.1')))
const NOT_A_CA = extension(OID.basicConstraints, sequence(), true)
const DOMAIN_VALIDATED = extension(OID.policies, sequence(sequence(oid('2.23.140.1.2.1'))))
const POISON = extension(OID.poison, tlv(TAG.null), true)

// Deriving a real point for each key would cost 50 µs per certificate; 32 different ones look real
// enough.
const subjectKeys = Array.from(
  { length: 32 },
  (_, number) => p256KeyFor(`subject ${number}`).spki,
).map((spki) => ({
  spki,
  keyId: extension(OID.subjectKey, octets(sha('sha1', spki, 'buffer'))),
}))

export const nameOf = (commonName: string): Buffer =>
  sequence(tlv(TAG.set, sequence(OID.commonName, text(TAG.utf8, commonName))))

/** The part that a log signs: without poison and without the list of timestamps. */
export const tbsCertificate = (issuer: Issuer, plan: CertificatePlan): Buffer =>
  plan.isJunk ? junk(plan) : tbs(issuer, plan, null)

export const preCertificate = (issuer: Issuer, plan: CertificatePlan): Buffer =>
  plan.isJunk ? junk(plan) : signed(issuer, tbs(issuer, plan, POISON))

export const finalCertificate = (issuer: Issuer, plan: CertificatePlan): Buffer =>
  plan.isJunk ? junk(plan) : signed(issuer, tbs(issuer, plan, timestampList(plan)))

// Begins like a certificate and continues with random bytes.
const junk = ({ salt, loggedMs }: CertificatePlan): Buffer =>
  Buffer.from(`3082ffff${hexToken(40 + (salt % 200), salt, loggedMs, 'junk')}`, 'hex')

const signed = (issuer: Issuer, body: Buffer): Buffer =>
  sequence(body, ED25519_ALGORITHM, bitString(sign(null, body, issuer.key.privateKey)))

function tbs(issuer: Issuer, plan: CertificatePlan, extra: Buffer | null): Buffer {
  const notBeforeMs = Math.floor((plan.loggedMs - HOUR_MS) / SECOND_MS) * SECOND_MS
  const subjectKey = at(subjectKeys, plan.salt)
  const extensions = [
    KEY_USAGE,
    SERVER_AUTH,
    NOT_A_CA,
    subjectKey.keyId,
    issuer.authorityKey,
    issuer.authorityInfo,
  ]
  if (plan.dnsNames.length > 0) extensions.push(alternativeNames(plan))
  extensions.push(DOMAIN_VALIDATED)
  if (extra) extensions.push(extra)
  return sequence(
    VERSION_3,
    integer(serialNumber(plan)),
    ED25519_ALGORITHM,
    issuer.subject,
    sequence(time(notBeforeMs), time(notBeforeMs + VALIDITY_DAYS * DAY_MS - SECOND_MS)),
    plan.commonName === null ? sequence() : nameOf(plan.commonName),
    subjectKey.spki,
    tlv(0xa3, sequence(...extensions)),
  )
}

function serialNumber({ salt, loggedMs }: CertificatePlan): Buffer {
  const serial = Buffer.from(hexToken(17, salt, loggedMs), 'hex')
  return Buffer.concat([Uint8Array.of(5), serial])
}

// RFC 5280: critical when the subject is empty.
function alternativeNames({ dnsNames, commonName }: CertificatePlan): Buffer {
  const names = sequence(...dnsNames.map((name) => text(0x82, name)))
  return extension(OID.subjectAltName, names, commonName === null)
}

/**
 * Well-formed timestamps of two logs. Their signatures are filler: a real signature differs each
 * time, but the tree must stay the same.
 */
function timestampList({ salt, loggedMs }: CertificatePlan): Buffer {
  const timestamps = [1, 2].map((number) => {
    const logId = Buffer.from(hexToken(32, 'log', number), 'hex')
    const stamp = Buffer.alloc(8)
    stamp.writeBigUInt64BE(BigInt(loggedMs))
    const signature = Buffer.from(
      `30440220${'1'}${hexToken(32, salt, number).slice(1)}0220${'1'}${hexToken(32, salt, number, 's').slice(1)}`,
      'hex',
    )
    const body = Buffer.concat([
      Uint8Array.of(0),
      logId,
      stamp,
      Uint8Array.of(0, 0, 4, 3, 0, signature.length),
      signature,
    ])
    return Buffer.concat([Uint8Array.of(0, body.length), body])
  })
  const list = Buffer.concat(timestamps)
  return extension(
    OID.sctList,
    octets(Buffer.concat([Uint8Array.of(list.length >> 8, list.length & 0xff), list])),
  )
}

export const caExtensions = (keyId: Buffer): Buffer[] => [
  extension(OID.basicConstraints, sequence(TRUE), true),
  extension(OID.keyUsage, bitString(Uint8Array.of(0x06), 1), true),
  extension(OID.subjectKey, octets(keyId)),
]
export const authorityKeyExtension = (keyId: Buffer): Buffer =>
  extension(OID.authorityKey, sequence(tlv(0x80, keyId)))
export const authorityInfoExtension = (url: string): Buffer =>
  extension(OID.authorityInfo, sequence(sequence(oid('1.3.6.1.5.5.7.48.2'), text(0x86, url))))
export const subjectAltNameExtension = (dnsNames: string[]): Buffer =>
  extension(OID.subjectAltName, sequence(...dnsNames.map((name) => text(0x82, name))))
export const leafUsageExtensions = [KEY_USAGE, SERVER_AUTH, NOT_A_CA]
const serialOf = (label: string): Buffer =>
  integer(Buffer.from(`05${hexToken(15, hash(label), label)}`, 'hex'))

/** A certificate that is in no log: of an authority, or of a host of the world. Valid from 2020. */
export function signCertificate(
  fields: {
    subject: string
    subjectKey: KeyPair
    issuer: string
    algorithm: Buffer
    extensions: Buffer[]
  },
  sign: (body: Buffer) => Buffer,
): Buffer {
  const { subject, subjectKey, issuer, algorithm, extensions } = fields
  const validFrom = Date.UTC(2020, 0, 1)
  const body = sequence(
    VERSION_3,
    serialOf(subject),
    algorithm,
    nameOf(issuer),
    sequence(time(validFrom), time(validFrom + 29 * 365 * DAY_MS)),
    nameOf(subject),
    subjectKey.spki,
    tlv(0xa3, sequence(...extensions)),
  )
  return sequence(body, algorithm, bitString(sign(body)))
}
