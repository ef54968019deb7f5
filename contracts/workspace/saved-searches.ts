import * as z from 'zod/mini'
import { MAX_LIST_QUERY } from '#contracts/catalog/store-filters.ts'
import { profileField } from '#contracts/catalog/score-profile.ts'
import { ListDisplay, SentDisplay } from './list-views.ts'
import { byId, Done, endpoint } from '#contracts/endpoint.ts'
import { oneLine } from '#contracts/one-line.ts'

export const MAX_SEARCH_NAME = 80

export const SearchView = z.enum(['stores', 'products', 'leads'])
export type SearchView = z.infer<typeof SearchView>

/** One line, because mail subjects contain it. */
const SearchName = oneLine(1, MAX_SEARCH_NAME)

export const SearchValues = z.object({
  name: SearchName,
  view: SearchView,
  /**
   * Filters as in the address of the list, e.g. `country=DE&category=fashion`; the same fields as
   * `GET /api/stores`. Dates are left out: only stores that have yet to become visible can be new.
   */
  query: z.string().check(z.maxLength(MAX_LIST_QUERY)),
  /** Send mails with new matches, once a day unless `instant`. */
  mails: z.boolean(),
  /**
   * New matches are reported within minutes instead of once a day, by mail at most once an hour, if
   * the plan allows it.
   */
  instant: z._default(z.boolean(), false),
  /** New matches go to the account's webhooks, if the plan allows it. */
  webhooks: z._default(z.boolean(), false),
  /** Columns, density and order of its list; null = as the account has the list shown. */
  display: z.optional(z.nullable(SentDisplay)),
  /** By which its matches are scored; null = the default of every account. */
  profile: z.optional(z.nullable(profileField)),
})
export type SearchValues = z.infer<typeof SearchValues>

export const SavedSearch = z.object({
  ...SearchValues.shape,
  display: z.nullable(ListDisplay),
  profile: z.nullable(z.string()),
  id: z.uuid(),
  /**
   * `mails`, and the plan allows it: when an account has more searches than its plan allows, the
   * oldest ones keep sending.
   */
  sendsMails: z.boolean(),
  mailedAt: z.nullable(z.iso.datetime()),
  createdAt: z.iso.datetime(),
  /** When the owner last looked at the matches. */
  seenAt: z.iso.datetime(),
  /** Matching stores that have become visible since then; 0 while they cannot be counted. */
  newMatches: z.int(),
  /**
   * All matching stores; null while they cannot be counted, because the search engine is away or
   * busy.
   */
  total: z.nullable(z.int()),
})
export type SavedSearch = z.infer<typeof SavedSearch>

export const listSavedSearches = endpoint({
  name: 'listSavedSearches',
  method: 'GET',
  path: '/api/saved-searches',
  access: 'paid',
  summary:
    'The saved searches of the account, the oldest first, with the number of new stores in each.',
  response: z.object({
    searches: z.array(SavedSearch),
    /** How many the plan allows; null = unlimited. */
    limit: z.nullable(z.int()),
    /**
     * Whether the plan allows `instant` and `webhooks`; a search keeps both, without effect, while
     * it does not.
     */
    hasInstantAlerts: z.boolean(),
    hasWebhooks: z.boolean(),
    /** How many of them may have a score profile. */
    profileLimit: z.int(),
  }),
})

export const createSavedSearch = endpoint({
  name: 'createSavedSearch',
  method: 'POST',
  path: '/api/saved-searches',
  access: 'paid',
  summary:
    'Save a search. 403 `saved_search_limit` or `score_profile_limit` beyond the limits of the plan.',
  body: z.object({
    ...SearchValues.shape,
    /** Restores a deleted search with its old dates; neither may be in the future. */
    createdAt: z.optional(z.iso.datetime()),
    seenAt: z.optional(z.iso.datetime()),
  }),
  response: SavedSearch,
})

export const updateSavedSearch = endpoint({
  name: 'updateSavedSearch',
  method: 'PUT',
  path: '/api/saved-searches/:id',
  access: 'paid',
  summary:
    'Change a saved search. With a new query, or once mails or webhooks are turned on and both were off, it starts over: earlier matches are not reported. 403 `score_profile_limit` for more profiles than the plan has.',
  params: byId,
  // Each switch is named: one that a client leaves out must not go off unnoticed. Without `display`
  // or `profile` they stay as they are.
  body: z.object({ ...SearchValues.shape, instant: z.boolean(), webhooks: z.boolean() }),
  response: SavedSearch,
})

export const deleteSavedSearch = endpoint({
  name: 'deleteSavedSearch',
  method: 'DELETE',
  path: '/api/saved-searches/:id',
  access: 'paid',
  summary: 'Delete a saved search and stop its mails and webhooks.',
  params: byId,
  response: Done,
})

export const markSearchSeen = endpoint({
  name: 'markSearchSeen',
  method: 'POST',
  path: '/api/saved-searches/:id/seen',
  access: 'paid',
  summary:
    'Mark the matches of a saved search as seen: stores visible by now no longer count as new.',
  params: byId,
  response: SavedSearch,
})
