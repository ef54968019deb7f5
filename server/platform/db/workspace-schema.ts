import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { MaybeTime, Time } from './column-types.ts'

/** Written by a trigger when a store is deleted, for readers that follow `stores.change_id`. */
export type StoreRemovals = { removed_id: number; change_id: number; at: ColumnType<Date, never, never> }

/**
 * Days whose trends changed, for processes that keep them in memory. Written by triggers and when a trending product gets another title.
 */
export type TrendChanges = { day: string; change_id: number }

type SavedRow = {
  user_id: string
  store_id: number
  id: GeneratedAlways<number>
  notes: Generated<string>
  tags: Generated<string[]>
  is_favorite: Generated<boolean>
  created_at: Time
  updated_at: Time
}

export type SavedStores = SavedRow
export type SavedProducts = SavedRow & { product_id: number }

export type SavedSearches = {
  id: string
  user_id: string
  name: string
  view: 'stores' | 'products' | 'leads'
  /** The part of the list's address that holds the search. */
  query: string
  /** New matches are mailed every day. */
  mails: Generated<boolean>
  /** Nothing that became visible earlier is mailed. */
  mails_since: Time
  /** When it last looked for new matches to mail. */
  checked_at: Time
  mailed_at: MaybeTime
  created_at: Time
  updated_at: Time
  /** Matches that became visible later are new to its owner. */
  seen_at: Time
}

/** Stores that a search has already reported. */
export type SavedSearchHits = { search_id: string; store_id: number; at: Time }

/** `week` = its Monday, YYYY-MM-DD. */
export type Digests = { user_id: string; week: string; at: Time }

export type ExportTickets = {
  token_hash: string
  user_id: string
  request: ColumnType<unknown, string, string>
  created_at: Time
  expires_at: Time
  used_at: MaybeTime
}

/** Whose contacts an account was shown on a day; rows are written by the function `claim_contacts`. */
export type ShownContacts = { user_id: string; day: string; store_id: number }
export type ContactUsage = { user_id: string; day: string; stores: number }

/** `day` = UTC, YYYY-MM-DD. */
export type ExportUsage = { user_id: string; day: string; rows: number }
