import {
  createECDH,
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
} from 'node:crypto'

export type KeyPair = { privateKey: KeyObject; publicKey: KeyObject; spki: Buffer }

const digest = (label: string): Buffer => createHash('sha256').update(label).digest()

// SPKI and PKCS #8 headers for 32 raw bytes, RFC 8410.
const ED25519_PRIVATE = Buffer.from('302e020100300506032b657004220420', 'hex')

const withPublic = (privateKey: KeyObject): KeyPair => {
  const publicKey = createPublicKey(privateKey)
  return { privateKey, publicKey, spki: publicKey.export({ type: 'spki', format: 'der' }) }
}

/**
 * A key derived from a label: the same world has the same keys. Not secret, and not meant to be.
 */
export const ed25519KeyFor = (label: string): KeyPair =>
  withPublic(
    createPrivateKey({
      key: Buffer.concat([ED25519_PRIVATE, digest(label)]),
      format: 'der',
      type: 'pkcs8',
    }),
  )

export function p256KeyFor(label: string): KeyPair {
  const scalar = digest(label)
  // Guarantees a value below the group's order that is not zero.
  scalar[0] = (scalar[0] ?? 0) & 0x7f
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(scalar)
  const point = ecdh.getPublicKey()
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: scalar.toString('base64url'),
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33, 65).toString('base64url'),
  }
  return withPublic(createPrivateKey({ key: jwk, format: 'jwk' }))
}
