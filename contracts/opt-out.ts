import * as z from 'zod/mini'
import { endpoint } from '#contracts/endpoint.ts'

const DomainText = z.string().check(z.minLength(3), z.maxLength(300))

/** How an owner proves a domain: a record, a tag of the home page, or a link sent to the address that the store publishes. */
const OptOutMethod = z.enum(['dns', 'meta', 'mail'])
export type OptOutMethod = z.infer<typeof OptOutMethod>

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
  /** The ways that are open to this domain: below a platform's own name nobody but the platform sets records. */
  methods: z.array(OptOutMethod),
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

export const OptOutMailAsked = z.object({ domain: z.string(), message: z.string() })
export type OptOutMailAsked = z.infer<typeof OptOutMailAsked>

export const mailOptOut = endpoint({
  name: 'mailOptOut',
  method: 'POST',
  path: '/api/public/opt-out/mail',
  access: 'public',
  summary:
    'Sends the proof as a link to the address that the store of this domain publishes, if there is one. Answers the same for every domain.',
  body: OptOutRequest,
  response: OptOutMailAsked,
})

export const OptOutConfirmation = z.object({
  domain: DomainText,
  /** Where the proof is. */
  method: OptOutMethod,
  /** `mail` only: the secret of the link that was sent. */
  token: z.optional(z.string().check(z.maxLength(200))),
})
export type OptOutConfirmation = z.infer<typeof OptOutConfirmation>

export const OptedOut = z.object({
  domain: z.string(),
  optedOut: z.literal(true),
  /** Stores that were erased; null where the domain had been left out before. */
  storesErased: z.nullable(z.int()),
})
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
