import type { ClusterId, StoreId, UserId } from '#contracts/ids.ts'
import type { ExclusionKind, ExclusionReason } from '#contracts/workspace/exclusions.ts'
import type { BriefPace } from '#contracts/workspace/brief.ts'
import type { Generated, GeneratedAlways } from 'kysely'
import type { DefaultedTime, Json, MaybeJson, MaybeTime, Time } from './column-types.ts'

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

export type SavedProducts = SavedRow & { product_id: number }

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

/** The address of the feed of briefs of an account. */
export type BriefFeeds = {
  id: string
  user_id: UserId
  token_hash: string
  created_at: Time
  /** When the address was last read, to the hour. */
  read_at: MaybeTime
}

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

export type WorkspaceTables = {
  saved_stores: SavedStores
  /**
   * None for an account with the built-in ones. `name` = null for the usual name of a built-in one.
   */
  stages: {
    user_id: UserId
    key: string
    name: string | null
    position: number
    is_contacted: boolean
  }
  stage_moves: {
    id: GeneratedAlways<number>
    user_id: UserId
    store_id: StoreId
    from_stage: string | null
    to_stage: string | null
    at: Time
  }
  /** Leads that went with erased stores, until the account dismisses them. */
  erased_leads: { user_id: UserId; stage: string; leads: number }
  templates: {
    id: string
    user_id: UserId
    name: string
    subject: string
    body: string
    position: number
  }
  saved_products: SavedProducts
  /** The state of one kind of an account's marks; written by triggers. */
  mark_revisions: { user_id: UserId; kind: string; revision: string }
  lists: { id: string; user_id: UserId; name: string; created_at: Time }
  list_stores: { list_id: string; store_id: StoreId; user_id: UserId; added_at: Time }
  /** `day` = the latest one, UTC, YYYY-MM-DD. */
  exported_stores: { user_id: UserId; store_id: StoreId; day: string }
  bulk_undos: BulkUndos
  /** `was` = the row before the action; null when there was none. */
  bulk_undo_rows: { undo_id: string; store_id: StoreId; was: MaybeJson<unknown> }
  saved_searches: SavedSearches
  /** How an account has a list shown; `display` as in `contracts/workspace/list-views.ts`. */
  list_views: { user_id: UserId; view: string; display: Json<unknown>; updated_at: Time }
  saved_search_hits: { search_id: string; store_id: StoreId; at: Time }
  webhooks: Webhooks
  webhook_deliveries: WebhookDeliveries
  /** Addresses of Atom feeds. `search_id` = the saved search; null for the saved stores. */
  feeds: BriefFeeds & { search_id: string | null }
  brief_feeds: BriefFeeds
  brief_settings: BriefSettingsRow
  briefs: Briefs
  brief_items: BriefItems
  /** `week` = its Monday, YYYY-MM-DD. */
  digests: { user_id: UserId; week: string; at: Time }
  export_tickets: {
    token_hash: string
    user_id: UserId
    request: Json<unknown>
    created_at: Time
    expires_at: Time
    used_at: MaybeTime
  }
  /**
   * Whose contacts an account was shown on a day; rows are written by the function
   * `claim_contacts`.
   */
  shown_contacts: { user_id: UserId; day: string; store_id: StoreId }
  contact_usage: { user_id: UserId; day: string; stores: number }
  /** `day` = UTC, YYYY-MM-DD. */
  export_usage: { user_id: UserId; day: string; rows: number }
  exclusion_uploads: {
    id: string
    user_id: UserId
    /** Of the file; null for pasted lines. */
    name: string | null
    reason: ExclusionReason
    created_at: Time
  }
  /** `key` = what the line hides, in one spelling; `line` = its number in the upload. */
  exclusions: {
    user_id: UserId
    key: string
    kind: ExclusionKind
    upload_id: string
    line: number
  }
  /** The stores that a line hides from its account, one row for each line that matches. */
  hidden_stores: { user_id: UserId; store_id: StoreId; key: string }
  follows: Follows
  /**
   * What an account says of an address that a store publishes, in lower case; without effect since
   * a visit read it again. `is_returned`: the contact was given back to those of the day.
   */
  contact_bounces: {
    user_id: UserId
    store_id: StoreId
    address: string
    verdict: 'bounced' | 'arrives'
    marked_at: Time
    lifted_at: MaybeTime
    is_returned: Generated<boolean>
  }
  /** Addresses that count as bounced for everybody. */
  bounced_contacts: { store_id: StoreId; address: string; since: Time }
}
