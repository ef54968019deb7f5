import { directoryResponseHeaders, HTTP_MESSAGE_SIGNATURES_DIRECTORY, MediaType } from 'web-bot-auth'
import type { App } from '#server/route.ts'
import { readBotKey } from './bot-key.ts'

export const KEY_DIRECTORY_PATH = HTTP_MESSAGE_SIGNATURES_DIRECTORY

const HOUR_MS = 60 * 60 * 1000
/** Shorter than the signature below it is valid, so that no cache hands out an expired one. */
const CACHE_SECONDS = 30 * 60

/**
 * Not an endpoint value: its type and its path are those of the draft (http-message-signatures-directory). The answer is signed by
 * the key that it holds, over the name under which it was asked for, so that nobody can pass it off as theirs.
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
