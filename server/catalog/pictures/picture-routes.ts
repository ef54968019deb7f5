import type { FastifyReply } from 'fastify'
import type { CatalogServices } from '#server/catalog/context.ts'
import { AppError, notFound, overloaded } from '#server/platform/errors.ts'
import type { App } from '#server/platform/http/route.ts'
import { PICTURE_SIZES, type PictureAddresses, PICTURES_PATH } from './picture-addresses.ts'
import type { Pictures } from './picture-proxy.ts'

const WEEK_SECONDS = 7 * 24 * 60 * 60
/** Short: the host may recover, and the server itself retries after ten minutes. */
const MISSING_SECONDS = 60

const HEADERS = {
  'content-type': 'image/webp',
  'cache-control': `public, max-age=${WEEK_SECONDS}, immutable`,
  // Opened directly it is a document, which this policy disables.
  'content-security-policy': `default-src 'none'; sandbox`,
}

const CACHEABLE_ERRORS = new Set([404, 415])

/**
 * Not an endpoint value: it answers bytes, and an `<img>` cannot send a bearer token. The signature
 * is the permission.
 */
export function pictureRoutes({ server, services }: App<CatalogServices>): void {
  const { pictureAddresses: addresses, pictures } = services
  server.get<{ Params: { size: string; signature: string; '*': string } }>(
    PICTURES_PATH,
    {
      onSend: async (_request, reply: FastifyReply) => {
        if (CACHEABLE_ERRORS.has(reply.statusCode))
          reply.header('cache-control', `public, max-age=${MISSING_SECONDS}`)
      },
    },
    async ({ params: { size, signature, '*': address } }, reply) => {
      const bytes = await getPicture({ addresses, pictures }, { size, signature, address })
      return reply.headers(HEADERS).send(bytes)
    },
  )
}

type Deps = { addresses: PictureAddresses; pictures: Pictures }

/**
 * The WebP file of a signed picture address.
 * @throws AppError `not_found` for an address that we did not sign or cannot fetch,
 * `unsupported_media_type` when the content is not a
 * picture
 */
async function getPicture(
  { addresses, pictures }: Deps,
  parts: { size: string; signature: string; address: string },
): Promise<Uint8Array> {
  const request = addresses.read(parts)
  if (!request) throw notFound()
  const outcome = await pictures.get(request)
  switch (outcome.kind) {
    case 'picture':
      return outcome.bytes
    case 'unavailable':
    case 'unreachable':
      throw notFound()
    case 'unsupported':
      throw new AppError('unsupported_media_type')
    case 'busy':
      throw overloaded()
    default:
      return outcome satisfies never
  }
}

const parameter = (name: string, schema: object) => ({ name, in: 'path', required: true, schema })

/** The OpenAPI description of the only call that answers bytes. */
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
        404: { $ref: '#/components/responses/Error' },
        415: { $ref: '#/components/responses/Error' },
        503: { $ref: '#/components/responses/Error' },
      },
    },
  },
}
