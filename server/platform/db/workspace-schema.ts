import type { ClusterId, StoreId, UserId } from '#contracts/ids.ts'
import type { ExclusionKind, ExclusionReason } from '#contracts/workspace/exclusions.ts'
import type { BriefPace } from '#contracts/workspace/brief.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { DefaultedTime, Json, MaybeJson, MaybeTime, Time } from './column-types.ts'

/**
 * Changes that wait for their number: of a store, or of the trends of some clusters on one day.
 * Written by triggers.
 */
export type ChangeOutbox = {
  id: GeneratedAlways<number>
  changed_store: StoreId | null
  day: string | null
  clusters: ClusterId[] | null
}

/** Committed changes in order: see `server/catalog/search/change-feed.ts`. */
export type ChangeFeed = Omit<ChangeOutbox, 'id'> & {
  seq: GeneratedAlways<number>
  numbered_at: ColumnType<Date, never, never>
}

/** Changes up to here were deleted. */
export type ChangeFeedState = { pruned_to: number }

/** The position in the feed that a read model outside the database has reached. */
export type ChangeFollowers = {
  name: string
  position: number
  generation: Generated<number>
  /** The version of those tables; processes of other releases may read others. */
  schema: Generated<number>
  followed_at: Date
}

type SavedRow = {
  user_id: UserId
  store_id: StoreId
  id: GeneratedAlways<number>
  notes: Generated<string>
  tags: Generated<string[]>
  is_favorite: Generated<boolean>
  created_at: Time
  updated_at: Time
}

/** A lead is one with a stage. `version` = 0 as long as it never was one. */
export type SavedStores = SavedRow & {
  stage: Generated<string | null>
  next_step: Generated<string | null>
  /** YYYY-MM-DD. */
  next_day: Generated<string | null>
  contacted_at: DefaultedTime
  moved_at: DefaultedTime
  /** The lead that it was merged into, whose stage counts for this store too. */
  merged_into: Generated<StoreId | null>
  version: Generated<number>
}
/** None for an account with the built-in ones. `name` = null for the usual name of a built-in one. */
export type Stages = {
  user_id: UserId
  key: string
  name: string | null
  position: number
  is_contacted: boolean
}
export type StageMoves = {
  id: GeneratedAlways<number>
  user_id: UserId
  store_id: StoreId
  from_stage: string | null
  to_stage: string | null
  at: Time
}
/** Leads that went with erased stores, until the account dismisses them. */
export type ErasedLeads = { user_id: UserId; stage: string; leads: number }
export type Templates = {
  id: string
  user_id: UserId
  name: string
  subject: string
  body: string
  position: number
}

export type SavedProducts = SavedRow & { product_id: number }

/** The state of one kind of an account's marks; written by triggers. */
export type MarkRevisions = { user_id: UserId; kind: string; revision: string }

export type Lists = { id: string; user_id: UserId; name: string; created_at: Time }
export type ListStores = { list_id: string; store_id: StoreId; user_id: UserId; added_at: Time }

/** `day` = the latest one, UTC, YYYY-MM-DD. */
export type ExportedStores = { user_id: UserId; store_id: StoreId; day: string }

/**
 * `kind` = what the action did; `list` = the row of the deleted list, or the id of the changed one.
 * `changed_at` = what the action set as the time of the change: rows changed later stay.
 */
export type BulkUndos = {
  id: string
  user_id: UserId
  kind: 'saved' | 'unsaved' | 'listed' | 'unlisted' | 'list' | 'excluded'
  list: MaybeJson<unknown>
  changed_at: Time
  until: Time
}
/** `was` = the row before the action; null when there was none. */
export type BulkUndoRows = { undo_id: string; store_id: StoreId; was: MaybeJson<unknown> }

export type SavedSearches = {
  id: string
  user_id: UserId
  name: string
  view: 'stores' | 'products' | 'leads'
  /** The part of the list's address that holds the search. */
  query: string
  /** By which its matches are scored, as `writeProfile` has it; null = the default. */
  profile: Generated<string | null>
  mails: Generated<boolean>
  /** They are reported within minutes instead of every day, if the plan allows it. */
  instant: Generated<boolean>
  /** They go to the account's webhooks, if the plan allows it. */
  webhooks: Generated<boolean>
  /** Nothing that became visible earlier is reported. */
  mails_since: Time
  /** When it last looked for new matches to report. */
  checked_at: Time
  mailed_at: MaybeTime
  /**
   * The earliest hits that wait for the next mail, because an instant search mails at most once an
   * hour.
   */
  unmailed_since: MaybeTime
  created_at: Time
  updated_at: Time
  /** Matches that became visible later are new to its owner. */
  seen_at: Time
  /** Null: as the account has the list shown. */
  display: MaybeJson<unknown>
}

