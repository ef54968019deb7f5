export const WEBHOOK_PATH = '/api/billing/webhook'

/** The OpenAPI description of the payment provider's call. */
export const webhookOperation = {
  [WEBHOOK_PATH]: {
    post: {
      operationId: 'receiveBillingWebhook',
      summary:
        'For the payment provider: an event, signed over its very bytes (`stripe-signature`). Taken once each, in any order.',
      tags: ['billing'],
      security: [],
      'x-access': 'public',
      requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
      responses: {
        200: {
          description: 'Done.',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: { received: { type: 'boolean' } },
                required: ['received'],
              },
            },
          },
        },
        400: { $ref: '#/components/responses/Error' },
        413: { $ref: '#/components/responses/Error' },
        503: { $ref: '#/components/responses/Error' },
      },
    },
  },
}
