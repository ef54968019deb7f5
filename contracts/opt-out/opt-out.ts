import * as z from 'zod/mini'
import { endpoint } from '#contracts/endpoint.ts'

const DomainText = z.string().check(z.minLength(3), z.maxLength(300))

/**
 * How an owner proves control of a domain: a DNS record, a meta tag on the home page, or a link
 * mailed to the address that the store publishes.
 */
const OptOutMethod = z.enum(['dns', 'meta', 'mail'])
export type OptOutMethod = z.infer<typeof OptOutMethod>

export const OptOutRequest = z.object({
  /** As the owner types it: `lamp.example`, with or without `www.`, or as a URL. */
  domain: DomainText,
})
export type OptOutRequest = z.infer<typeof OptOutRequest>

export const OptOutTask = z.object({
  /** Normalised: lower case, without `www.`. */
  domain: z.string(),
  token: z.string(),
  dnsRecord: z.object({ name: z.string(), type: z.literal('TXT'), value: z.string() }),
  /** Goes into the head of the home page. */
  metaTag: z.string(),
  /**
   * The methods available for this domain. On a platform's subdomain, only the platform can set DNS
   * records.
   */
  methods: z.array(OptOutMethod),
  expiresAt: z.iso.datetime(),
})
export type OptOutTask = z.infer<typeof OptOutTask>

export const requestOptOut = endpoint({
  name: 'requestOptOut',
  method: 'POST',
  path: '/api/public/opt-out',
  access: 'public',
  summary:
    'Begin the opt-out of a domain. Returns the record that its owner has to publish as proof of ownership.',
  body: OptOutRequest,
  response: OptOutTask,
})

export const OptOutMailSent = z.object({ domain: z.string(), message: z.string() })
export type OptOutMailSent = z.infer<typeof OptOutMailSent>

export const sendOptOutMail = endpoint({
  name: 'sendOptOutMail',
  method: 'POST',
  path: '/api/public/opt-out/mail',
  access: 'public',
  summary:
    "Send the proof as a link to the address that the domain's store publishes, if it publishes one. The answer is the same for every domain.",
  body: OptOutRequest,
  response: OptOutMailSent,
})

export const OptOutConfirmation = z.object({
  domain: DomainText,
  method: OptOutMethod,
  /** `mail` only: the secret from the mailed link. */
  token: z.optional(z.string().check(z.maxLength(200))),
})
export type OptOutConfirmation = z.infer<typeof OptOutConfirmation>

export const OptedOut = z.object({
  domain: z.string(),
  optedOut: z.literal(true),
  /** Stores that were erased; null if the domain had already opted out. */
  storesErased: z.nullable(z.int()),
})
export type OptedOut = z.infer<typeof OptedOut>

export const confirmOptOut = endpoint({
  name: 'confirmOptOut',
  method: 'POST',
  path: '/api/public/opt-out/confirm',
  access: 'public',
  summary:
    'Look for the proof. If it is published, erase everything known about the store and never visit it again.',
  body: OptOutConfirmation,
  response: OptedOut,
})
