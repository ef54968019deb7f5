import * as z from 'zod/mini'
import { Done, type Download, endpoint } from '#contracts/endpoint.ts'
import { StoreId } from '#contracts/ids.ts'
import { wholeNumber } from '#contracts/paging.ts'
import { filterFields } from '#contracts/catalog/store-filters.ts'
import { KindList, TimelineEvent } from '#contracts/catalog/timeline.ts'

/** Most changes of one page. */
export const MAX_CHANGES = 50
/** Pages of changes per account and hour, well above what a person or a polling program reads. */
export const CHANGES_PER_HOUR = 2_000

/** An event of a store's timeline, with the store it happened to. */
export const Change = z.object({
  ...TimelineEvent.shape,
  /**
   * Of changed products: when the first of the day was seen; `evidence.observedAt` is the time of
   * the latest.
   */
  at: z.iso.datetime(),
  store: z.object({
    id: StoreId,
    slug: z.string(),
    name: z.string(),
    domain: z.string(),
    country: z.nullable(z.string()),
    logoUrl: z.nullable(z.string()),
  }),
})
export type Change = z.infer<typeof Change>

export const listChanges = endpoint({
  name: 'listChanges',
  method: 'GET',
  path: '/api/changes',
  access: 'paid',
  summary: `What changed in all stores, in those of a saved search (\`savedSearch\`) or in the saved ones (\`saved=yes\`), the latest first. \`country\` and \`theme\` narrow all or the saved stores as in the list. \`kinds\` takes comma-separated kinds, \`since\` a time. A page may have fewer changes than \`size\` although more follow: continue until \`nextCursor\` is null. At most ${CHANGES_PER_HOUR} pages an hour for each account.`,
  query: z.object({
    kinds: z.optional(KindList),
    since: z.optional(z.iso.datetime()),
    savedSearch: z.optional(z.uuid()),
    saved: z.optional(z.literal('yes')),
    country: filterFields.country,
    theme: filterFields.theme,
    cursor: z.optional(z.string().check(z.maxLength(200))),
    size: z._default(wholeNumber(1, MAX_CHANGES), 20),
  }),
  response: z.object({
    changes: z.array(Change),
    /**
     * Opaque; pass it back as `cursor` to continue after the last change. It stays valid while
     * changes are added. Null at the end.
     */
    nextCursor: z.nullable(z.string()),
    /** Addresses and numbers are omitted: the account has used up today's contacts of its plan. */
    contactsLimited: z.boolean(),
  }),
})

export const Feed = z.object({
  id: z.uuid(),
  /** Whose stores it covers; null = the account's saved stores. */
  savedSearch: z.nullable(z.uuid()),
  name: z.nullable(z.string()),
  /** When its current address was made. */
  createdAt: z.iso.datetime(),
  /** When a program last read the current address, to the hour; null = not yet. */
  readAt: z.nullable(z.iso.datetime()),
})
export type Feed = z.infer<typeof Feed>

export const listFeeds = endpoint({
  name: 'listFeeds',
  method: 'GET',
  path: '/api/feeds',
  access: 'session',
  summary:
    'The Atom feeds of the account, without their addresses: those are shown once. They end with the plan.',
  response: z.object({ feeds: z.array(Feed) }),
})

export const createFeed = endpoint({
  name: 'createFeed',
  method: 'POST',
  path: '/api/feeds',
  access: 'paid',
  summary:
    'Make the address of an Atom feed with the changes of a saved search, or of the saved stores. A feed that exists gets a new address, and the old one stops working. Requires a sign-in or `reauthenticate` within the last ten minutes.',
  /** Without a search: the feed of the saved stores. */
  body: z.object({ savedSearch: z.optional(z.uuid()) }),
  response: z.object({
    ...Feed.shape,
    /** Grants access to the feed. Only a digest is stored, so no later answer repeats it. */
    url: z.url(),
  }),
})

export const deleteFeed = endpoint({
  name: 'deleteFeed',
  method: 'DELETE',
  path: '/api/feeds/:id',
  access: 'session',
  summary: 'Revoke the address of a feed.',
  params: z.object({ id: z.uuid() }),
  response: Done,
})

export const readFeed = {
  name: 'readFeed',
  method: 'GET',
  path: '/api/feeds/atom/:token',
  access: 'public',
  summary:
    'The latest changes as an Atom feed; the address itself grants access, and `kinds` takes comma-separated kinds. It holds no contact data. 304 while nothing has changed.',
  params: z.object({ token: z.string().check(z.maxLength(100)) }),
  query: z.object({ kinds: z.optional(KindList) }),
  mediaTypes: ['application/atom+xml; charset=utf-8'],
} as const satisfies Download
