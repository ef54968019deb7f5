/** The OpenAPI description of this call, which answers bytes. */
export const photoOperation = {
  '/api/users/photos/{name}': {
    get: {
      operationId: 'getPhoto',
      summary: "An account's photo. Its name cannot be guessed; a new photo gets a new one.",
      tags: ['users'],
      security: [],
      'x-access': 'public',
      parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
      responses: {
        200: { description: 'Done.', content: { 'image/webp': {} } },
        404: { $ref: '#/components/responses/Error' },
        503: { $ref: '#/components/responses/Error' },
      },
    },
  },
}
