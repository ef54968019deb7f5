import * as z from 'zod/mini'
import { endpoint } from '#contracts/endpoint.ts'
import { wholeNumber } from '#contracts/paging.ts'
import { KindList, TimelineEvent } from './timeline.ts'

/** Most changes of one page. */
export const MAX_CHANGES = 50
/** Pages of changes per account and hour, well above what a person or a polling program reads. */
export const CHANGES_PER_HOUR = 2_000

/** An event of a store's timeline, with the store it happened to. */
export const Change = z.object({
  ...TimelineEvent.shape,
  /** Of changed products: when the first of the day was seen; `evidence.observedAt` is the time of the latest. */
  at: z.iso.datetime(),
  store: z.object({ id: z.int(), slug: z.string(), name: z.string(), domain: z.string() }),
})
export type Change = z.infer<typeof Change>

export const listChanges = endpoint({
  name: 'listChanges',
  method: 'GET',
  path: '/api/changes',
  access: 'paid',
  summary: `What changed in all stores, in those of a saved search (\`savedSearch\`) or in the saved ones (\`saved=yes\`), the latest first. \`kinds\` takes comma-separated kinds, \`since\` a time. A page may have fewer changes than \`size\` although more follow: continue until \`nextCursor\` is null. At most ${CHANGES_PER_HOUR} pages an hour for each account.`,
  query: z.object({
    kinds: z.optional(KindList),
    since: z.optional(z.iso.datetime()),
    savedSearch: z.optional(z.uuid()),
    saved: z.optional(z.literal('yes')),
    cursor: z.optional(z.string().check(z.maxLength(200))),
    size: z._default(wholeNumber(1, MAX_CHANGES), 20),
  }),
  response: z.object({
    changes: z.array(Change),
    /** Opaque; pass it back as `cursor` to continue after the last change. It stays valid while changes are added. Null at the end. */
    nextCursor: z.nullable(z.string()),
    /** Addresses and numbers are omitted: the account has used up today's contacts of its plan. */
    contactsLimited: z.boolean(),
  }),
})
