import * as z from 'zod/mini'
import { Done } from '#contracts/account/auth.ts'
import { type Download, endpoint } from '#contracts/endpoint.ts'
import { KindList } from './timeline.ts'

export const Feed = z.object({
  id: z.uuid(),
  /** Whose stores it covers; null = the account's saved stores. */
  savedSearch: z.nullable(z.uuid()),
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
  access: 'paid',
  summary: 'The Atom feeds of the account, without their addresses: those are shown once.',
  response: z.object({ feeds: z.array(Feed) }),
})

export const createFeed = endpoint({
  name: 'createFeed',
  method: 'POST',
  path: '/api/feeds',
  access: 'paid',
  summary:
    'Make the address of an Atom feed with the changes of a saved search, or of the saved stores. A feed that exists gets a new address, and the old one stops working.',
  body: z.object({ savedSearch: z.nullable(z.uuid()) }),
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
  access: 'paid',
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
