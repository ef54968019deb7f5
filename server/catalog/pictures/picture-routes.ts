import type { CatalogServices } from '#server/catalog/context.ts'
import { notFound } from '#server/platform/errors.ts'
import type { App } from '#server/platform/http/route.ts'
import { PICTURE_SIZES, PICTURES_PATH } from './picture-addresses.ts'
import type { PictureOutcome } from './picture-proxy.ts'

const WEEK_SECONDS = 7 * 24 * 60 * 60

const HEADERS = {
  'content-type': 'image/webp',
  'cache-control': `public, max-age=${WEEK_SECONDS}, immutable`,
  // Opened directly it is a document, which this policy disables.
  'content-security-policy': `default-src 'none'; sandbox`,
}

/**
 * How long a browser keeps the answer that there is no picture. Short: the host may recover, and
 * the server itself retries after ten minutes. 0 = there was no time yet to fetch it.
 */
const MISSING_SECONDS = {
  unavailable: 60,
  unreachable: 60,
  unsupported: 60,
  busy: 0,
} satisfies Record<Exclude<PictureOutcome['kind'], 'picture'>, number>

/**
 * Not an endpoint value: it answers bytes, and an `<img>` sends no bearer token; the signature is
 * the permission. Without a picture it answers 204: a shop's missing picture is no error of the
 * page that names it.
 */
export function pictureRoutes({ server, services }: App<CatalogServices>): void {
  const { pictureAddresses: addresses, pictures } = services
  server.get<{ Params: { size: string; signature: string; '*': string } }>(
    PICTURES_PATH,
    async ({ params: { size, signature, '*': address } }, reply) => {
      const request = addresses.read({ size, signature, address })
      if (!request) throw notFound()
      const outcome = await pictures.get(request)
      if (outcome.kind === 'picture') return reply.headers(HEADERS).send(outcome.bytes)
      const seconds = MISSING_SECONDS[outcome.kind]
      const cached = seconds === 0 ? 'no-store' : `public, max-age=${seconds}`
      return reply.code(204).header('cache-control', cached).send()
    },
  )
}

const parameter = (name: string, schema: object) => ({ name, in: 'path', required: true, schema })

export const pictureOperation = {
  '/api/pictures/{size}/{signature}/{address}': {
    get: {
      operationId: 'getPicture',
      summary:
        "A store's or product's picture. Use the addresses that other calls hand out; they are signed.",
      tags: ['pictures'],
      security: [],
      'x-access': 'public',
      parameters: [
        parameter('size', { type: 'string', enum: Object.keys(PICTURE_SIZES) }),
        parameter('signature', { type: 'string' }),
        parameter('address', { type: 'string' }),
      ],
      responses: {
        200: { description: 'Done.', content: { 'image/webp': {} } },
        204: { description: 'No picture, or none yet.' },
        404: { $ref: '#/components/responses/Error' },
      },
    },
  },
}
