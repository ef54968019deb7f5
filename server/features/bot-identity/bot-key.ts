import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { jwkToKeyID, type Signer } from 'web-bot-auth'
import { helpers } from 'web-bot-auth/crypto'
import * as z from 'zod'
import type { AppContext } from '#server/context.ts'

/** This prefix turns an Ed25519 seed into a key file (RFC 8410, 7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

const PublicJwk = z.object({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() })
export type BotPublicKey = z.infer<typeof PublicJwk> & { kid: string; use: 'sig' }

/** The crawler's identity: the private half signs its requests, the directory publishes the public half. */
export type BotKey = { publicKey: BotPublicKey; signer: Signer }

/** The same in every process. The key's name is its thumbprint (RFC 7638), so that a verifier can compute it. */
export async function readBotKey({ keyring }: Pick<AppContext, 'keyring'>): Promise<BotKey> {
  const seed = keyring.current('bot_signing')
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8_PREFIX, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const jwk = PublicJwk.parse(createPublicKey(privateKey).export({ format: 'jwk' }))
  const keyid = await jwkToKeyID(jwk, helpers.WEBCRYPTO_SHA256, helpers.BASE64URL_DECODE)
  return {
    publicKey: { ...jwk, kid: keyid, use: 'sig' },
    signer: { alg: 'ed25519', keyid, sign: (data) => sign(null, Buffer.from(data), privateKey) },
  }
}
