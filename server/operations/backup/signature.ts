import { createPublicKey, sign, verify } from 'node:crypto'
import { privateKeyOf, publicJwkOf } from '#server/platform/secrets/keyring.ts'

/** Signs the backups of an installation. `name` is public: it tells its backups from others. */
export type Signer = { name: string; sign: (sha256: Uint8Array) => Uint8Array }

const NAME_PREFIX = 'signer-'
const SIGNER_NAME = /^signer-[\w-]{43}$/
export const isSignerName = (text: string): boolean => SIGNER_NAME.test(text)

const KEY_BYTES = 32
const SIGNATURE_BYTES = 64
/** A skippable frame, which `zstd -d` passes over (RFC 8878, 3.1.2): magic number and length. */
const FRAME_START = Buffer.from([0x5d, 0x2a, 0x4d, 0x18, KEY_BYTES + SIGNATURE_BYTES, 0, 0, 0])
export const FRAME_BYTES = FRAME_START.length + KEY_BYTES + SIGNATURE_BYTES

/** @param seed the key `backup` of the keyring */
export function createSigner(seed: Uint8Array): Signer {
  const privateKey = privateKeyOf(seed)
  const { x } = publicJwkOf(privateKey)
  return {
    name: `${NAME_PREFIX}${x}`,
    sign: (sha256) =>
      Buffer.concat([
        FRAME_START,
        Buffer.from(x, 'base64url'),
        sign(null, messageOf(sha256), privateKey),
      ]),
  }
}

/** What is signed is never mistaken for something else that the key may sign one day. */
const messageOf = (sha256: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from('storedawn backup 2\n'), sha256])

/** @returns null when the signature is not of this content */
export function readSigner(frame: Buffer, sha256: Uint8Array): string | null {
  const key = frame.subarray(FRAME_START.length, FRAME_START.length + KEY_BYTES)
  const x = key.toString('base64url')
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const signature = frame.subarray(FRAME_START.length + KEY_BYTES)
  return verify(null, messageOf(sha256), publicKey, signature) ? `${NAME_PREFIX}${x}` : null
}

export const isFrame = (bytes: Buffer): boolean =>
  bytes.length === FRAME_BYTES && bytes.subarray(0, FRAME_START.length).equals(FRAME_START)
