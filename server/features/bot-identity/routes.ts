import { directoryResponseHeaders, HTTP_MESSAGE_SIGNATURES_DIRECTORY, MediaType } from 'web-bot-auth'
import type { App } from '#server/route.ts'
import { readBotKey } from './bot-key.ts'

export const KEY_DIRECTORY_PATH = HTTP_MESSAGE_SIGNATURES_DIRECTORY

const HOUR_MS = 60 * 60 * 1000
/** Shorter than the validity of the signature below, so that no cache serves an expired one. */
const CACHE_SECONDS = 30 * 60

/**
 * Not an endpoint value: the draft (http-message-signatures-directory) fixes its type and path. The answer is signed with the key that it
 * contains, over the host name of the request, so that no other site can present it as its own.
 */
export function botIdentityRoutes({ server, ctx }: App): void {
  server.get(KEY_DIRECTORY_PATH, async (request, reply) => {
    const { publicKey, signer } = await readBotKey(ctx)
    const created = ctx.now()
    const signature = await directoryResponseHeaders(
      {
        request: {
          method: 'GET',
          url: `${request.protocol}://${request.host}${KEY_DIRECTORY_PATH}`,
          headers: {},
        },
        response: { status: 200, headers: {} },
      },
      [signer],
      { created, expires: new Date(created.getTime() + HOUR_MS) },
    )
    return (
      reply
        .type(MediaType.HTTP_MESSAGE_SIGNATURES_DIRECTORY)
        .headers({
          'cache-control': `public, max-age=${CACHE_SECONDS}`,
          vary: 'Host',
          signature: signature.Signature,
          'signature-input': signature['Signature-Input'],
        })
        // Bytes, because the framework adds a charset to text.
        .send(Buffer.from(JSON.stringify({ keys: [publicKey] })))
    )
  })
}
