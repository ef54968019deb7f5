import type { FastifyReply } from 'fastify'
import type { App } from '#server/route.ts'
import type { Pictures } from './create-pictures.ts'
import { getPicture } from './get-picture.ts'
import { PICTURES_PATH } from './picture-addresses.ts'

const WEEK_SECONDS = 7 * 24 * 60 * 60
/** Short: the host may recover, and the server itself retries after ten minutes. */
const MISSING_SECONDS = 60

const HEADERS = {
  'content-type': 'image/webp',
  'cache-control': `public, max-age=${WEEK_SECONDS}, immutable`,
  // Opened directly it is a document, which this policy disables.
  'content-security-policy': `default-src 'none'; sandbox`,
}

const MAY_BE_KEPT = new Set([404, 415])

/** Not an endpoint value: it answers bytes, and an `<img>` cannot send a bearer token. The signature is the permission. */
export function pictureRoutes({ server, pictureAddresses: addresses }: App, pictures: Pictures): void {
  server.get<{ Params: { size: string; signature: string; '*': string } }>(
    PICTURES_PATH,
    {
      onSend: async (_request, reply: FastifyReply) => {
        if (MAY_BE_KEPT.has(reply.statusCode))
          reply.header('cache-control', `public, max-age=${MISSING_SECONDS}`)
      },
    },
    async ({ params: { size, signature, '*': address } }, reply) => {
      const bytes = await getPicture({ addresses, pictures }, { size, signature, address })
      return reply.headers(HEADERS).send(bytes)
    },
  )
}
