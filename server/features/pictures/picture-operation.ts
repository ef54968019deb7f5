import { PICTURE_SIZES } from './picture-size.ts'

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
