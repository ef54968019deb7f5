import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import * as z from 'zod'

/** This prefix turns an Ed25519 seed into a key file (RFC 8410, 7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

export const privateKeyOf = (seed: Uint8Array): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' })

/** `x`: the 32 bytes of the public key, in base64url. */
const PublicJwk = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() })
export type PublicJwk = z.infer<typeof PublicJwk>

export const publicJwkOf = (privateKey: KeyObject): PublicJwk =>
  PublicJwk.parse(createPublicKey(privateKey).export({ format: 'jwk' }))
