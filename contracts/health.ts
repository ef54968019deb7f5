import * as z from 'zod/mini'
import { endpoint } from '#contracts/endpoint.ts'

export const Health = z.object({
  status: z.enum(['ok', 'unavailable']),
  /** Seconds since this process started. */
  uptimeSeconds: z.int(),
  /** Certificate logs that contradicted themselves and are left alone. A warning only: the others go on. */
  parkedLogs: z.int(),
})

export const getHealth = endpoint({
  name: 'getHealth',
  method: 'GET',
  path: '/health',
  access: 'public',
  summary: '200 while the process serves and its database answers, else 503.',
  response: Health,
})