/** How an account has a list shown; `display` as in `contracts/workspace/list-views.ts`. */
export type ListViews = { user_id: UserId; view: string; display: Json<unknown>; updated_at: Time }

export type SavedSearchHits = { search_id: string; store_id: StoreId; at: Time }

export type Webhooks = {
  id: string
  user_id: UserId
  url: string
  /** Sealed; signs the messages. */
  secret: string
  created_at: Time
  /** The first failure after the last success. */
  failing_since: MaybeTime
  /** Since then nothing is sent, until a test succeeds. */
  paused_at: MaybeTime
  last_attempt_at: MaybeTime
  /** Null when there was no answer. */
  last_status: number | null
}

/**
 * Messages that still have to be sent. `found_at`, `found_until` = the range of the `at` of the
 * hits that one reports, or without a search of the `until` of the briefs.
 */
export type WebhookDeliveries = {
  id: string
  webhook_id: string
  search_id: string | null
  found_at: Time
  found_until: Time
  created_at: Time
  due_at: Time
  /** Null while no attempt was begun: from then on its content stays the same. */
  first_tried_at: MaybeTime
  tries: Generated<number>
}

/** Addresses of Atom feeds. `search_id` = the saved search; null for the saved stores. */
export type Feeds = {
  id: string
  user_id: UserId
  search_id: string | null
  token_hash: string
  created_at: Time
  /** When the address was last read, to the hour. */
  read_at: MaybeTime
}

/** The address of the feed of briefs of an account. */
export type BriefFeeds = Omit<Feeds, 'search_id'>

export type BriefSettingsRow = {
  user_id: UserId
  pace: BriefPace
  weekday: number
  hour: number
  time_zone: string
  quiet_from: number | null
  quiet_until: number | null
  mail: boolean
  webhook: boolean
  at_once: boolean
  /** The latest day, by the clocks of its zone, that has had its brief. YYYY-MM-DD. */
  last_day: string
  /** Null while no brief is wanted. */
  due_at: MaybeTime
  /** End of the latest brief, where the next one begins. */
  briefed_until: Time
  /** Up to when news at once was looked for. */
  looked_at: Time
  /** Of news at once: the last mail, and the earliest briefs that wait for the next one. */
  mailed_at: MaybeTime
  unmailed_since: MaybeTime
  updated_at: Time
}

/** A brief that was sent, so that every channel shows the same; `day` by the clocks of its zone. */
export type Briefs = {
  id: string
  user_id: UserId
  kind: 'morning' | 'atOnce' | 'test'
  day: string
  since: Time
  until: Time
  is_mailed: boolean
}

/** `is_once` = in one brief of the account; `value` = what `brief-items.ts` reads. */
export type BriefItems = {
  brief_id: string
  user_id: UserId
  kind: 'step' | 'match' | 'change' | 'cluster' | 'niche'
  key: string
  place: number
  store_id: StoreId | null
  value: Json<unknown>
  is_once: boolean
}

/** `week` = its Monday, YYYY-MM-DD. */
export type Digests = { user_id: UserId; week: string; at: Time }

export type ExportTickets = {
  token_hash: string
  user_id: UserId
  request: Json<unknown>
  created_at: Time
  expires_at: Time
  used_at: MaybeTime
}

/**
 * Whose contacts an account was shown on a day; rows are written by the function `claim_contacts`.
 */
export type ShownContacts = { user_id: UserId; day: string; store_id: StoreId }
export type ContactUsage = { user_id: UserId; day: string; stores: number }

/** `day` = UTC, YYYY-MM-DD. */
export type ExportUsage = { user_id: UserId; day: string; rows: number }

export type ExclusionUploads = {
  id: string
  user_id: UserId
  /** Of the file; null for pasted lines. */
  name: string | null
  reason: ExclusionReason
  created_at: Time
}

/** `key` = what the line hides, in one spelling; `line` = its number in the upload. */
export type Exclusions = {
  user_id: UserId
  key: string
  kind: ExclusionKind
  upload_id: string
  line: number
}

/** The stores that a line hides from its account, one row for each line that matches. */
/** Exactly one of the three kinds of target; a niche has both of its columns. */
export type Follows = {
  id: string
  user_id: UserId
  store_id: StoreId | null
  cluster: ClusterId | null
  category: string | null
  country: string | null
  created_at: Time
}

/**
 * What an account says of an address that a store publishes, in lower case; without effect since a
 * visit read it again. `is_returned`: the contact was given back to those of the day.
 */
export type ContactBounces = {
  user_id: UserId
  store_id: StoreId
  address: string
  verdict: 'bounced' | 'arrives'
  marked_at: Time
  lifted_at: MaybeTime
  is_returned: Generated<boolean>
}

/** Addresses that count as bounced for everybody. */
export type BouncedContacts = { store_id: StoreId; address: string; since: Time }

export type HiddenStores = { user_id: UserId; store_id: StoreId; key: string }
