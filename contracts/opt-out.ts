import * as z from 'zod/mini'
import { endpoint } from '#contracts/endpoint.ts'

const DomainText = z.string().check(z.minLength(3), z.maxLength(300))

export const OptOutRequest = z.object({
  /** As the owner knows it: `lamp.example`, also with `www.` or as a web address. */
  domain: DomainText,
})
export type OptOutRequest = z.infer<typeof OptOutRequest>

export const OptOutTask = z.object({
  /** In the spelling that we use: lower case, without `www.`. */
  domain: z.string(),
  token: z.string(),
  dnsRecord: z.object({ name: z.string(), type: z.literal('TXT'), value: z.string() }),
  /** To stand in the head of the home page. */
  metaTag: z.string(),
  expiresAt: z.iso.datetime(),
})
export type OptOutTask = z.infer<typeof OptOutTask>

export const requestOptOut = endpoint({
  name: 'requestOptOut',
  method: 'POST',
  path: '/api/public/opt-out',
  access: 'public',
  summary: 'Begins to leave a domain out: answers what its owner has to publish to prove that it is theirs.',
  body: OptOutRequest,
  response: OptOutTask,
})

export const OptOutConfirmation = z.object({
  domain: DomainText,
  /** Where the proof was published. */
  method: z.enum(['dns', 'meta']),
})
export type OptOutConfirmation = z.infer<typeof OptOutConfirmation>

export const OptedOut = z.object({ domain: z.string(), optedOut: z.literal(true) })
export type OptedOut = z.infer<typeof OptedOut>

export const confirmOptOut = endpoint({
  name: 'confirmOptOut',
  method: 'POST',
  path: '/api/public/opt-out/confirm',
  access: 'public',
  summary:
    'Looks for the proof; where it stands, erases all that is known of the store and never visits it again.',
  body: OptOutConfirmation,
  response: OptedOut,
})
