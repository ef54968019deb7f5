import { sign } from 'node:crypto'
import { jwkToKeyID, signatureHeaders, type Signer } from 'web-bot-auth'
import { helpers } from 'web-bot-auth/crypto'
import { cacheFor } from '#server/platform/async-cache.ts'
import type { AppContext } from '#server/platform/context.ts'
import { privateKeyOf, type PublicJwk, publicJwkOf } from '#server/platform/secrets/keyring.ts'

type Deps = Pick<AppContext, 'config' | 'keyring' | 'now'>

/** Long enough for a slow connection, too short to be useful to an attacker who copies it. */
const VALID_MS = 60_000

type SignRequest = (url: URL) => Promise<Record<string, string>>

/** Whether stores can look our key up; they cannot at a plain http origin. */
const isSigning = ({ BOT_SIGNATURES, PUBLIC_ORIGIN }: Deps['config']): boolean =>
  BOT_SIGNATURES === 'on' || (BOT_SIGNATURES === 'auto' && PUBLIC_ORIGIN.startsWith('https:'))

/**
 * Headers of Web Bot Auth for requests to stores: an HTTP message signature (RFC 9421, Ed25519)
 * over the store's host and the origin of our key directory. Null when requests are not signed.
 */
export function createRequestSigner(ctx: Deps): SignRequest | null {
  if (!isSigning(ctx.config)) return null
  const agent = JSON.stringify(ctx.config.PUBLIC_ORIGIN)
  const readKey = cacheFor(() => readBotKey(ctx), { forMs: Infinity, now: ctx.now })
  return async (url) => {
    const { signer } = await readKey()
    const created = ctx.now()
    const headers = { 'signature-agent': agent }
    const signature = await signatureHeaders({ method: 'GET', url: url.href, headers }, signer, {
      created,
      expires: new Date(created.getTime() + VALID_MS),
    })
    return {
      ...headers,
      'signature-input': signature['Signature-Input'],
      signature: signature.Signature,
    }
  }
}

type BotPublicKey = PublicJwk & { kid: string; use: 'sig' }

/**
 * The crawler's identity: the private half signs its requests, the directory publishes the public
 * half.
 */
type BotKey = { publicKey: BotPublicKey; signer: Signer }

/**
 * The same in every process. The key's name is its thumbprint (RFC 7638), so that a verifier can
 * compute it.
 */
export async function readBotKey({ keyring }: Pick<AppContext, 'keyring'>): Promise<BotKey> {
  const privateKey = privateKeyOf(keyring.current('bot_signing'))
  const jwk = publicJwkOf(privateKey)
  const keyid = await jwkToKeyID(jwk, helpers.WEBCRYPTO_SHA256, helpers.BASE64URL_DECODE)
  return {
    publicKey: { ...jwk, kid: keyid, use: 'sig' },
    signer: { alg: 'ed25519', keyid, sign: (data) => sign(null, Buffer.from(data), privateKey) },
  }
}
