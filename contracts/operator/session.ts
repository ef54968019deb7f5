import * as z from 'zod/mini'
import { endpoint } from '#contracts/endpoint.ts'

const OperatorSession = z.object({
  isOperator: z.boolean(),
  /** When the console closes by itself; null while it is closed. */
  until: z.nullable(z.iso.datetime()),
})
export type OperatorSession = z.infer<typeof OperatorSession>

export const getOperatorSession = endpoint({
  name: 'getOperatorSession',
  method: 'GET',
  path: '/api/operator/session',
  access: 'session',
  summary:
    'Whether the account is an operator, and until when this session may use the operator console.',
  response: OperatorSession,
})

export const openOperatorSession = endpoint({
  name: 'openOperatorSession',
  method: 'POST',
  path: '/api/operator/session',
  access: 'session',
  summary: 'Open the operator console for an hour with a code from the authenticator app.',
  body: z.object({ code: z.string().check(z.regex(/^\d{3} ?\d{3}$/)) }),
  response: OperatorSession,
})

export const closeOperatorSession = endpoint({
  name: 'closeOperatorSession',
  method: 'DELETE',
  path: '/api/operator/session',
  access: 'session',
  summary: 'Close the operator console in this session.',
  response: OperatorSession,
})
