import * as z from 'zod/mini'
import { endpoint } from '#contracts/endpoint.ts'

export const Health = z.object({
  status: z.enum(['ok', 'unavailable']),
  /** Seconds since this process started. */
  uptimeSeconds: z.int(),
  /**
   * Certificate logs that contradicted themselves; we no longer read them. Only a warning: the
   * other logs keep working.
   */
  quarantinedLogs: z.int(),
})

export const getHealth = endpoint({
  name: 'getHealth',
  method: 'GET',
  path: '/health',
  access: 'public',
  summary: '200 while the process serves and its database answers, else 503.',
  response: Health,
})
