import { generateKeyPairSync, sign } from 'node:crypto'

// Just enough DER for one self-signed certificate. Each run creates it, so the repository contains no private key.
const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const integer = (value: number) => der(0x02, Buffer.from([value]))
const bitString = (bytes: Uint8Array) => der(0x03, Buffer.from([0]), bytes)
const utcTime = (text: string) => der(0x17, Buffer.from(text))

const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'))
const commonName = (name: string) =>
  sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))))
const subjectAltName = (names: string[]) => sequence(...names.map((name) => der(0x82, Buffer.from(name))))
const extension = (hex: string, value: Uint8Array) => sequence(oid(hex), der(0x04, value))

/** A self-signed certificate for these host names, valid until 2049, and its key; both PEM. */
export function createTestCertificate(...names: string[]): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const issuer = commonName('Storedawn tests')
  const extensions = sequence(
    extension('551d11', subjectAltName(names)),
    extension('551d13', sequence(der(0x01, Buffer.from([0xff])))),
  )
  const toBeSigned = sequence(
    der(0xa0, integer(2)),
    integer(1),
    ECDSA_WITH_SHA256,
    issuer,
    sequence(utcTime('200101000000Z'), utcTime('490101000000Z')),
    issuer,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  )
  const bytes = sequence(toBeSigned, ECDSA_WITH_SHA256, bitString(sign('sha256', toBeSigned, privateKey)))
  const cert = `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64')}\n-----END CERTIFICATE-----\n`
  return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
}
