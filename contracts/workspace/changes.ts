import * as z from 'zod/mini'
import { byId, Done, type Download, endpoint } from '#contracts/endpoint.ts'
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
  summary: `What changed in all stores, in those of a saved search (\`savedSearch\`), in the saved ones (\`saved=yes\`) or in what the account follows (\`followed=yes\`: all of a store; of a product, where it was added or removed), the latest first. \`country\` and \`theme\` narrow all or the saved stores as in the list. \`kinds\` takes comma-separated kinds, \`since\` a time. A page may have fewer changes than \`size\` although more follow: continue until \`nextCursor\` is null. At most ${CHANGES_PER_HOUR} pages an hour for each account.`,
  query: z.object({
    kinds: z.optional(KindList),
    since: z.optional(z.iso.datetime()),
    savedSearch: z.optional(z.uuid()),
    saved: z.optional(z.literal('yes')),
    followed: z.optional(z.literal('yes')),
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

/** `changes` of a saved search or of the saved stores; `brief` = the briefs that were sent. */
export const FeedKind = z.enum(['changes', 'brief'])
export type FeedKind = z.infer<typeof FeedKind>

export const Feed = z.object({
  id: z.uuid(),
  kind: FeedKind,
  /** Whose changes it covers; null = those of the account's saved stores, or its briefs. */
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
    'The feeds of the account, without their addresses: those are shown once. They end with the plan.',
  response: z.object({ feeds: z.array(Feed) }),
})

export const createFeed = endpoint({
  name: 'createFeed',
  method: 'POST',
  path: '/api/feeds',
  access: 'paid',
  summary:
    'Make the address of a feed with the changes of a saved search or of the saved stores, or with the briefs (`kind`). A feed that exists gets a new address, and the old one stops working. Requires a sign-in or `reauthenticate` within the last ten minutes.',
  /** Without a search: the feed of the saved stores. */
  body: z
    .object({ kind: z._default(FeedKind, 'changes'), savedSearch: z.optional(z.uuid()) })
    .check(
      z.refine(({ kind, savedSearch }) => kind === 'changes' || savedSearch === undefined, {
        path: ['savedSearch'],
      }),
    ),
  response: z.object({
    ...Feed.shape,
    /**
     * Grants access to the feed, as Atom and as JSON Feed. Only a digest is stored, so no later
     * answer repeats it.
     */
    url: z.url(),
    jsonUrl: z.url(),
  }),
})

export const deleteFeed = endpoint({
  name: 'deleteFeed',
  method: 'DELETE',
  path: '/api/feeds/:id',
  access: 'session',
  summary: 'Revoke the address of a feed.',
  params: byId,
  response: Done,
})

export const readFeed = {
  name: 'readFeed',
  method: 'GET',
  path: '/api/feeds/:format/:token',
  access: 'public',
  summary:
    'The latest changes, or the latest briefs, as an Atom feed or by JSON Feed 1.1; the address itself grants access, and `kinds` takes comma-separated kinds of changes. It holds no contact data. 304 while nothing has changed.',
  params: z.object({
    format: z.enum(['atom', 'json']),
    token: z.string().check(z.maxLength(100)),
  }),
  query: z.object({ kinds: z.optional(KindList) }),
  mediaTypes: ['application/atom+xml; charset=utf-8', 'application/feed+json; charset=utf-8'],
} as const satisfies Download
